"""What a seat sees, and that it is the same in every world that the seat cannot tell apart."""

import json
import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import ACE_HIGH, in_order
from engine.one_poker import GAME, Position
from engine.one_poker.ranks import UP
from engine.shuffle import FixedDecks
from tests.engine.playing import playout

BEFORE = ["ply", "phase", "turn", "hands", "legal", "deal", "first", "stacks", "wagers", "pot"]
BEFORE += ["min_raise", "signals", "locked", "stock", "discards"]
AFTER = ["seen", "seat", "history"]


def another_world(position: Position, seat: int, rng: random.Random) -> Position:
    """Deal the whole match again so that the seat sees nothing of it.

    The cards that the other holds and the seat has never seen trade places with cards of the same
    group in the stock, the rest of the stock is shuffled, and the other may have locked another
    card in a deal that is not settled.  The match is then played again from the first card.
    """
    other = 1 - seat
    decks, hands = deck_places(position)
    places = list(hands[other])
    if position.settlement is not None:
        played = position.locked[other]
        places.remove(next(place for place in places if decks[place[0]][place[1]] == played))
    last = len(decks) - 1
    # Who counts the cards of a reshuffle knows what was kept through it.
    places = [place for place in places if place[0] == last]
    free = [(last, i) for i in range(len(decks[last]) - len(position.stock), len(decks[last]))]
    by_group: defaultdict[bool, list[tuple[int, int]]] = defaultdict(list)
    for k, i in places + free:
        by_group[decks[k][i][0] in UP].append((k, i))
    # The groups of what the other holds are public; where the stock's groups lie is not.
    cards: dict[tuple[int, int], str] = {}
    rest: list[str] = []
    for group in by_group.values():
        values = [decks[k][i] for k, i in group]
        rng.shuffle(values)
        fixed = [place for place in group if place in places]
        cards.update(zip(fixed, values, strict=False))
        rest += values[len(fixed) :]
    rng.shuffle(rest)
    cards.update(zip([place for place in free if place not in cards], rest, strict=True))
    for (k, i), card in cards.items():
        decks[k][i] = card
    world = GAME.start(FixedDecks(tuple(decks[0]), tuple(map(tuple, decks[1:]))))
    for ply, (who, action) in enumerate(position.history):
        unknown = who == other and ply >= position.since and position.settlement is None
        if unknown and action.startswith("lock"):
            action = rng.choice(GAME.legal(world))
        world = GAME.apply(world, action)
    return world


def deck_places(
    position: Position,
) -> tuple[list[list[str]], tuple[list[tuple[int, int]], list[tuple[int, int]]]]:
    """All decks of the match so far, and where in them the cards in hand come from."""
    world = GAME.start(position.decks)
    decks = [list(position.decks.deck())]
    hands = [(0, 0), (0, 2)], [(0, 1), (0, 3)]
    used = 4
    for _, action in position.history:
        before = world
        world = GAME.apply(world, action)
        if action != "next":
            continue
        if world.shuffles != before.shuffles:
            cards = before.discards + before.stock
            decks.append(list(position.decks.reshuffle(world.shuffles, cards)))
            used = 0
        k = len(decks) - 1
        for seat in (0, 1):
            locked = before.locked[seat]
            gone = next(place for place in hands[seat] if decks[place[0]][place[1]] == locked)
            hands[seat].remove(gone)
            hands[seat].append((k, used + (seat != world.first)))
        used += 2
    return decks, hands


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
