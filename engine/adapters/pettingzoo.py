"""The games as PettingZoo AEC environments, with action masks, seeds and rendering to text.

    from engine.adapters.pettingzoo import env
    environment = env("run-fast")
    environment.reset(seed=7)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, info = environment.last()
        ...
        environment.step(action)

Agents are ``player_0`` and so on, by seat.  An observation is a dict of ``observation`` and
``action_mask``; what their numbers mean is told by the game's coding (`engine.adapters.one_poker`,
`engine.adapters.run_fast`).  ``info["view"]`` is the same view that bots get.  Rewards come at the
end: 1 and -1 for a match of One Poker, the points of a deal of Run Fast.  ``next`` is done by the
environment.
"""

import sys
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.adapters.games import CODINGS
from engine.game import GAMES, View
from engine.shuffle import SERVER_SEED_BYTES, SeededDecks


def env(game: str, render_mode: str | None = None) -> Any:
    """Make an environment with PettingZoo's usual checks; an illegal action ends the match.

    Raises KeyError for a game that has no coding.
    """
    environment = CardEnv(game, render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class CardEnv(AECEnv[str, Any, int]):  # type: ignore[misc]  # no types there
    """A game without the checks: an illegal action raises IllegalAction and changes nothing."""

    def __init__(self, game: str, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = GAMES[game]
        self.coding = CODINGS[game]
        self.metadata = {
            "name": f"cardavia_{game.replace('-', '_')}_v1",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self._random: np.random.Generator | None = None
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self.coding.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.coding.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {
            agent: spaces.Discrete(self.coding.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match; its deck follows from the seed, or goes on from the last one."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        server_seed = self._random.bytes(SERVER_SEED_BYTES).hex()
        decks = SeededDecks(self.game.name, self.game.pack, server_seed, "pettingzoo")
        self._position = self.game.start(decks)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """Write what an agent sees as numbers, and what it may do."""
        view = self._view(agent)
        return {"observation": self.coding.observe(view), "action_mask": self.coding.mask(view)}

    def step(self, action: int | None) -> None:
        """Act for the agent whose turn it is. Raises IllegalAction."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        text = "" if action is None else self.coding.text(self._view(agent), int(action))
        self._position = self.game.apply(self._position, text)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Give the whole position as text, or print it."""
        shown = self.game.snapshot(self._position)
        text = "\n".join(f"{key}: {value}" for key, value in shown.items())
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n\n")
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to be released."""

    def _view(self, agent: str) -> View:
        return self.game.view(self._position, self.possible_agents.index(agent))

    def _go_on(self) -> None:
        """Do what is nobody's, then name who acts next, or settle."""
        while self.game.turn(self._position) is None and not self.game.is_over(self._position):
            self._position = self.game.apply(self._position, "next")
        self.infos = {agent: {"view": self._view(agent)} for agent in self.agents}
        seat = self.game.turn(self._position)
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        result = self.game.result(self._position)
        assert result is not None
        if self.game.result_key == "stacks":
            result = [1 if chips == max(result) else -1 for chips in result]
        self.rewards = {
            agent: float(points) for agent, points in zip(self.agents, result, strict=True)
        }
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
