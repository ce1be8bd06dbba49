"""Discounted counterfactual regret minimisation, batched over private states and tree levels.

N. Brown and T. Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization",
AAAI 2019, with the parameters (3/2, 1/2, 4): before iteration t + 1 positive regrets are discounted
by t^1.5 / (t^1.5 + 1), negative ones by t^0.5 / (t^0.5 + 1), and iteration t counts t^4 in the
average.  A player follows the regrets with a part of the last ones added once more, as a guess of
the next ones: predictive regret matching, G. Farina, C. Kroer and T. Sandholm, "Faster Game Solving
via Predictive Blackwell Approachability", AAAI 2021.  docs/one-poker-bot.md tells what that saves.

Players are updated in turn.  There is no randomness; what a run gives depends on its input alone,
up to the last digits, which processors round differently in products of matrices.

Numbers are of single precision: twice as quick, and far finer than what the iterations leave.
"""

from typing import Final, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from engine.one_poker.solver.form import FEW, F, Floats, Form, Ints, Level, Side

Plans: TypeAlias = tuple[Floats, Floats]
"""Realisation plans by player: rows are sequences, columns private states."""

Singles: TypeAlias = NDArray[np.float32]

_TINY: Final = np.float32(1e-15)
"""Stands for no regret, so that a decision without any is uniform; far below what matters."""


class Discounts(NamedTuple):
    """Powers of t by which regrets above and below 0 and the average are weighed; see above.

    ``guess`` is the part of the last regrets that is expected once more.
    """

    above: float = 1.5
    below: float = 0.5
    average: float = 4.0
    guess: float = 0.3


USUAL: Final = Discounts()


class Lean(NamedTuple):
    """What is allowed for: with the chance ``part`` a player follows ``plan``, whatever is best.

    The other player's solved strategy is then a restricted Nash response: M. Johanson,
    M. Zinkevich and M. Bowling, "Computing Robust Counter-Strategies", NIPS 2007.
    """

    player: int
    part: float
    plan: Floats


class Solver:
    """A game with its regrets.  Call `run`, then `plans`."""

    def __init__(self, form: Form, lean: Lean | None = None, discounts: Discounts = USUAL) -> None:
        self.form = form
        self.iterations = 0
        self._lean = lean
        self._fixed = None if lean is None else (lean.part * lean.plan).astype(np.float32)
        scale = 1.0 / max(float(np.abs(form.payoffs).max()), 1e-30)
        payoffs = (form.payoffs * scale).astype(np.float32)
        own = np.ascontiguousarray(payoffs.transpose(0, 2, 1)), np.negative(payoffs)
        self._players = [_Player(form, player, own[player], discounts) for player in (0, 1)]

    def run(self, iterations: int) -> None:
        """Do more iterations."""
        one, two = self._players
        for _ in range(iterations):
            self.iterations += 1
            one.update(self._met(1), self.iterations)
            two.update(self._met(0), self.iterations)

    def _met(self, player: int) -> Singles:
        """Give the plan of a player as the other one meets it."""
        plan = self._players[player].plan
        if self._lean is None or self._fixed is None or self._lean.player != player:
            return plan
        met = plan * np.float32(1.0 - self._lean.part)
        met += self._fixed
        return met

    def regrets(self) -> tuple[Singles, Singles]:
        """Give the regrets so far, for `resume`."""
        one, two = self._players
        return one.regrets.copy(), two.regrets.copy()

    def resume(self, regrets: tuple[Singles, Singles], weight: float) -> None:
        """Begin with a part of the regrets of a similar game on the same tree."""
        for player, known in zip(self._players, regrets, strict=True):
            np.multiply(known, np.float32(weight), out=player.regrets)
            player.follow(player.regrets)

    def plans(self) -> Plans:
        """Give the average strategies so far; uniform ones before the first iteration."""
        one, two = (
            average(player.side, player.free, player.partner, player.sums.astype(np.float64))
            for player in self._players
        )
        return one, two


class Rows:
    """Computes, for one player, what the ends directly after each row are worth.

    ``payoffs`` are the player's own, indexed by the other's state first; values are
    counterfactual: chance and the other's plan count, the player's own plan doesn't.
    """

    def __init__(self, form: Form, player: int, payoffs: NDArray[F]) -> None:
        ends = form.tree.ends
        self._lines = ends.lines[1 - player]
        kind, count, few = payoffs.dtype, len(self._lines), FEW * len(ends.few)
        theirs, mine = payoffs.shape[1:]
        self._first, *self._others = ends.after[player]
        self._reach = np.empty((count, theirs), kind)
        self._work = np.zeros((count + 1, mine), kind)
        self.values = np.empty((len(self._first), mine), kind)
        self._more = np.empty_like(self.values)
        # Views and methods made once, because all this is used hundreds of thousand times.
        self._few = (
            self._reach[:few].reshape(-1, FEW, theirs),
            payoffs[ends.few],
            self._work[:few].reshape(-1, FEW, mine),
        )
        self._many = [
            (self._reach[where].dot, payoffs[group], self._work[where])
            for group, where in ends.many
        ]

    def __call__(self, other_plan: NDArray[F]) -> NDArray[F]:
        """Give the values against the other's plan, by row and own state: always in `values`."""
        other_plan.take(self._lines, axis=0, out=self._reach, mode="clip")
        np.matmul(*self._few)
        for dot, matrix, work in self._many:
            dot(matrix, work)
        self._work.take(self._first, axis=0, out=self.values, mode="clip")
        for places in self._others:
            self._work.take(places, axis=0, out=self._more, mode="clip")
            self.values += self._more
        return self.values


