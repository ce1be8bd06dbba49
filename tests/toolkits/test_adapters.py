"""The games as environments: PettingZoo's own tests, and that the numbers mean what they say."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra cardavia[rl]")

from pettingzoo.test import api_test, render_test, seed_test

from engine.adapters.games import CODINGS
from engine.adapters.pettingzoo import CardEnv, env
from engine.game import GAMES, IllegalAction
from tests.engine.playing import playout

# PettingZoo's own environments with action masks get these two warnings as well.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]
both_games = pytest.mark.parametrize("game", list(CODINGS))
both_forms = pytest.mark.parametrize("make", [env, CardEnv])
Make = Callable[..., Any]


def test_every_game_has_a_coding() -> None:
    assert list(CODINGS) == list(GAMES)


@both_games
@both_forms
def test_api(game: str, make: Make) -> None:
    api_test(make(game), num_cycles=300)


@both_games
@both_forms
def test_seed(game: str, make: Make) -> None:
    seed_test(lambda: make(game), num_cycles=200)


@both_games
@both_forms
def test_render(game: str, make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode=None: make(game, render_mode),
        {"ansi": lambda text: "hands: [[" in text and "legal: [" in text},
    )
    assert "hands: [[" in capsys.readouterr().out


@both_games
@pytest.mark.parametrize("number", range(4))
def test_what_is_masked_is_what_is_legal(game: str, number: int) -> None:
    rules, coding = GAMES[game], CODINGS[game]
    for position, _ in playout(game, number):
        turn = rules.turn(position)
        for seat in range(rules.seats):
            view = rules.view(position, seat)
            mask = coding.mask(view)
            assert mask.shape == (coding.actions,)
            if seat != turn:
                assert not mask.any()
                continue
            texts = {coding.text(view, action) for action in np.flatnonzero(mask).tolist()}
            assert len(texts) == mask.sum(), "every number is another action"
            for text in texts:
                rules.apply(position, text)
            assert len(texts) == sum(map(choices, view["legal"])), "nothing legal is missing"
            refused = [coding.text(view, action) for action in np.flatnonzero(mask == 0).tolist()]
            for text in {*refused, coding.text(view, -1), coding.text(view, coding.actions)}:
                if text in texts:  # the second of two equal cards
                    assert text.startswith("lock ")
                    continue
                with pytest.raises(IllegalAction):
                    rules.apply(position, text)


def choices(legal: str) -> int:
    """Count the actions that a text of `legal` stands for."""
    if ".." not in legal:
        return 1
    low, high = legal.split(" ")[1].split("..")
    return int(high) - int(low) + 1


@both_games
def test_observations_stay_in_their_space(game: str) -> None:
    rules, environment = GAMES[game], CardEnv(game)
    for number in range(6):
        for position, _ in playout(game, number):
            for seat in range(rules.seats):
                seen = CODINGS[game].observe(rules.view(position, seat))
                mask = CODINGS[game].mask(rules.view(position, seat))
                space = environment.observation_space(f"player_{seat}")
                assert space.contains({"observation": seen, "action_mask": mask})


@both_games
def test_observations_tell_positions_apart(game: str) -> None:
    """Two views that differ in what is to be decided on differ in numbers."""
    rules, coding = GAMES[game], CODINGS[game]
    seen: dict[bytes, Any] = {}
    for number in range(6):
        for position, _ in playout(game, number):
            seat = rules.turn(position)
            if seat is None:
                continue
            view = rules.view(position, seat)
            key = coding.observe(view).tobytes()
            ranks = [sorted(card[0] for card in view["hands"][seat]), coding.mask(view).tobytes()]
            assert seen.setdefault(key, ranks) == ranks


@both_games
def test_a_match_in_the_environment_is_a_match_of_the_game(game: str) -> None:
    rules = GAMES[game]
    environment = CardEnv(game)
    for seed in range(3):
        environment.reset(seed=seed)
        rng = random.Random(seed)
        total = dict.fromkeys(environment.possible_agents, 0.0)
        for agent in environment.agent_iter():
            observation, reward, over, _, info = environment.last()
            total[agent] += reward
            if over:
                environment.step(None)
                continue
            view = info["view"]
            assert view["seat"] == rules.turn(environment._position) == int(agent[-1])
            assert view == rules.view(environment._position, view["seat"])
            environment.step(rng.choice(np.flatnonzero(observation["action_mask"])))
        result = rules.result(environment._position)
        assert result is not None
        if game == "one-poker":
            result = [1 if chips else -1 for chips in result]
        assert list(total.values()) == result
        assert sum(total.values()) == 0


@both_games
def test_an_illegal_action_ends_the_match_for_its_player(game: str) -> None:
    environment = env(game)
    environment.reset(seed=1)
    agent = environment.agent_selection
    mask = environment.observe(agent)["action_mask"]
    environment.step(int(np.flatnonzero(mask == 0)[-1]))
    assert environment.terminations[agent]
    assert environment.rewards[agent] == -1
    raw = CardEnv(game)
    raw.reset(seed=1)
    before = raw.observe(agent)
    with pytest.raises(IllegalAction):
        raw.step(int(np.flatnonzero(mask == 0)[-1]))
    assert np.array_equal(raw.observe(agent)["observation"], before["observation"])


def test_a_game_without_a_coding() -> None:
    with pytest.raises(KeyError):
        env("whist")
