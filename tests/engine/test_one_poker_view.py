"""What a seat sees, and that it is the same in every world that the seat cannot tell apart."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import ACE_HIGH, in_order
from engine.one_poker import GAME, Position
from engine.shuffle import FixedDecks
from tests.engine.one_poker_worlds import another_world
from tests.engine.playing import playout

BEFORE = ["ply", "phase", "turn", "hands", "legal", "deal", "first", "stacks", "wagers", "pot"]
BEFORE += ["min_raise", "signals", "locked", "stock", "discards"]
AFTER = ["seen", "seat", "history"]


def text(position: Position, seat: int) -> str:
    return json.dumps(GAME.view(position, seat))


@pytest.mark.parametrize("seat", [0, 1])
@given(number=st.integers(0, 10**6))
def test_worlds_that_look_alike(seat: int, number: int) -> None:
    rng = random.Random(number)
    steps = [position for position, _ in playout("one-poker", number)]
    differing = 0
    for position in [*rng.sample(steps, min(8, len(steps))), steps[-1]]:
        world = another_world(position, seat, rng)
        assert text(world, seat) == text(position, seat)
        differing += GAME.snapshot(world) != GAME.snapshot(position)
    assert differing


def long_match(number: int) -> tuple[list[Position], FixedDecks]:
    """A match of more than 51 deals: checks, and a fold where a stack runs low."""
    rng = random.Random(number)
    position = GAME.start(FixedDecks(tuple(rng.sample(GAME.pack, len(GAME.pack)))))
    stocks: list[tuple[str, ...]] = []
    steps = [position]
    while position.deal < 55:
        if position.phase == "settled" and not position.stock:
            stock = list(position.discards)
            rng.shuffle(stock)
            stocks.append(tuple(stock))
            decks = FixedDecks(position.decks.deck(), tuple(stocks))
            position = position._replace(decks=decks)
        legal = GAME.legal(position)
        action = rng.choice(legal) if position.phase == "lock" else legal[0]
        if legal[0] == "check" and position.turn is not None and position.stacks[position.turn] < 9:
            action = "bet 1"
        position = GAME.apply(position, action)
        steps.append(position)
    return steps, FixedDecks(position.decks.deck(), tuple(stocks))


@pytest.mark.parametrize("seat", [0, 1])
def test_worlds_that_look_alike_after_a_reshuffle(seat: int) -> None:
    rng = random.Random(seat)
    steps, decks = long_match(seat)
    assert steps[-1].shuffles == 1
    for position in steps:
        if position.deal < 50:
            continue
        position = position._replace(decks=decks)
        assert text(another_world(position, seat, rng), seat) == text(position, seat)


@given(number=st.integers(0, 10**6))
def test_view(number: int) -> None:
    for position, _ in playout("one-poker", number):
        whole = GAME.snapshot(position)
        for seat in (0, 1):
            view = GAME.view(position, seat)
            settled = position.settlement is not None
            assert list(view) == BEFORE + ["result"] * settled + AFTER
            for key in set(whole) - {"hands", "legal", "locked"}:
                assert view[key] == whole[key]
            assert view["hands"][seat] == list(position.hands[seat])
            assert view["hands"][1 - seat] is None
            assert view["legal"] == (whole["legal"] if position.turn in (seat, None) else [])
            assert view["locked"][seat] == position.locked[seat]
            if settled:
                assert view["locked"] == whole["locked"]
            elif position.locked[1 - seat]:
                assert view["locked"][1 - seat] == "hidden"
            else:
                assert view["locked"][1 - seat] is None
            assert view["seen"] == list(in_order(position.discards, ACE_HIGH))
            assert view["seat"] == seat
            check_history(position, seat, view["history"])


def check_history(position: Position, seat: int, history: list[dict[str, object]]) -> None:
    assert [event["ply"] for event in history] == list(range(position.ply))
    assert [event["seat"] for event in history] == [who for who, _ in position.history]
    for ply, (event, (who, action)) in enumerate(zip(history, position.history, strict=True)):
        hidden = (
            who == 1 - seat
            and action.startswith("lock")
            and ply >= position.since
            and position.phase in ("lock", "bet")
        )
        assert event["action"] == ("lock" if hidden else action)