class _Step:
    """A level of one player, with its parts of the tables and room for what is computed."""

    def __init__(self, level: Level, player: "_Player") -> None:
        rows, columns = level.rows, player.work.shape[1]
        self.values = player.values.values[rows]
        self.positive = player.positive[rows]
        self.policy = player.policy[rows]
        self.plan = player.plan[rows]
        self.work = player.work[rows]
        self.add = level.add.quick(columns)
        self.add_up = level.add_up.quick(columns)
        self.decision = level.decision
        self.above = level.above
        self.parents = level.parents
        self.before = np.empty((len(level.parents), columns), np.float32)
        first, last = int(level.parents[0]), int(level.parents[-1])
        one_block = last - first + 1 == len(level.parents)
        self.block = player.values.values[first : last + 1] if one_block else None


class _Player:
    """One player's tables.  ``policy`` and the like have no use for row 0 but keep it."""

    def __init__(self, form: Form, player: int, payoffs: Singles, discounts: Discounts) -> None:
        self.discounts = discounts
        # Without dimensions: numpy is quicker with such arrays than with numbers.
        self.guess = np.full((), discounts.guess, np.float32)
        self.values = Rows(form, player, payoffs)
        self.side = form.tree.sides[player]
        self.partner = form.partners[player]
        self.free = self.partner == np.arange(len(self.partner))
        self.bound = np.where(self.free, np.float32(0.0), np.float32(1.0))
        self.twice = np.where(self.free, np.float32(2.0), np.float32(1.0))
        shape = self.side.rows, len(self.partner)
        self.regrets = np.zeros(shape, np.float32)
        self.least = np.full(shape, _TINY)  # an array: numpy is slow with a single number here
        self.positive = np.empty(shape, np.float32)
        self.policy = np.empty(shape, np.float32)
        self.plan = np.empty(shape, np.float32)
        self.sums = np.zeros(shape, np.float32)
        self.work = np.empty(shape, np.float32)
        # Views and room made once, because all this is used hundreds of thousand times.
        self.positive_first, self.plan_first = self.positive[0], self.plan[0]
        self.work_first, self.values_first = self.work[0], self.values.values[0]
        self.chosen = np.empty(shape[1], np.float32)
        self.mirrored = np.empty(shape[1], np.float32)
        self.factor = np.zeros((), np.float32)
        self.steps = [_Step(level, self) for level in self.side.levels]
        self.follow(self.regrets)

    def update(self, other_plan: Singles, iteration: int) -> None:
        """Add the regrets against the other's plan, and follow the regrets."""
        values, work = self.values(other_plan), self.work
        for step in reversed(self.steps):
            np.multiply(step.policy, step.values, out=step.work)
            expected = step.add(step.work)
            expected.take(step.decision, axis=0, out=step.work, mode="clip")
            if step.block is not None:
                np.add(step.block, step.add_up(expected), out=step.block)
            else:
                values.take(step.parents, axis=0, out=step.before, mode="clip")
                np.add(step.before, step.add_up(expected), out=step.before)
                values[step.parents] = step.before
        chosen, mirrored = self.chosen, self.mirrored
        np.multiply(self.plan_first, self.values_first, out=chosen)
        chosen.take(self.partner, out=mirrored, mode="clip")
        np.multiply(mirrored, self.bound, out=mirrored)
        np.add(chosen, mirrored, out=self.work_first)
        # Now `values` less `work` are the gains of the iteration.
        values -= work
        regrets, positive, factor = self.regrets, self.positive, self.factor
        above = _left(iteration - 1, self.discounts.above)
        below = _left(iteration - 1, self.discounts.below)
        np.maximum(regrets, self.least, out=positive)
        factor[()] = above - below
        np.multiply(positive, factor, out=positive)
        factor[()] = below
        np.multiply(regrets, factor, out=regrets)
        regrets += positive
        regrets += values
        np.multiply(values, self.guess, out=work)
        work += regrets
        self.follow(work)  # reads it before using the room itself
        factor[()] = iteration**self.discounts.average
        np.multiply(self.plan, factor, out=work)
        self.sums += work

    def follow(self, regrets: Singles) -> None:
        """Set the policy to regret matching, and the plan to that policy."""
        plan = self.plan
        np.maximum(regrets, self.least, out=self.positive)
        mine, first, mirrored = self.positive_first, self.plan_first, self.mirrored
        mine.take(self.partner, out=mirrored, mode="clip")
        np.add(mine, mirrored, out=mirrored)
        np.divide(mine, mirrored, out=first)
        np.multiply(first, self.twice, out=first)
        for step in self.steps:
            total = step.add(step.positive)
            total.take(step.decision, axis=0, out=step.work, mode="clip")
            np.divide(step.positive, step.work, out=step.policy)
            plan.take(step.above, axis=0, out=step.work, mode="clip")
            np.multiply(step.work, step.policy, out=step.plan)


def _left(iteration: int, power: float) -> float:
    """Give what is left of regrets after an iteration."""
    passed: float = iteration**power
    return passed / (passed + 1.0)


def average(side: Side, free: NDArray[np.bool_], partner: Ints, sums: Floats) -> Floats:
    """Turn weighted sums of plans into a plan; uniform where nothing was ever reached."""
    plan = np.empty_like(sums)
    plan[0] = np.where(free, 1.0, _shares(sums[0], sums[0] + sums[0][partner], 0.5))
    for level in side.levels:
        total = level.add(sums[level.rows])[level.decision]
        widths = np.bincount(level.decision).astype(np.float64)
        policy = _shares(sums[level.rows], total, 1.0 / widths[level.decision][:, None])
        plan[level.rows] = plan[level.above] * policy
    return plan


def _shares(parts: Floats, total: Floats, otherwise: float | Floats) -> Floats:
    known = np.broadcast_to(otherwise, parts.shape).copy()
    return cast("Floats", np.divide(parts, total, out=known, where=total > 0.0))
