"""The expert at Run Fast: what it goes by, and how it chooses."""

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from engine.run_fast import GAME
from engine.run_fast.bot import Random, play_text, plays
from engine.run_fast.combinations import holds
from engine.run_fast.endings import proven
from engine.run_fast.hands import card_set, rank_counts
from engine.run_fast.network.features import (
    INPUTS,
    PLAY,
    STATE,
    inputs,
    situation,
)
from engine.run_fast.network.model import FILE, MANIFEST, Model, read, shipped
from engine.run_fast.network.player import Expert
from engine.run_fast.rules import Position
from tests.engine.run_fast_world import random_decks

EXPERT = Expert()


def choices(seed: int, deals: int) -> Iterator[tuple[Position, int]]:
    """Positions in which there is a choice, in deals of experts who now and then play at random."""
    rng = random.Random(seed)
    for _ in range(deals):
        position = GAME.start(random_decks(rng))
        while (seat := GAME.turn(position)) is not None:
            shown = GAME.view(position, seat)
            if len(shown["legal"]) > 1:
                yield position, seat
            bot = Random() if rng.random() < 0.3 else EXPERT
            position = GAME.apply(position, bot.choose(shown, rng))


def test_what_a_seat_knows_is_true() -> None:
    """The cards that it can't see fit what it knows of them, which passes bound."""
    for position, seat in choices(seed=3, deals=30):
        known = situation(GAME.view(position, seat))
        counts = [rank_counts(hand) for hand in position.hands]
        others = [(seat + step) % 3 for step in (1, 2)]
        assert known.hand == counts[seat]
        assert known.unseen == sum(counts[other] for other in others)
        for place, other in enumerate(others):
            assert holds(known.bounds[place], counts[other])
            assert holds(known.unseen, known.bounds[place])
            played = card_set(
                name
                for actor, action in position.history
                if actor == other
                for name in action.split()[1:]
            )
            assert known.played[place] == rank_counts(played)
            assert known.sizes[place] == position.hands[other].bit_count()
        table = position.table
        assert known.table == (table and table.combination)


def test_inputs_are_as_many_as_they_should_be() -> None:
    for position, seat in choices(seed=4, deals=3):
        shown = GAME.view(position, seat)
        state, after = inputs(situation(shown), plays(shown))
        assert state.shape == (STATE,)
        assert after.shape == (len(shown["legal"]), PLAY)
        assert set(np.unique(after)) == {0, 1}


@cache
def small_model() -> Model:
    rng = np.random.default_rng(5)
    weights = [rng.normal(0, 0.2, shape) for shape in ((INPUTS, 8), (8, 4), (4, 1))]
    biases = [rng.normal(0, 0.2, size) for size in (8, 4, 1)]
    return Model(
        [each.astype(np.float32) for each in weights], [b.astype(np.float32) for b in biases], 12
    )


def test_of_equal_plays_the_first_is_made() -> None:
    zeros = [np.zeros(shape, np.float32) for shape in ((INPUTS, 2), (2, 1))]
    indifferent = Expert(Model(zeros, [np.zeros(2, np.float32), np.zeros(1, np.float32)], 12))
    for position, seat in choices(seed=6, deals=2):
        shown = GAME.view(position, seat)
        first = (proven(shown) or plays(shown))[0]
        assert indifferent.choose(shown, random.Random(0)) == play_text(shown, first)


def test_a_win_that_is_proven_is_taken() -> None:
    wins = 0
    for position, seat in choices(seed=10, deals=12):
        shown = GAME.view(position, seat)
        certain = proven(shown)
        if certain:
            wins += 1
            chosen = EXPERT.choose(shown, random.Random(0))
            assert chosen in [play_text(shown, play) for play in certain]
    assert wins > 10


def test_the_points_of_a_play_do_not_depend_on_the_other_plays() -> None:
    """But for the last digit: in which order numbers are added up differs."""
    model = small_model()
    for position, seat in choices(seed=9, deals=3):
        shown = GAME.view(position, seat)
        state, after = inputs(situation(shown), plays(shown))
        together = model.points(state, after)
        for place in range(len(after)):
            alone = model.points(state, after[place : place + 1])
            assert abs(alone[0] - together[place]) < 0.0015


def test_what_is_shipped_is_what_its_manifest_tells_of() -> None:
    data = files("engine.run_fast").joinpath("data")
    network = data.joinpath(FILE).read_bytes()
    manifest = json.loads(data.joinpath(MANIFEST).read_text("utf-8"))
    assert hashlib.sha256(network).hexdigest() == manifest["sha256"][FILE]
    assert len(network) < 4_000_000
    assert {"parameters", "training", "commit", "date", "scores"} <= set(manifest)
    assert read(BytesIO(network)) is not shipped()


def test_training_never_loads_with_the_server() -> None:
    program = (
        "import sys; import app.main; from engine.game import GAMES\n"
        "for game in GAMES.values(): list(game.levels)\n"
        "from engine.run_fast.network.model import shipped; shipped()\n"
        "found = [name for name in sys.modules if 'training' in name or name == 'numba']\n"
        "assert not found, found"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
