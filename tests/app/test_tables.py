"""What happens at a table over HTTP: whole games, and everything that isn't one step forward."""

import json
import random
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from engine.game import GAMES
from engine.record import Record, final
from tests.app.visitor import HTMX, Visitor, fields, make_app, some_action

GAMES_NAMES = ("one-poker", "run-fast")
both_games = pytest.mark.parametrize("game", GAMES_NAMES)


@pytest.fixture
def stranger(app: FastAPI) -> Iterator[Visitor]:
    with Visitor(app) as other:
        yield other


def play_out(visitor: Visitor, address: str, seed: int, htmx: bool = False) -> None:
    rng = random.Random(seed)
    while (match := visitor.match(address)).state == "live":
        action = some_action(match, rng)
        response = visitor.act(address, action, headers=HTMX if htmx else {})
        assert response.status_code == (200 if htmx else 303), (seed, action, response.text)


@both_games
@pytest.mark.parametrize("htmx", [False, True])
def test_a_whole_match(visitor: Visitor, game: str, htmx: bool) -> None:
    address = visitor.open(game)
    play_out(visitor, address, seed=7, htmx=htmx)
    page = visitor.get(address)
    match = visitor.match(address)
    assert page.status_code == 200
    assert match.record.server_seed is not None
    assert match.record.server_seed in page.text
    record = visitor.get(f"{address}/record")
    assert record.headers["content-type"] == "application/json"
    assert "attachment" in record.headers["content-disposition"]
    reread = Record.read(record.text)
    assert reread.actions == match.record.actions
    assert GAMES[game].result(final(reread)) == json.loads(record.text)[GAMES[game].result_key]


@both_games
def test_the_same_action_twice_counts_once(visitor: Visitor, game: str) -> None:
    address = visitor.open(game)
    match = visitor.match(address)
    form = fields(some_action(match, random.Random(1)), match.revision)
    assert visitor.post(address, form).status_code == 303
    after = visitor.match(address)
    again = visitor.post(address, form)
    assert again.status_code == 409
    assert "notice" in again.text
    assert visitor.match(address).record == after.record
    fragment = visitor.post(address, form, headers=HTMX)
    assert fragment.status_code == 409
    assert fragment.text.lstrip().startswith("<main")
    assert visitor.match(address).record == after.record


@both_games
@pytest.mark.parametrize("revision", ["", "x", "-1", "99999999", "1e1", "0 ", "٠"])
def test_a_revision_that_makes_no_sense_is_stale(
    visitor: Visitor, game: str, revision: str
) -> None:
    address = visitor.open(game)
    match = visitor.match(address)
    form = fields(some_action(match, random.Random(1)), revision)
    assert visitor.post(address, form).status_code == 409
    assert visitor.match(address).record == match.record


@both_games
@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "fly"},
        {"do": "play"},
        {"do": "play", "card": ["2h"]},
        {"do": "play", "card": ["3h"] * 40},
        {"do": "lock", "card": "\0"},
        {"do": "lock", "card": "Zz"},
        {"do": "bet", "amount": "9" * 5000},
        {"do": "bet", "amount": "2.5"},
        {"do": "bet", "amount": ["1", "2"]},
        {"do": "pass pass"},
        {"do": "next"},
        {"card": "😀"},
        {"do": ["check", "fold"]},
    ],
)
def test_bad_input_changes_nothing(
    visitor: Visitor, game: str, form: dict[str, str | list[str]]
) -> None:
    address = visitor.open(game)
    match = visitor.match(address)
    for headers in ({}, HTMX):
        response = visitor.post(address, {**form, "revision": str(match.revision)}, headers=headers)
        assert response.status_code == 422, response.text
        assert "notice" in response.text
    assert visitor.match(address).record == match.record


def test_refused_cards_stay_selected(visitor: Visitor) -> None:
    address = visitor.open("run-fast")
    match = visitor.match(address)
    hand = match.view()["hands"][0]
    chosen = [hand[0], hand[-1]]
    response = visitor.post(
        address, {"do": "play", "card": chosen, "revision": str(match.revision)}
    )
    assert response.status_code == 422
    for card in hand:
        box = response.text.split(f'value="{card}"')[1].split(">")[0]
        before = response.text.split(f'value="{card}"')[0].rsplit("<", 1)[1]
        assert ("checked" in box or "checked" in before) == (card in chosen), card


def test_a_refused_amount_stays(visitor: Visitor) -> None:
    address = visitor.open("one-poker")
    visitor.act(address, some_action(visitor.match(address), random.Random(1)))
    match = visitor.match(address)
    assert match.view()["phase"] == "bet"
    response = visitor.post(address, {"do": "bet", "amount": "77", "revision": str(match.revision)})
    assert response.status_code == 422
    assert 'value="77"' in response.text


@both_games
def test_what_isnt_there(visitor: Visitor, stranger: Visitor, game: str) -> None:
    address = visitor.open(game)
    for path in ("", "/restart", "/record"):
        assert stranger.get(address + path).status_code == 404
    assert stranger.act(address, "pass").status_code == 404
    stranger.open(game)  # with a session of its own it still isn't there
    assert stranger.get(address).status_code == 404
    assert stranger.act(address, "pass").status_code == 404
    assert stranger.post(f"{address}/start", {"client_seed": "x"}).status_code == 404
    assert visitor.get("/tables/nothing").status_code == 404
    visitor.client.cookies.clear()
    gone = visitor.get(address)
    assert gone.status_code == 404
    assert "<h1" in gone.text
    assert visitor.get("/").status_code == 200


