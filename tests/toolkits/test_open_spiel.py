"""The games as OpenSpiel games. Needs what requirements-bench.txt installs; skipped without it."""

import json
import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="needs OpenSpiel")

import pyspiel

import engine.adapters.open_spiel  # noqa: F401 - registers the games
from engine.game import GAMES
from engine.record import Record, final

GAMES_THERE = {"python_one_poker": "one-poker", "python_run_fast": "run-fast"}
every_game = pytest.mark.parametrize("name", list(GAMES_THERE))


def deal(state: Any, rng: random.Random) -> None:
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    assert sum(chances) == pytest.approx(1)
    state.apply_action(rng.choices(outcomes, chances)[0])


def record_of(state: Any, game: str) -> Record:
    deck, *reshuffles = state.shuffles
    return Record(game, state.done, deck=deck, reshuffles=tuple(reshuffles) or None)


@every_game
def test_open_spiels_own_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=10, serialize=True, verbose=False)


@every_game
def test_a_match_is_a_record_of_ours(name: str) -> None:
    game = pyspiel.load_game(name)
    rules = GAMES[GAMES_THERE[name]]
    for seed in range(5):
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                deal(state, rng)
                continue
            player = state.current_player()
            view = rules.view(state.position, player)
            assert json.loads(state.information_state_string(player)) == view
            seen = json.loads(state.observation_string(player))
            assert seen == {key: view[key] for key in view if key != "history"}
            assert np.array(state.observation_tensor(player)).max() <= 1
            state.apply_action(rng.choice(state.legal_actions()))
        end = final(record_of(state, rules.name))
        assert rules.snapshot(end) == rules.snapshot(state.position)
        assert sum(state.returns()) == 0
        result = rules.result(end)
        if rules.name == "run-fast":
            assert state.returns() == result


def test_chance_deals_the_reshuffles_too() -> None:
    game = pyspiel.load_game("python_one_poker")
    rng, state = random.Random(1), game.new_initial_state()
    while len(state.shuffles) < 3 and not state.is_terminal():
        if state.is_chance_node():
            deal(state, rng)
        else:  # lock anything, then check: deals are over soon, and stacks change slowly
            legal = state.legal_actions()
            state.apply_action(2 if 2 in legal else rng.choice(legal))
    assert len(state.shuffles) == 3, "two reshuffles"
    assert len(state.shuffles[1]) == 102
    record = record_of(state, "one-poker")
    rules = GAMES["one-poker"]
    assert rules.snapshot(final(record)) == rules.snapshot(state.position)
