"""What holds for every registered game, checked over whole random matches."""

import json
import random
from typing import Any, get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.game import GAMES, Code, Game, IllegalAction, game
from engine.memory import Rememberer
from engine.record import Record, final, positions
from engine.replay import replay_bytes
from tests.engine.playing import decks, played, playout

NUMBERS = st.integers(0, 10**9)
WORDS = {"lock", "check", "bet", "call", "raise", "fold", "next", "play", "pass"}
GARBAGE = [
    "",
    " ",
    "\n",
    "\x00",
    "x",
    "null",
    "play",
    "lock",
    "bet",
    "raise",
    "pass pass",
    "check 1",
    " pass",
    "pass ",
    "next\n",
    "play  3h",
    "play 3h,3s",
    "play\t3h",
    "play 3h 3h",
    "lock 3h 3s",
    "PASS",
    "раss",
    "play ３h",
    "lock 1h",
    "\ud800",
    "play " + "3h " * 50_000,
    "x" * 1_000_000,
    "\U0001f0a1",
]


@pytest.fixture(params=list(GAMES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def refusal(rules: Game[Any], position: Any, action: str) -> IllegalAction:
    before = rules.snapshot(position)
    with pytest.raises(IllegalAction) as error:
        rules.apply(position, action)
    assert rules.snapshot(position) == before
    assert error.value.legal == rules.legal(position)
    assert error.value.code in get_args(Code)
    return error.value


def test_registry() -> None:
    assert list(GAMES) == ["one-poker", "run-fast"]
    assert len(GAMES) == 2
    assert "whist" not in GAMES
    for name in GAMES:
        assert game(name).name == name
        assert game(name) is GAMES[name]
        assert "random" in game(name).extra_bots
        assert not set(game(name).levels) & set(game(name).extra_bots)
    with pytest.raises(KeyError):
        game("whist")


def test_shape(name: str) -> None:
    rules = game(name)

    @given(NUMBERS)
    def check(number: int) -> None:
        for ply, (position, action) in enumerate(playout(name, number)):
            shown = rules.snapshot(position)
            assert json.loads(json.dumps(shown)) == shown
            assert shown["ply"] == ply
            assert shown["turn"] == rules.turn(position)
            assert shown["legal"] == rules.legal(position)
            assert (shown["phase"] == "over") is rules.is_over(position) is (action is None)
            assert bool(rules.legal(position)) is not rules.is_over(position)
            result = rules.result(position)
            assert (result is None) is not rules.is_over(position)
            assert result is None or len(result) == rules.seats
            check_views(rules, position, shown)

    check()


def check_views(rules: Game[Any], position: Any, shown: dict[str, Any]) -> None:
    for seat in range(rules.seats):
        view = rules.view(position, seat)
        assert json.loads(json.dumps(view)) == view
        assert view["seat"] == seat
        assert set(shown) < set(view)
        mine = rules.turn(position) in (seat, None)
        assert view["legal"] == (rules.legal(position) if mine else [])
        assert [event["ply"] for event in view["history"]] == list(range(view["ply"]))
        assert view["hands"][seat] == shown["hands"][seat]
        if not rules.is_over(position):
            hidden = [view["hands"][other] for other in range(rules.seats) if other != seat]
            assert hidden == [None] * (rules.seats - 1)


def test_positions_never_change(name: str) -> None:
    rules = game(name)
    steps, shown = [], []
    for position, _ in playout(name, 5):
        steps.append(position)
        views = [rules.view(position, seat) for seat in range(rules.seats)]
        shown.append(json.dumps([rules.snapshot(position), views]))
    for position, text in zip(steps, shown, strict=True):
        views = [rules.view(position, seat) for seat in range(rules.seats)]
        assert json.dumps([rules.snapshot(position), views]) == text


def test_what_is_shown_is_a_copy(name: str) -> None:
    """Whoever gets a view may do with it as they like."""
    rules = game(name)
    position = [position for position, _ in playout(name, 7)][9]
    for show in (rules.snapshot, lambda it: rules.view(it, 0)):
        shown = show(position)
        text = json.dumps(shown)
        spoil(shown)
        assert json.dumps(show(position)) == text


def spoil(value: Any) -> None:
    if isinstance(value, dict):
        for item in list(value.values()):
            spoil(item)
        value.clear()
    elif isinstance(value, list):
        for item in value:
            spoil(item)
        value.clear()


def test_records(name: str) -> None:
    @given(NUMBERS)
    def check(number: int) -> None:
        steps, record = played(name, number)
        again = Record.read(record.write())
        assert again == record
        assert list(positions(again)) == steps
        assert final(again) == steps[-1]
        (replayed,) = replay_bytes(record.write().encode())
        assert replayed.code == 0
        assert replayed.lines == [game(name).snapshot(position) for position in steps]

    check()


def test_garbage(name: str) -> None:
    rules = game(name)
    steps = [position for position, _ in playout(name, 11)]
    for position in steps[::7]:
        for action in GARBAGE:
            expected = "match-over" if rules.is_over(position) else "not-an-action"
            assert refusal(rules, position, action).code == expected, action
    for action in GARBAGE:
        assert refusal(rules, steps[-1], action).code == "match-over"


def test_any_text(name: str) -> None:
    rules = game(name)
    position = rules.start(decks(rules, 1))

    @given(st.text(max_size=40))
    def check(action: str) -> None:
        assume(action.partition(" ")[0] not in WORDS)
        assert refusal(rules, position, action).code == "not-an-action"

    check()


def test_nothing_after_the_end(name: str) -> None:
    rules = game(name)
    steps, record = played(name, 2)
    for action in {*record.actions, "next", "pass", "check", "bet 1"}:
        assert refusal(rules, steps[-1], action).code == "match-over"


def test_other_games_words(name: str) -> None:
    rules = game(name)
    position = rules.start(decks(rules, 1))
    for other in set(GAMES) - {name}:
        for action in played(other, 1)[1].actions:
            assert refusal(rules, position, action).code == "not-an-action"


def test_bots_play_legally(name: str) -> None:
    """Those that solve or remember a deal take long; tests/bots has them."""
    rules = game(name)
    bots = {**rules.levels, **rules.extra_bots}
    for label, bot in bots.items():
        if isinstance(bot, Rememberer):
            continue
        for number in range(2):
            rng = random.Random(number)
            position = rules.start(decks(rules, number))
            for _ in range(150):  # two cautious bots may go on for hundreds of deals
                if rules.is_over(position):
                    break
                seat = rules.turn(position)
                if seat is None:
                    position = rules.apply(position, "next")
                    continue
                view = rules.view(position, seat)
                copy, state = json.loads(json.dumps(view)), rng.getstate()
                action = bot.choose(view, rng)
                assert view == copy, label
                rng.setstate(state)
                assert bot.choose(copy, rng) == action, label
                position = rules.apply(position, action)


def test_global_randomness_is_left_alone(name: str) -> None:
    def play(noise: int) -> tuple[str, str]:
        random.seed(noise)
        state = random.getstate()
        rules = game(name)
        bots = list(rules.levels.values())
        position = rules.start(decks(rules, 4))
        rng = random.Random(4)
        while not rules.is_over(position):
            seat = rules.turn(position)
            if seat is None:
                action = "next"
            else:
                action = bots[seat % len(bots)].choose(rules.view(position, seat), rng)
            position = rules.apply(position, action)
        assert random.getstate() == state
        return json.dumps(rules.snapshot(position)), json.dumps(rules.view(position, 0))

    assert play(1) == play(2)
