"""The player that the solver is measured against: a fixed strategy for each kind of deal.

It plays by chips, who is first, the groups of the carried cards and the signals, as solved for a
fresh pack with what is carried on average.  It counts no cards and follows no carried card.
"""

import numpy as np
from numpy.typing import NDArray

from engine.one_poker.solver.belief import Belief
from engine.one_poker.solver.belief import weights as single_weights
from engine.one_poker.solver.deal import COPIES, FIRST_UP, RANK_COUNT, Deal, falling
from engine.one_poker.solver.form import Floats
from engine.one_poker.solver.player import SolverBot
from engine.one_poker.solver.public import Public
from engine.one_poker.solver.values import carried_table


class TablePlayer(SolverBot):
    """Plays each kind of deal in one way.  Its memory serves for nothing but the carried groups."""

    keep = 2048
    leaning = False

    def deal(self, found: Public, belief: Belief) -> Deal:
        """Give the deal of that kind."""
        chips = found.chips[found.first]
        fresh = np.full(RANK_COUNT, COPIES, dtype=np.intp)
        if belief.chances is None:
            return Deal(chips, self._signals(found), fresh, single_weights(belief, fresh))
        possible = np.asarray((belief.chances if found.first == 0 else belief.chances.T) > 0.0)
        groups = np.outer(_group(np.any(possible, axis=1)), _group(np.any(possible, axis=0)))
        flow = carried_table()[chips] * groups
        one, two = flow.sum(axis=1), flow.sum(axis=0)
        chances = np.outer(one, two) if flow.any() else groups
        return Deal(chips, self._signals(found), fresh, chances / chances.sum() / falling(fresh))

    def _signals(self, found: Public) -> tuple[tuple[int, int], tuple[int, int]]:
        return found.signals[found.first], found.signals[1 - found.first]


def _group(possible: NDArray[np.bool_]) -> Floats:
    """Give the whole group of which some ranks are possible."""
    up = np.arange(RANK_COUNT) >= FIRST_UP
    return np.where(up if possible[up].any() else ~up, 1.0, 0.0)
