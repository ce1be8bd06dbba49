"""No bot of Run Fast knows a hidden card: dealt otherwise, they leave what it does unchanged."""

import json
import random
from collections.abc import Mapping

import pytest

from bench.run_fast.playing import bot_named, decisions
from engine.arena import named_bots
from engine.game import Bot
from engine.run_fast import GAME
from tests.engine.run_fast_world import other_worlds

BOTS: Mapping[str, Bot] = named_bots(GAME)
COMPANY = [bot_named(name) for name in (*GAME.levels, "random")]
FEWEST = 2
"""So many other worlds at least a position has to have to be counted."""


def paired(seed: int, count: int) -> None:
    """Give every bot so many positions, each with its hidden cards dealt in other ways."""
    rng = random.Random(seed)
    for position, view in decisions(seed, COMPANY):
        if not count:
            break
        if rng.random() < 0.7:
            continue  # so that they are of many deals
        seat = view["seat"]
        worlds = list(other_worlds(position, seat, rng))
        if len(worlds) < FEWEST:
            continue
        views = [GAME.view(world, seat) for world in worlds]
        for world, other in zip(worlds, views, strict=True):
            assert world.hands != position.hands
            assert world.hands[seat] == position.hands[seat]
            assert json.dumps(other) == json.dumps(view)
        for name, bot in BOTS.items():
            chosen = bot.choose(view, random.Random(seed))
            for other in views:
                assert bot.choose(other, random.Random(seed)) == chosen, (name, seed, view)
        count -= 1


def test_no_bot_plays_otherwise_when_hidden_cards_lie_otherwise() -> None:
    paired(71, 30)


@pytest.mark.long
def test_no_bot_plays_otherwise_in_a_thousand_positions() -> None:
    paired(72, 1000)
