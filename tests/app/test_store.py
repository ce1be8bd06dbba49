"""The one conditional UPDATE, and what SQLite is told."""

from dataclasses import replace

import pytest

from app.store import MatchRow, MatchStore, SessionStore, connect


@pytest.fixture
def store(database: str) -> MatchStore:
    engine = connect(database)
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


def test_sqlite_survives_a_power_cut(database: str) -> None:
    with connect(database).connect() as connection:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() == value
