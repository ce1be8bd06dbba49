"""What a seat of Run Fast sees, and that nothing hidden can reach it."""

import json
import random
import re
from collections.abc import Iterator

from engine.game import Bot, IllegalAction
from engine.run_fast import GAME
from engine.run_fast.rules import Position
from tests.engine.run_fast_world import decks_of, random_deal

SEEN = {
    "ply",
    "phase",
    "turn",
    "hands",
    "legal",
    "table",
    "passes",
    "bonuses",
    "counts",
    "seat",
    "history",
}
BOTS: dict[str, Bot] = {**GAME.levels, **GAME.extra_bots}


def first_hands(position: Position) -> list[list[str]]:
    """Put the cards that have been played back into the hands."""
    hands: list[list[str]] = GAME.snapshot(position)["hands"]
    for seat, action in position.history:
        hands[seat] += action.split()[1:]
    return hands


def other_worlds(position: Position, seat: int, rng: random.Random) -> Iterator[Position]:
    """Deal the cards that a seat can't see in other ways that explain the same public play.

    Some of the cards still held by the others change places; what remains are the worlds in which
    every play and every forced pass so far was legal.
    """
    left, right = (other for other in range(3) if other != seat)
    held = GAME.snapshot(position)["hands"]
    for _ in range(8):
        hands = first_hands(position)
        most = min(len(held[left]), len(held[right]))
        number = rng.randint(1, most)
        given, taken = rng.sample(held[left], number), rng.sample(held[right], number)
        hands[left] = [name for name in hands[left] if name not in given] + taken
        hands[right] = [name for name in hands[right] if name not in taken] + given
        world = GAME.start(decks_of(hands))
        try:
            for _, action in position.history:
                world = GAME.apply(world, action)
        except IllegalAction:
            continue
        if GAME.turn(world) == GAME.turn(position):
            yield world


def test_worlds_that_differ_only_in_hidden_cards_look_the_same_and_are_played_the_same() -> None:
    rng = random.Random(31)
    worlds = decisions = 0
    for _ in range(10):
        for position in random_deal(rng):
            if GAME.is_over(position) or rng.random() < 0.5:
                continue
            seat = rng.randrange(3)
            seen = GAME.view(position, seat)
            for world in other_worlds(position, seat, rng):
                assert world.hands != position.hands
                assert json.dumps(GAME.view(world, seat)) == json.dumps(seen)
                worlds += 1
                if seen["turn"] != seat:
                    continue
                for name, bot in BOTS.items():
                    chosen = bot.choose(seen, random.Random(1))
                    again = bot.choose(GAME.view(world, seat), random.Random(1))
                    assert chosen == again, name
                decisions += 1
    assert worlds > 150
    assert decisions > 50


def test_a_view_names_no_card_that_the_seat_has_not_seen() -> None:
    rng = random.Random(32)
    for position in random_deal(rng):
        hands = GAME.snapshot(position)["hands"]
        for seat in range(3):
            view = GAME.view(position, seat)
            assert set(view) == SEEN | (
                {"scores", "breakdown"} if view["phase"] == "over" else set()
            )
            named = set(re.findall(r"\b[2-9TJQKA][cdhs]\b", json.dumps(view)))
            played = {name for _, action in position.history for name in action.split()[1:]}
            if view["phase"] == "over":
                assert view["hands"] == hands
            else:
                assert named == played | set(hands[seat])
                assert view["hands"] == [
                    hand if owner == seat else None for owner, hand in enumerate(hands)
                ]


def test_a_view_is_the_position_of_the_record_otherwise() -> None:
    rng = random.Random(33)
    for position in random_deal(rng):
        line = GAME.snapshot(position)
        for seat in range(3):
            view = GAME.view(position, seat)
            for key in line.keys() - {"hands", "legal"}:
                assert view[key] == line[key]
            assert view["seat"] == seat
            assert view["legal"] == (line["legal"] if line["turn"] == seat else [])
            assert view["counts"] == [len(hand) for hand in line["hands"]]
            assert [(event["seat"], event["action"]) for event in view["history"]] == list(
                position.history
            )
            assert [event["ply"] for event in view["history"]] == list(range(position.ply))
