"""Exact best responses, and how far a pair of strategies is from an equilibrium."""

import numpy as np

from engine.one_poker.solver.cfr import Plans, Rows
from engine.one_poker.solver.form import Floats, Form


def own_values(form: Form, player: int, other_plan: Floats) -> Floats:
    """Give the counterfactual value of the ends after each row, from the player's own side."""
    payoffs = form.payoffs.transpose(0, 2, 1) if player == 0 else -form.payoffs
    return Rows(form, player, payoffs)(other_plan)


def best_response(form: Form, player: int, other_plan: Floats) -> tuple[float, Floats]:
    """Give what a player can gain at most against a fixed plan, and a pure plan that does.

    The value is in the units of the pay-offs, from this player's side.
    """
    side = form.tree.sides[player]
    values = own_values(form, player, other_plan)
    choice = np.zeros_like(values)
    for level in reversed(side.levels):
        here = values[level.rows]
        best = np.maximum.reduceat(here, level.add.starts)
        picks = here == best[level.decision]
        before = np.cumsum(picks, axis=0) - picks
        choice[level.rows] = picks & (before == before[level.add.starts][level.decision])
        values[level.parents] += level.add_up(best)
    partner = form.partners[player]
    other = values[0][partner]
    choice[0] = (values[0] > other) | ((values[0] == other) & (np.arange(len(other)) <= partner))
    for level in side.levels:
        choice[level.rows] *= choice[level.above]
    return float((values[0] * choice[0]).sum()), choice


def value(form: Form, plans: Plans) -> float:
    """Give what player 0 gains when both follow their plans."""
    return float((own_values(form, 0, plans[1]) * plans[0]).sum())


def gap(form: Form, plans: Plans) -> float:
    """Give the sum of what each player could still gain; 0 in equilibrium."""
    return best_response(form, 0, plans[1])[0] + best_response(form, 1, plans[0])[0]
