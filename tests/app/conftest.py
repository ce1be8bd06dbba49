"""A server on a database of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.app.visitor import Visitor, make_app


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'room.sqlite3'}"


@pytest.fixture
def app(database: str) -> FastAPI:
    return make_app(database)


@pytest.fixture
def visitor(app: FastAPI) -> Iterator[Visitor]:
    with Visitor(app) as visitor:
        yield visitor
