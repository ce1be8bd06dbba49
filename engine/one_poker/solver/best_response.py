"""Exact best responses, and how far a pair of strategies is from an equilibrium."""

import numpy as np

from engine.one_poker.solver.cfr import Plans, player_payoffs, row_values
from engine.one_poker.solver.form import Floats, Form


def best_response(form: Form, player: int, other_plan: Floats) -> tuple[float, Floats]:
    """Give what a player can gain at most against a fixed plan, and a pure plan that does.

    The value is in the units of the pay-offs, from this player's side.
    """
    side = form.tree.sides[player]
    values = row_values(form, player, other_plan, player_payoffs(form)[player])
    choice = np.zeros_like(values)
    for level in reversed(side.levels):
        here = values[level.rows]
        best = np.maximum.reduceat(here, level.starts)
        for place, first in enumerate(level.starts):
            last = level.starts[place + 1] if place + 1 < len(level.starts) else len(here)
            picked = np.argmax(here[first:last], axis=0)
            choice[level.rows.start + first + picked, np.arange(here.shape[1])] = 1.0
        values[level.parents] += np.add.reduceat(best, level.blocks)
    partner = form.partners[player]
    states = np.arange(len(partner))
    other = values[0][partner]
    first_of_pair = (values[0] > other) | ((values[0] == other) & (states <= partner))
    choice[0] = first_of_pair
    for level in side.levels:
        choice[level.rows] *= choice[level.above]
    return float((values[0] * first_of_pair).sum()), choice


def value(form: Form, plans: Plans) -> float:
    """Give what player 0 gains when both follow their plans."""
    values = row_values(form, 0, plans[1], player_payoffs(form)[0])
    return float((values * plans[0]).sum())


def gap(form: Form, plans: Plans) -> float:
    """Give the sum of what each player could still gain; 0 in equilibrium."""
    return best_response(form, 0, plans[1])[0] + best_response(form, 1, plans[0])[0]
