"""What a seat of Run Fast sees, and that nothing hidden can reach it."""

import json
import random
import re

from engine.run_fast import GAME
from tests.engine.run_fast_world import other_worlds, random_deal

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


def test_worlds_that_differ_only_in_hidden_cards_look_the_same() -> None:
    rng = random.Random(31)
    worlds = 0
    for _ in range(10):
        for position in random_deal(rng):
            if GAME.is_over(position) or rng.random() < 0.5:
                continue
            seat = rng.randrange(3)
            seen = json.dumps(GAME.view(position, seat))
            for world in other_worlds(position, seat, rng):
                assert world.hands != position.hands
                assert json.dumps(GAME.view(world, seat)) == seen
                worlds += 1
    assert worlds > 150


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
