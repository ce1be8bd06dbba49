"""When the database is away, full or damaged: told in words, gone when it is mended."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from tests.app.program import MATCHES, bearer, start
from tests.app.visitor import HTMX, Visitor, make_app

SAID = {"en": "Back in a moment", "sv": "Strax tillbaka", "ru": "Скоро вернёмся"}


@pytest.fixture
def small(tmp_path: Path) -> Iterator[FastAPI]:
    """Give a server whose database may not grow: SQLite then says that the disk is full."""
    app = make_app(f"sqlite:///{tmp_path / 'small.sqlite3'}")
    engine = app.state.room.engine
    engine.dispose()

    def bound(connection: sqlite3.Connection, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages + 2}")

    event.listen(engine, "connect", bound)
    yield app
    engine.dispose()


def test_disk_full(small: FastAPI) -> None:
    with Visitor(small) as visitor:
        table = visitor.open("one-poker")
        codes = {visitor.post("/matches", {"game": "run-fast", "level": "beginner"}).status_code}
        for _ in range(80):
            codes.add(
                visitor.post("/matches", {"game": "run-fast", "level": "beginner"}).status_code
            )
        assert codes == {303, 503}
        # What was answered is there, and can be looked at.
        assert visitor.get(table).status_code == 200
        assert visitor.get("/").status_code == 200
        with small.state.room.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count=100000")
        assert visitor.open("run-fast")


@pytest.mark.parametrize("language", list(SAID))
def test_database_away(visitor: Visitor, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    table = visitor.open("one-poker")
    made = start(visitor.request, game="one-poker")
    program = {"headers": {**bearer(made["token"]), "Accept-Language": language}}
    hand = visitor.match(table).view()["hands"][0]
    revision = visitor.match(table).revision

    def away(*_arguments: object) -> None:
        raise OperationalError("SELECT", {"record": "secret"}, Exception("gone"))

    with monkeypatch.context() as patch:
        patch.setattr("app.store.matches.MatchStore.get", away)
        visitor.client.headers["Accept-Language"] = language
        act = {"do": "lock", "card": hand[0], "revision": str(revision)}
        for answer in (
            visitor.get(table),
            visitor.post(table, act),
            visitor.post(table, act, headers=HTMX),
        ):
            assert answer.status_code == 503
            assert int(answer.headers["retry-after"]) > 0
            assert SAID[language] in answer.text
            assert "secret" not in answer.text
            assert "content-security-policy" in answer.headers
        problem = visitor.get(f"{MATCHES}/{made['id']}", **program)
        assert problem.status_code == 503
        assert problem.json()["code"] == "unavailable"
        assert int(problem.headers["retry-after"]) > 0
    assert visitor.post(table, act).status_code == 303


DAMAGE = [
    "",
    "{",
    "[]",
    '{"format": "cardavia-record/1"}',
    "cut",
    "illegal",
    "game",
    "level",
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_match_fails_alone(visitor: Visitor, damage: str) -> None:
    table, other = visitor.open("one-poker"), visitor.open("one-poker")
    record = visitor.match(table).row.record
    values = {"record": damage, "game": "one-poker", "level": "beginner"}
    if damage == "cut":
        values["record"] = record[: len(record) // 2]
    elif damage == "illegal":
        values["record"] = record.replace('"actions":[', '"actions":["fold","fold",').replace(
            '"actions": [', '"actions": ["fold", "fold", '
        )
        assert values["record"] != record
    elif damage in ("game", "level"):
        values |= {"record": record, damage: "bridge"}
    match = table.rpartition("/")[2]
    with visitor.room.engine.connect() as connection:
        connection.execute(
            text(
                "UPDATE matches SET record = :record, game = :game, level = :level WHERE id = :id"
            ),
            {**values, "id": match},
        )
    for answer in (
        visitor.get(table),
        visitor.post(table, {"do": "next", "revision": "0"}),
        visitor.get(f"{table}/record"),
        visitor.get(f"{table}/restart"),
    ):
        assert answer.status_code == 500
        assert "This match can&#39;t be read" in answer.text
    token = bearer(visitor.client.cookies["cardavia_session"])
    problem = visitor.get(f"{MATCHES}/{match}", headers=token)
    assert (problem.status_code, problem.json()["code"]) == (500, "damaged")
    lobby = visitor.get("/")
    assert lobby.status_code == 200
    assert match not in lobby.text
    assert other in lobby.text
    assert visitor.get(other).status_code == 200
    assert visitor.prepare("one-poker", after=match)


def test_a_damaged_match_in_a_sitting(visitor: Visitor) -> None:
    """The sum of a sitting leaves out what can't be read."""
    addresses = [visitor.open("run-fast")]
    for _ in range(2):
        finish(visitor, addresses[-1])
        after = addresses[-1].rpartition("/")[2]
        addresses.append(visitor.open("run-fast", after=after))
    finish(visitor, addresses[-1])
    with visitor.room.engine.connect() as connection:
        connection.execute(
            text("UPDATE matches SET record = 'x' WHERE id = :id"),
            {"id": addresses[0].rpartition("/")[2]},
        )
    assert visitor.get(addresses[2]).status_code == 200
    count, _total = visitor.room.matches.sitting(visitor.match(addresses[2]))
    assert count == 2


def finish(visitor: Visitor, address: str) -> None:
    import random

    from tests.app.visitor import some_action

    rng = random.Random(address)
    while (match := visitor.match(address)).state == "live":
        visitor.act(address, some_action(match, rng))


def test_the_clock_is_set_back(database: str) -> None:
    """Times only order the lobby; a match goes on whatever the clock says."""
    from app.main import create_app
    from app.settings import Settings

    times = iter(range(2_000_000_000, 0, -1_000_000))
    app = create_app(Settings(database_url=database), clock=lambda: next(times))
    with Visitor(app) as visitor:
        table = visitor.open("run-fast")
        finish(visitor, table)
        assert visitor.match(table).state == "over"
        again = visitor.open("run-fast", after=table.rpartition("/")[2])
        assert again in visitor.get("/").text
    app.state.room.engine.dispose()
