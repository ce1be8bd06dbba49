"""Discounted counterfactual regret minimisation, batched over private states and tree levels.

N. Brown and T. Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization",
AAAI 2019, with their recommended parameters (3/2, 0, 2): positive regrets are discounted by
t^1.5 / (t^1.5 + 1), negative ones halved, and iteration t counts t^2 in the average.  Players are
updated in turn.  There is no randomness; what a run gives depends on its input alone, up to the
last digits, which the processor's matrix product may round differently.
"""

from typing import TypeAlias

import numpy as np

from engine.one_poker.solver.form import Floats, Form, Side

Plans: TypeAlias = tuple[Floats, Floats]
"""Realisation plans by player: rows are sequences, columns private states."""


class Solver:
    """A game with its regrets.  Call `run`, then `plans`."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.iterations = 0
        tree, states = form.tree, form.states
        shapes = [(tree.sides[p].rows, states[p]) for p in (0, 1)]
        self._regrets = [np.zeros(shape) for shape in shapes]
        self._sums = [np.zeros(shape) for shape in shapes]
        self._plans = [self._first_plan(p) for p in (0, 1)]
        self._policies = [np.zeros((shape[0] - 1, shape[1])) for shape in shapes]
        ends = len(tree.ends.rows[0])
        self._values = [np.zeros((ends, count)) for count in states]
        self._payoffs = player_payoffs(form)
        for player in (0, 1):
            self._follow(player)

    def run(self, iterations: int) -> None:
        """Do more iterations."""
        for _ in range(iterations):
            self.iterations += 1
            for player in (0, 1):
                self._update(player)

    def plans(self) -> Plans:
        """Give the average strategies so far."""
        if not self.iterations:
            return self._plans[0].copy(), self._plans[1].copy()
        one, two = (average(self.form, p, self._sums[p]) for p in (0, 1))
        return one, two

    def _first_plan(self, player: int) -> Floats:
        partner = self.form.partners[player]
        plan = np.zeros((self.form.tree.sides[player].rows, len(partner)))
        plan[0] = np.where(partner == np.arange(len(partner)), 1.0, 0.5)
        return plan

    def _update(self, player: int) -> None:
        form = self.form
        side = form.tree.sides[player]
        regrets, policy, plan = self._regrets[player], self._policies[player], self._plans[player]
        values = row_values(
            form, player, self._plans[1 - player], self._payoffs[player], self._values[player]
        )
        gains = np.empty_like(regrets)
        for level in reversed(side.levels):
            here = values[level.rows]
            expected = np.add.reduceat(policy[_shifted(level.rows)] * here, level.starts)
            np.subtract(
                here,
                expected[side.decision[_shifted(level.rows)] - side.decision[level.rows.start - 1]],
                out=gains[level.rows],
            )
            values[level.parents] += np.add.reduceat(expected, level.blocks)
        partner = form.partners[player]
        free = partner == np.arange(len(partner))
        chosen = plan[0] * values[0]
        gains[0] = values[0] - np.where(free, chosen, chosen + chosen[partner])
        t = float(self.iterations)
        power = t**1.5
        before = (t - 1.0) ** 1.5
        positive = np.maximum(regrets, 0.0)
        regrets -= positive
        regrets *= 0.5
        positive *= before / (before + 1.0)
        regrets += positive
        regrets += gains
        del power
        self._follow(player)
        self._sums[player] += (t * t) * self._plans[player]
        return

    def _follow(self, player: int) -> None:
        """Set the policy to regret matching, and the plan to that policy."""
        side, plan, policy = (
            self.form.tree.sides[player],
            self._plans[player],
            self._policies[player],
        )
        positive = np.maximum(self._regrets[player], 0.0)
        partner = self.form.partners[player]
        free = partner == np.arange(len(partner))
        total = positive[0] + positive[0][partner]
        plan[0] = np.where(
            free,
            1.0,
            np.divide(positive[0], total, out=np.full_like(total, 0.5), where=total > 0.0),
        )
        if side.rows == 1:
            return
        totals = np.add.reduceat(positive[1:], side.starts)
        widths = np.diff(np.append(side.starts, side.rows - 1))
        uniform = (1.0 / widths)[side.decision][:, None]
        spread = totals[side.decision]
        np.divide(positive[1:], spread, out=policy, where=spread > 0.0)
        np.copyto(policy, uniform, where=spread <= 0.0)
        for level in side.levels:
            np.multiply(plan[level.above], policy[_shifted(level.rows)], out=plan[level.rows])


def _shifted(rows: slice) -> slice:
    return slice(rows.start - 1, rows.stop - 1)


def player_payoffs(form: Form) -> tuple[Floats, Floats]:
    """Give the pay-offs as each player's own: [group, the other's state, own state]."""
    mine = np.ascontiguousarray(form.payoffs.transpose(0, 2, 1))
    return mine, np.negative(form.payoffs)


def row_values(
    form: Form, player: int, other_plan: Floats, payoffs: Floats, work: Floats | None = None
) -> Floats:
    """Give the counterfactual value of the ends directly after each row of a player."""
    ends = form.tree.ends
    reach = other_plan[ends.rows[1 - player]]
    if work is None:
        work = np.empty((len(reach), form.states[player]))
    for group, where in ends.groups:
        np.dot(reach[where], payoffs[group], out=work[where])
    values = np.zeros((form.tree.sides[player].rows, form.states[player]))
    values[ends.distinct[player]] = np.add.reduceat(work[ends.order[player]], ends.firsts[player])
    return values


def average(form: Form, player: int, sums: Floats) -> Floats:
    """Turn weighted sums of realisation plans into a plan; uniform where nothing was ever reached."""
    side: Side = form.tree.sides[player]
    partner = form.partners[player]
    free = partner == np.arange(len(partner))
    plan = np.empty_like(sums)
    total = np.where(free, sums[0], sums[0] + sums[0][partner])
    plan[0] = sums[0] / total
    if side.rows == 1:
        return plan
    totals = np.add.reduceat(sums[1:], side.starts)[side.decision]
    widths = np.diff(np.append(side.starts, side.rows - 1))
    uniform = np.broadcast_to((1.0 / widths)[side.decision][:, None], totals.shape)
    policy = np.divide(sums[1:], totals, out=uniform.copy(), where=totals > 0.0)
    for level in side.levels:
        np.multiply(plan[level.above], policy[_shifted(level.rows)], out=plan[level.rows])
    return plan
