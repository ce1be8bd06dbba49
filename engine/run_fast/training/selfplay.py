"""Lessons from deals that the network plays against itself."""

from typing import Final

import numpy as np

from engine.run_fast.training.club import new_memory
from engine.run_fast.training.features import WORDS
from engine.run_fast.training.lockstep import (
    MOST_DECISIONS,
    NETWORK,
    Episodes,
    advance,
    explore,
    harvest,
)
from engine.run_fast.training.network import Network
from engine.run_fast.training.rules import WIDTH
from engine.run_fast.training.tutor import Lessons

_MOST_PLAYS: Final = 64
"""A hand has at most 54 leads."""


class SelfPlay:
    """Deals side by side that go on from one call of `lessons` to the next."""

    def __init__(self, games: int, seed: int, club_part: float = 0) -> None:
        self._club_part = club_part
        self._state = np.array([seed], np.uint64)
        self._memory = new_memory()
        self._deals = np.zeros((games, WIDTH), np.int64)
        self._over = np.ones(games, np.bool_)
        self._players = np.full((games, 3), NETWORK, np.int64)
        self._episodes = Episodes(games)
        self._rows = np.zeros((games * _MOST_PLAYS, WORDS), np.uint64)
        self._plays = np.zeros(len(self._rows), np.int64)
        self._counts = np.zeros(games, np.int64)
        self._harvest = games * 3 * MOST_DECISIONS

    def lessons(self, network: Network, size: int, chance: float, trust: float) -> Lessons:
        """Play until there are at least so many lessons.

        With a `chance` at each decision the network plays at random; for `trust` see `harvest`.
        """
        kept = self._episodes
        rows = np.zeros((size + self._harvest, WORDS), np.uint64)
        points = np.zeros(len(rows), np.float32)
        used = 0
        while used < size:
            used += harvest(
                self._deals,
                self._over,
                self._players,
                self._club_part,
                trust,
                self._state,
                kept.rows,
                kept.values,
                kept.explored,
                kept.settled,
                kept.used,
                rows[used:],
                points[used:],
            )
            found = advance(
                self._deals,
                self._over,
                self._players,
                1,
                self._memory,
                self._state,
                self._rows,
                self._plays,
                self._counts,
            )
            counts = self._counts
            values = network.points(self._rows[:found], counts[counts > 0])
            explore(
                self._deals,
                self._over,
                self._plays,
                counts,
                values,
                self._rows,
                chance,
                self._state,
                kept.rows,
                kept.values,
                kept.explored,
                kept.settled,
                kept.used,
            )
        return Lessons(rows[:used], points[:used])
