"""A server on a database of its own for each test, once on SQLite and once on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import Engine, text

from app.store import connect
from tests.app.visitor import Visitor, close_all, make_app
from tests.postgres import Postgres


@pytest.fixture(scope="session")
def postgres_room(postgres: Postgres) -> Iterator[tuple[str, Engine]]:
    """Give a database with its tables, and a way to empty them: quicker than one for each test."""
    url = postgres.new_database()
    engine = connect(url)
    yield url, engine
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'room.sqlite3'}"
    else:
        url, engine = request.getfixturevalue("postgres_room")
        with engine.connect() as connection:
            connection.execute(text("TRUNCATE sessions CASCADE"))
        yield url
    close_all()


@pytest.fixture
def app(database: str) -> FastAPI:
    return make_app(database)


@pytest.fixture
def visitor(app: FastAPI) -> Iterator[Visitor]:
    with Visitor(app) as visitor:
        yield visitor
