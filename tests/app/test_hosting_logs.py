"""The logs say what happened, and nothing that is hidden or somebody's."""

import json
import logging
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app import logs
from tests.app.program import Player
from tests.app.visitor import HTMX, Visitor, make_app, some_action

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA]|10)[cdhs](?![0-9A-Za-z])")


MESSAGE = "words-of-mine Kh"
"""Of an error; by name where it is raised, since lines of code are logged."""

both_forms = pytest.mark.parametrize("form", ["text", "json"])


@contextmanager
def writing(form: str, level: str = "debug") -> Iterator[None]:
    """Write logs as a server does."""
    root, visitors = logging.getLogger(), logging.getLogger("httpx")
    before = (root.handlers[:], root.level, visitors.level)
    logs.configure(form, level)
    visitors.setLevel("WARNING")
    try:
        yield
    finally:
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        visitors.setLevel(before[2])


@both_forms
def test_nothing_hidden_is_logged(
    app: FastAPI, form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole matches, refusals, damage and errors of ours; then every line is searched."""
    secrets: set[str] = set()
    rng = random.Random(form)
    with Visitor(app, {"User-Agent": "visitor-of-today"}) as visitor, writing(form):
        for game in ("one-poker", "run-fast"):
            table = visitor.open(game, client_seed="words-of-mine")
            while (match := visitor.match(table)).state == "live":
                assert match.record.server_seed
                secrets |= {match.record.server_seed, match.id, match.row.session}
                action = some_action(match, rng)
                visitor.act(table, "play 3h 3s", headers=HTMX)
                visitor.get(f"{table}?card=Kh&token=s3cret")
                visitor.act(table, action, headers=HTMX)
            visitor.get(f"{table}/record")
        player = Player.sit_down(visitor.request, game="run-fast", client_seed="words-of-mine")
        tried = player.act("play Kh")
        if tried.status_code == 200:  # with some decks it may be played
            player.see(tried)
        player.play_out(rng)
        secrets |= {player.created["token"], player.created["id"]}
        secrets.add(str(visitor.client.cookies["cardavia_session"]))
        visitor.get("/tables/Kh")
        visitor.get("/Kh/words-of-mine")
        table = visitor.open("one-poker")
        with visitor.room.engine.connect() as connection:
            connection.execute(text('UPDATE matches SET record = \'{"deck": ["Kh"]}\''))
        visitor.get(table)

        def broken(*_arguments: object) -> None:
            raise RuntimeError(MESSAGE)

        monkeypatch.setattr("app.matches.MatchStore.live", broken)
        assert visitor.get("/").status_code == 500
        monkeypatch.undo()
        with visitor.room.engine.connect() as connection:
            connection.execute(text("DROP TABLE matches"))
        assert visitor.get(table).status_code in (500, 503)
    said = capsys.readouterr().err
    restore(app)
    assert said.count("\n") > 50
    assert "RuntimeError" in said
    for secret in (*secrets, "words-of-mine", "s3cret", "visitor-of-today", "127.0.0.1"):
        assert secret not in said, secret
    lines = [line for line in said.splitlines() if CARD.search(line)]
    assert not lines


def restore(app: FastAPI) -> None:
    """Make the tables anew for the tests that share the database."""
    from app.store.schema import metadata

    with app.state.room.engine.connect() as connection:
        metadata.create_all(connection)


def test_json_lines(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Visitor(make_app(database)) as visitor, writing("json", "info"):
        table = visitor.prepare("one-poker")
        answers = [visitor.get(table), visitor.get("/healthz"), visitor.get("/nothing")]
        answers.append(visitor.get(visitor.room.assets.url("css/base.css")))
        answers.append(visitor.get("/api/v1/matches/x/record"))
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    told = [line for line in lines if line["logger"] == "app.requests"]
    assert [(line["method"], line["route"], line["status"]) for line in told] == [
        ("POST", "/matches", 303),
        ("GET", "/tables/{match_id}", 200),
        ("GET", "none", 404),
        ("GET", "static", 200),
        ("GET", "/api/v1/matches/{match_id}/record", 404),
    ]
    ids = [
        answer.headers["x-request-id"]
        for answer in answers
        if answer.request.url.path != "/healthz"
    ]
    assert [line["request"] for line in told[1:]] == ids
    for line in told:
        assert datetime.fromisoformat(line["time"]).tzinfo is not None
        assert line["level"] == "info"
        assert line["ms"] >= 0


@both_forms
def test_an_error_of_ours_has_its_place_and_its_request(
    visitor: Visitor, form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError(MESSAGE)

    monkeypatch.setattr("app.matches.Matches.unfinished", broken)
    visitor.open("one-poker")
    with writing(form):
        answer = visitor.get("/")
    said = [
        line for line in capsys.readouterr().err.split("unhandled error") if "RuntimeError" in line
    ]
    assert len(said) == 1
    assert "test_hosting_logs.py" in said[0]
    assert answer.headers["x-request-id"]
    assert MESSAGE not in said[0]
