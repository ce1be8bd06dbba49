"""The one conditional UPDATE, what SQLite is told, and who may read what."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import Engine

from app.store import MatchRow, MatchStore, SessionStore, connect


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    engine = connect(database)
    yield engine
    engine.dispose()


@pytest.fixture
def store(engine: Engine) -> MatchStore:
    SessionStore(engine).add("s", 1)
    store = MatchStore(engine)
    store.add(MatchRow("m", "s", "g", "l", "m", "live", 4, "{}", 1, 1))
    return store


def test_of_two_writers_one_wins(store: MatchStore) -> None:
    old = store.get("m", "s")
    assert old is not None
    assert store.replace(old, replace(old, revision=5, record="first"))
    assert not store.replace(old, replace(old, revision=6, record="second"))
    now = store.get("m", "s")
    assert now is not None
    assert (now.revision, now.record) == (5, "first")


def test_another_session_sees_nothing(store: MatchStore) -> None:
    assert store.get("m", "t") is None
    assert store.live("t", 9) == []


def test_a_database_in_memory() -> None:
    engine = connect("sqlite://")
    SessionStore(engine).add("s", 1)
    assert SessionStore(engine).known("s")
    engine.dispose()


def test_sqlite_survives_a_power_cut(engine: Engine) -> None:
    if engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL does without being told")
    with engine.connect() as connection:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() == value
