"""Matches over the JSON interface: what each call answers."""

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.api.views import GameView, OnePokerView, RunFastView
from engine.game import GAMES
from engine.record import positions
from engine.shuffle import commitment
from tests.app.program import MATCHES, Player, bearer, check_against_record, start
from tests.app.visitor import Visitor

both_games = pytest.mark.parametrize("game", ["one-poker", "run-fast"])


@pytest.fixture
def send(app: FastAPI) -> Iterator[Any]:
    with Visitor(app) as visitor:
        del visitor.client.headers["Origin"]  # programs have none
        yield visitor.request


def level(game: str) -> str:
    return next(iter(GAMES[game].levels))


@both_games
def test_a_new_match(send: Any, game: str) -> None:
    answer = send("POST", MATCHES, json={"game": game})
    assert answer.status_code == 201
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    made = answer.json()
    keys = {"id", "token", "game", "level", "commitment", "revision", "events", "view"}
    assert set(made) == keys
    levels = list(GAMES[game].levels)
    assert (made["game"], made["level"]) == (game, levels[len(levels) // 2])
    assert made["revision"] == made["view"]["ply"] == len(made["events"])
    assert made["events"] == made["view"]["history"]
    assert made["view"]["turn"] == made["view"]["seat"] == 0
    assert made["view"]["legal"]
    assert len(made["commitment"]) == 64


@both_games
def test_looking_is_the_same_without_the_token(send: Any, game: str) -> None:
    player = Player.sit_down(send, game=game, level=level(game))
    rng = random.Random(2)
    for _ in range(3):
        shown = send("GET", player.address, headers=player.headers)
        assert shown.status_code == 200
        assert shown.json() == {
            "id": player.created["id"],
            "game": game,
            "level": level(game),
            "commitment": player.created["commitment"],
            "revision": player.revision,
            "events": player.view["history"],
            "view": player.view,
        }
        player.step(rng)


@both_games
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match(send: Any, game: str, seed: int) -> None:
    player = Player.sit_down(send, game=game, level=level(game), client_seed="café 🂡")
    player.play_out(random.Random(seed))
    assert player.view["phase"] == "over"
    assert check_against_record(player) > 3
    record = player.read_record()
    assert commitment(str(record.server_seed)) == player.created["commitment"]
    assert record.client_seed == "café 🂡"


@both_games
def test_views_have_the_form_that_is_documented(send: Any, game: str) -> None:
    models: dict[str, type[GameView]] = {"one-poker": OnePokerView, "run-fast": RunFastView}
    model = models[game]
    player = Player.sit_down(send, game=game, level=level(game))
    rng = random.Random(4)
    while player.view["legal"]:
        model.model_validate(player.view, strict=True)
        player.step(rng)
    model.model_validate(player.view, strict=True)


@both_games
def test_an_action_tells_what_followed(send: Any, game: str) -> None:
    player = Player.sit_down(send, game=game, level=level(game))
    rng = random.Random(5)
    while player.view["legal"]:
        before = player.revision
        action = player.choose(rng)
        answer = player.act(action).json()
        assert set(answer) == {"id", "revision", "events", "view"}
        assert answer["id"] == player.created["id"]
        events = answer["events"]
        assert [event["ply"] for event in events] == list(range(before, answer["revision"]))
        assert events[0]["seat"] == (None if action == "next" else 0)
        assert all(event["seat"] for event in events[1:])
        assert answer["view"]["turn"] in (0, None)
        player.see(player.send("GET", player.address, headers=player.headers))


def test_a_bots_lock_is_just_lock_until_the_deal_is_settled(send: Any) -> None:
    player = Player.sit_down(send, game="one-poker", level=level("one-poker"))
    rng = random.Random(6)
    hidden = shown = 0
    while player.view["legal"]:
        history = player.view["history"]
        deals: list[list[dict[str, Any]]] = [[]]
        for event in history:
            deals[-1].append(event)
            if event["action"] == "next":
                deals.append([])
        running = player.view["phase"] in ("lock", "bet")
        for number, deal in enumerate(deals):
            for event in deal:
                if event["seat"] == 1 and event["action"].startswith("lock"):
                    secret = running and number == len(deals) - 1
                    assert (event["action"] == "lock") == secret
                    hidden += secret
                    shown += not secret
        player.step(rng)
    assert hidden
    assert shown


@both_games
def test_a_stale_action_changes_nothing(send: Any, game: str) -> None:
    player = Player.sit_down(send, game=game, level=level(game))
    old, action = player.revision, player.choose(random.Random(1))
    player.see(player.act(action))
    for revision in (old, player.revision + 1, -1, 10**30):
        body = {"revision": revision, "action": action}
        answer = send("POST", f"{player.address}/actions", json=body, headers=player.headers)
        assert answer.status_code == 409
        problem = answer.json()
        assert problem["code"] == "stale-revision"
        assert problem["revision"] == player.revision
        assert problem["view"] == player.view
    now = send("GET", player.address, headers=player.headers).json()
    assert (now["revision"], now["view"]) == (player.revision, player.view)


@both_games
def test_an_illegal_action_says_what_is_legal(send: Any, game: str) -> None:
    player = Player.sit_down(send, game=game, level=level(game))
    held = player.view["hands"][0]
    missing = next(card for card in ("2c", "3c", "4c") if card not in held or game == "run-fast")
    word = "lock" if game == "one-poker" else "play"
    for wanted, refused in (
        ("not-in-hand", f"{word} {missing}"),
        ("not-an-action", "fly"),
        ("not-an-action", ""),
    ):
        answer = player.act(refused)
        assert answer.status_code == 422
        problem = answer.json()
        assert problem["code"] == wanted
        assert problem["legal"] == player.view["legal"]
    now = send("GET", player.address, headers=player.headers).json()
    assert (now["revision"], now["view"]) == (player.revision, player.view)


@both_games
def test_over_is_over(send: Any, game: str) -> None:
    player = Player.sit_down(send, game=game, level=level(game))
    early = send("GET", f"{player.address}/record", headers=player.headers)
    assert early.status_code == 409
    assert early.json()["code"] == "not-finished"
    player.play_out(random.Random(8))
    assert player.view["legal"] == []
    for action in ("next", "pass", "fly"):
        answer = player.act(action)
        assert answer.status_code == 422
        assert answer.json()["code"] == "match-over"
        assert answer.json()["legal"] == []
    player.revision -= 1
    assert player.act("next").status_code == 409


@both_games
def test_without_the_token_there_is_nothing(send: Any, game: str) -> None:
    mine, other = (Player.sit_down(send, game=game, level=level(game)) for _ in range(2))
    mine.play_out(random.Random(1))
    token = mine.created["token"]
    wrong: tuple[dict[str, str], ...] = (
        {},
        other.headers,
        bearer(token[:-1]),
        bearer(token + "x"),
        bearer(""),
        bearer("x" * 5000),
        {"Authorization": f"Basic {token}"},
        {"Authorization": token},
        {"Cookie": f"token={token}"},
    )
    body = {"revision": mine.revision, "action": "next"}
    nowhere = f"{MATCHES}/{'x' * 22}"
    seen: set[str] = set()
    for headers in wrong:
        for address in (mine.address, nowhere):
            for answer in (
                send("GET", address, headers=headers),
                send("GET", f"{address}/record", headers=headers),
                send("POST", f"{address}/actions", headers=headers, json=body),
            ):
                assert answer.status_code == 404
                seen.add(answer.text)
    assert len(seen) == 1, "one answer for all, so that nobody learns which ids exist"
    lower = {"Authorization": f"bearer {token}"}
    assert send("GET", mine.address, headers=lower).status_code == 200


def test_only_the_hash_of_the_token_is_stored(app: FastAPI) -> None:
    with Visitor(app) as visitor:
        token = start(visitor.request, game="run-fast")["token"]
        other = start(visitor.request, game="run-fast")["token"]
        assert len(token) >= 43, "256 bits"
        assert token != other
        with visitor.room.engine.connect() as connection:
            stored = str(connection.exec_driver_sql("SELECT * FROM sessions, matches").all())
    assert token not in stored


def test_a_prepared_table_of_a_page_is_not_shown(visitor: Visitor) -> None:
    table = visitor.prepare("one-poker", level("one-poker")).removeprefix("/tables/")
    headers = bearer(visitor.client.cookies["cardavia_session"])
    body = {"revision": 0, "action": "lock Kh"}
    for answer in (
        visitor.get(f"{MATCHES}/{table}", headers=headers),
        visitor.get(f"{MATCHES}/{table}/record", headers=headers),
        visitor.request("POST", f"{MATCHES}/{table}/actions", headers=headers, json=body),
    ):
        assert answer.status_code == 409
        assert answer.json()["code"] == "not-started"


@both_games
def test_every_level_may_be_chosen(send: Any, game: str) -> None:
    for name in GAMES[game].levels:
        assert start(send, game=game, level=name)["level"] == name


def test_decks_follow_from_both_seeds(send: Any) -> None:
    """Equal client seeds do not make equal decks: the server's part differs."""
    hands = set()
    for _ in range(3):
        player = Player.sit_down(send, game="run-fast", client_seed="same")
        player.play_out(random.Random(1))
        record = player.read_record()
        first = next(iter(positions(record)))
        hands.add(str(GAMES["run-fast"].view(first, 0)["hands"][0]))
    assert len(hands) == 3


def test_answers_are_httpx_responses_of_json(send: Any) -> None:
    answer = send("GET", "/api/openapi.json")
    assert isinstance(answer, httpx.Response)
    assert answer.json()["openapi"].startswith("3.1")
