"""Is it alive, can it play, how is it doing."""

import re

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from app.store.schema import HEAD
from tests.app.visitor import Visitor, make_app, some_action


def test_alive_and_ready(visitor: Visitor) -> None:
    assert visitor.get("/healthz").text == "ok\n"
    ready = visitor.get("/readyz")
    assert (ready.status_code, ready.json()) == (200, {"database": True, "tables": True})


def test_not_ready_without_the_tables_of_this_version(visitor: Visitor) -> None:
    for version, status in (("0001", 503), ("9999", 200), (HEAD, 200)):
        with visitor.room.engine.connect() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :v"), {"v": version})
        ready = visitor.get("/readyz")
        assert (ready.status_code, ready.json()["tables"]) == (status, status == 200)
        assert visitor.get("/healthz").status_code == 200


def test_not_ready_without_a_database(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_arguments: object) -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr("app.store.upgrade.version", away)
    ready = visitor.get("/readyz")
    assert (ready.status_code, ready.json()["database"]) == (503, False)
    assert visitor.get("/healthz").status_code == 200


def test_no_numbers_unless_asked_for(visitor: Visitor) -> None:
    assert visitor.get("/metrics").status_code == 404


def numbers(visitor: Visitor) -> dict[str, float]:
    answer = visitor.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    found = re.findall(r"^(cardavia_\S+?(?:\{.*\})?) (\S+)$", answer.text, re.M)
    return {name: float(value) for name, value in found}


def test_numbers(database: str) -> None:
    import random

    with Visitor(make_app(database, metrics=True)) as visitor:
        table = visitor.open("one-poker")
        visitor.open("run-fast")
        rng = random.Random(2)
        done = 0
        while visitor.match(table).state == "live":
            done += visitor.act(table, some_action(visitor.match(table), rng)).status_code == 303
        visitor.act(table, "check")
        visitor.get("/nothing/Kh?token=x")
        told = numbers(visitor)
        assert told['cardavia_actions_total{game="one-poker"}'] == done > 3
        assert told['cardavia_bot_seconds_count{game="one-poker",level="beginner"}'] > 3
        assert told['cardavia_live_matches{game="run-fast"}'] == 1
        assert told["cardavia_bot_tasks_waiting"] == 0
        assert 'cardavia_live_matches{game="one-poker"}' not in told
        route = 'route="/tables/{match_id}"'
        assert told[f'cardavia_requests_total{{method="POST",{route},status="303"}}'] == done
        assert told[f"cardavia_request_seconds_count{{{route}}}"] >= done
        assert told['cardavia_refused_total{status="409"}'] == 1
        text_ = visitor.get("/metrics").text
        assert "nothing" not in text_
        assert table.rpartition("/")[2] not in text_


def test_every_answer_has_an_id_of_its_own(app: FastAPI) -> None:
    with Visitor(app) as visitor:
        ids = [visitor.get(path).headers["x-request-id"] for path in ("/", "/", "/nothing")]
    assert len(set(ids)) == 3
