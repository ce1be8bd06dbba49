"""The database goes away under a running server, and comes back."""

import http.client
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.server import Server
from tests.postgres import Postgres, programs

SAID = {"en": "Back in a moment", "sv": "Strax tillbaka", "ru": "Скоро вернёмся"}


@pytest.fixture
def own(postgres: Postgres) -> Iterator[Postgres]:
    """Give a PostgreSQL that may be stopped; the shared one only shows that there is one."""
    folder = programs()
    assert folder is not None
    server = Postgres(folder)
    server.start()
    yield server
    server.remove()


def ask(port: int, path: str, method: str = "GET", language: str = "en") -> tuple[int, str, str]:
    """Ask; return status, Retry-After and text."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {
        "Accept-Language": language,
        "Cookie": "cardavia_session=a",
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    body = "game=run-fast&level=beginner" if method == "POST" else None
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.headers.get("Retry-After", ""), response.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("seconds", [2, pytest.param(10, marks=pytest.mark.long)])
def test_away_and_back(own: Postgres, tmp_path: Path, seconds: int) -> None:
    server = Server(tmp_path)
    server.database = own.new_database()
    server.start()
    try:
        assert ask(server.port, "/matches", "POST")[0] == 303
        own.stop()
        until = time.monotonic() + seconds
        asked = 0
        while time.monotonic() < until or asked < 3:
            for language, said in SAID.items():
                began = time.monotonic()
                for path, method in (("/", "GET"), ("/matches", "POST")):
                    status, retry, text = ask(server.port, path, method, language)
                    assert (status, said in text) == (503, True), text
                    assert int(retry) > 0
                assert time.monotonic() - began < 20
                asked += 1
            assert ask(server.port, "/healthz")[0] == 200
            assert ask(server.port, "/readyz")[0] == 503
            assert ask(server.port, "/fairness")[0] == 200
        own.start()
        assert ask(server.port, "/readyz")[0] == 200
        assert ask(server.port, "/matches", "POST")[0] == 303
        assert ask(server.port, "/")[0] == 200
    finally:
        server.stop()