@both_games
def test_a_cookie_that_we_did_not_give_opens_no_session(visitor: Visitor, game: str) -> None:
    visitor.client.cookies.set("cardavia_session", "chosen-by-somebody-else")
    response = visitor.post("/matches", {"game": game, "level": "beginner"})
    assert response.status_code == 303
    given = response.headers["set-cookie"]
    assert "chosen-by-somebody-else" not in given
    assert "HttpOnly" in given
    assert "samesite=lax" in given.lower()
    assert "Secure" not in given


def test_the_lobby_renews_the_cookie(visitor: Visitor) -> None:
    assert "set-cookie" not in visitor.get("/").headers
    visitor.open("one-poker")
    cookie = visitor.client.cookies["cardavia_session"]
    given = visitor.get("/").headers["set-cookie"]
    assert f"cardavia_session={cookie};" in given
    assert "Max-Age=34560000" in given


def test_only_the_hash_of_the_cookie_is_stored(visitor: Visitor) -> None:
    visitor.open("one-poker")
    cookie = visitor.client.cookies["cardavia_session"]
    assert len(cookie) >= 43
    with visitor.room.engine.connect() as connection:
        everything = str(connection.exec_driver_sql("SELECT * FROM sessions, matches").all())
    assert cookie not in everything


@both_games
def test_over_means_over(visitor: Visitor, game: str) -> None:
    address = visitor.open(game)
    play_out(visitor, address, seed=3)
    match = visitor.match(address)
    for action in ("next", "pass", "check", "play 3h"):
        assert visitor.act(address, action).status_code == 409
    assert visitor.match(address).record == match.record
    assert visitor.post(f"{address}/start", {"client_seed": "again"}).status_code == 303
    assert visitor.match(address).record == match.record


@both_games
def test_before_the_start(visitor: Visitor, game: str) -> None:
    address = visitor.prepare(game)
    match = visitor.match(address)
    page = visitor.get(address).text
    assert match.commitment in page
    assert match.client_seed in page
    assert str(match.record.server_seed) not in page
    assert visitor.act(address, "pass").status_code == 303
    assert visitor.match(address).state == "prepared"
    for seed in ("", "x" * 65):
        refused = visitor.post(f"{address}/start", {"client_seed": seed})
        assert refused.status_code == 422
        assert f'value="{seed}"' in refused.text
        assert visitor.match(address).state == "prepared"
    assert visitor.post(f"{address}/start", {"client_seed": "мой сид"}).status_code == 303
    started = visitor.match(address)
    assert started.client_seed == "мой сид"
    assert started.commitment == match.commitment
    assert visitor.post(f"{address}/start", {"client_seed": "other"}).status_code == 303
    assert visitor.match(address).record == started.record


@both_games
def test_the_record_waits_for_the_end(visitor: Visitor, game: str) -> None:
    address = visitor.open(game)
    assert visitor.get(f"{address}/record").status_code == 409


@both_games
def test_restart_asks_first_and_keeps_the_table_until_then(visitor: Visitor, game: str) -> None:
    address = visitor.open(game)
    question = visitor.get(f"{address}/restart")
    assert question.status_code == 200
    assert visitor.match(address).state == "live"
    after = address.removeprefix("/tables/")
    new = visitor.prepare(game, after=after)
    assert new != address
    old = visitor.match(address)
    assert old.state == "abandoned"
    assert str(old.record.server_seed) in visitor.get(address).text
    assert visitor.act(address, "pass").status_code == 409
    assert visitor.get(f"{address}/record").status_code == 200
    assert address not in visitor.get("/").text


@both_games
def test_the_lobby_resumes_what_is_unfinished(visitor: Visitor, game: str) -> None:
    assert visitor.get("/").status_code == 200
    address = visitor.open(game)
    assert address in visitor.get("/").text
    play_out(visitor, address, seed=5)
    assert address not in visitor.get("/").text


def test_a_sitting_adds_its_deals_up(visitor: Visitor) -> None:
    total = [0, 0, 0]
    after: dict[str, str] = {}
    for number in range(3):
        address = visitor.open("run-fast", **after)
        play_out(visitor, address, seed=number)
        match = visitor.match(address)
        result = match.game.result(match.position)
        assert result is not None
        total = [a + b for a, b in zip(total, result, strict=True)]
        assert visitor.room.matches.sitting(match) == (number + 1, total)
        after = {"after": match.id}
    assert sum(total) == 0


def test_a_sitting_has_an_end(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.sittings.LONGEST", 2)
    counts, after = [], ""
    for number in range(4):
        address = visitor.open("run-fast", after=after)
        play_out(visitor, address, seed=number)
        match = visitor.match(address)
        counts.append(visitor.room.matches.sitting(match)[0])
        after = match.id
    assert counts == [1, 2, 1, 2]


@pytest.mark.parametrize("after", ["nothing", "\0", "\ufffd", "x" * 5000])
def test_a_match_after_one_that_isnt_there(visitor: Visitor, after: str) -> None:
    address = visitor.prepare("run-fast", after=after)
    assert visitor.match(address).row.sitting == visitor.match(address).id


@both_games
def test_another_server_on_the_same_file_goes_on(database: str, game: str) -> None:
    with Visitor(make_app(database)) as first:
        address = first.open(game)
        first.act(address, some_action(first.match(address), random.Random(1)))
        cookies = dict(first.client.cookies)
        before = first.get(address).text
        record = first.match(address).record
    with Visitor(make_app(database, seed=2)) as second:
        second.client.cookies.update(cookies)
        assert second.match(address).record == record
        assert second.get(address).text == before
        play_out(second, address, seed=9)


@pytest.mark.parametrize(
    "form",
    [{"game": ""}, {"game": "whist", "level": "beginner"}, {"game": "run-fast", "level": "god"}],
)
def test_a_game_that_we_dont_have(visitor: Visitor, form: dict[str, str]) -> None:
    assert visitor.post("/matches", form).status_code == 422
