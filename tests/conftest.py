"""What tests of several folders share."""

from collections.abc import Iterator

import pytest

from tests.postgres import REQUIRED, Postgres, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Give a running PostgreSQL; without its programs the test is skipped, or fails if required."""
    folder = programs()
    if folder is None:
        reason = "no PostgreSQL 15 or newer on this machine (Debian: apt-get install postgresql)"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    server = Postgres(folder)
    try:
        server.start()
        yield server
    finally:
        server.remove()
