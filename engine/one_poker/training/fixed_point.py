"""The value table as a damped fixed point: the worth of a deal to come by chips and carried cards.

The table must agree with itself: solving a deal with the table as the worth of its ends must give
the table back.  For every number of chips and all groups of the two carried and the two drawn
cards (39 x 16 spots) a deal of a fresh pack is solved on a small tree, with beliefs about the
carried cards that come from the same play: where the kept cards of all deals end up.  Each sweep
solves every spot a little further, then moves the table and the beliefs part of the way.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.one_poker.position import ANTE, CHIPS, STACK
from engine.one_poker.ranks import Signal
from engine.one_poker.solver.cfr import Singles, Solver
from engine.one_poker.solver.deal import (
    COPIES,
    FIRST_UP,
    FIRST_WINS,
    OTHER_WINS,
    RANK_COUNT,
    TIE,
    Deal,
    Table,
    falling,
    hand_weights,
    payoffs,
    states,
    winners,
)
from engine.one_poker.solver.form import Floats, Form, Ints
from engine.one_poker.solver.tree import KINDS, MenuName, betting_tree

FRESH: Final[Ints] = np.full(RANK_COUNT, COPIES, dtype=np.intp)
UP: Final = np.arange(RANK_COUNT) >= FIRST_UP


@dataclass(frozen=True)
class Settings:
    """How the table is made.

    ``damping`` is how far the table moves.  The last ``late`` sweeps do ``late_iterations`` and
    move by ``late_damping``, so that the noise of short solves averages out.
    ``floor`` is the part of every belief that is spread evenly; ``restart`` the part of the deals
    that begin anywhere, so that rare spots get beliefs too; ``resume`` the part of the regrets
    that the next sweep begins with.
    """

    sweeps: int = 50
    iterations: int = 25
    damping: float = 0.5
    late: int = 10
    late_iterations: int = 100
    late_damping: float = 0.3
    floor: float = 0.03
    restart: float = 0.1
    resume: float = 0.5
    menu: MenuName = "pot"


class Spot(NamedTuple):
    """A kind of deal: the first player's chips, and whether each card is UP, by player."""

    chips: int
    carried: tuple[bool, bool]
    drawn: tuple[bool, bool]

    @property
    def signals(self) -> tuple[Signal, Signal]:
        """What is public of it."""
        one, two = (int(self.carried[p]) + int(self.drawn[p]) for p in (0, 1))
        return (one, 2 - one), (two, 2 - two)


class Solved(NamedTuple):
    """A spot's deal, and for each pay-off group how likely each pair of states gets there.

    That is given the hands: ``weights`` has the probabilities of the hands.
    """

    spot: Spot
    deal: Deal
    groups: Ints
    weights: Floats
    payoffs: Floats
    reach: Floats


def spots() -> Iterator[Spot]:
    """List all kinds of deals."""
    groups = False, True
    for chips in range(1, CHIPS):
        for one, two, three, four in product(groups, repeat=4):
            yield Spot(chips, (one, two), (three, four))


def first_table() -> Table:
    """Give the table where only chips count."""
    chips = np.arange(CHIPS + 1) / CHIPS
    return np.tile(chips[:, None, None], (1, RANK_COUNT, RANK_COUNT))


def _mask(up: bool) -> NDArray[np.bool_]:
    return UP if up else ~UP


def _draw_chances() -> Floats:
    """Give the chance of two draws of a fresh pack: [carried, carried, drawn, drawn], by rank."""
    ranks = np.arange(RANK_COUNT)
    a, b, d, e = np.ix_(ranks, ranks, ranks, ranks)
    first = COPIES - 1.0 * (d == a) - 1.0 * (d == b)
    second = COPIES - 1.0 * (e == a) - 1.0 * (e == b) - 1.0 * (e == d)
    left = COPIES * RANK_COUNT - 2.0
    return np.asarray(first * second / (left * (left - 1.0)))


_CHANCES: Final = _draw_chances()


class Training:
    """The table and the beliefs on their way to the fixed point.

    ``flow[chips, a, b]`` is the part of all deals in which the first player has so many chips and
    the two carry ranks a and b.
    """

    def __init__(
        self, settings: Settings, table: Table | None = None, flow: Floats | None = None
    ) -> None:
        self.settings = settings
        self._anywhere = np.zeros((CHIPS + 1, RANK_COUNT, RANK_COUNT))
        self._anywhere[1:CHIPS] = 1.0 / (CHIPS - 1) / RANK_COUNT**2
        self.table = first_table() if table is None else table.copy()
        self.flow = self._anywhere.copy() if flow is None else flow.copy()
        self.sweeps = 0
        self._regrets: dict[Spot, tuple[Singles, Singles]] = {}

    def run(self, report: Callable[[int, float], None]) -> None:
        """Do all sweeps; ``report`` gets the sweep and the mean change wanted by the table."""
        for sweep in range(self.settings.sweeps):
            report(sweep + 1, self.sweep())

    @property
    def late(self) -> bool:
        """Whether the last sweeps have begun."""
        return self.sweeps >= self.settings.sweeps - self.settings.late

    def sweep(self) -> float:
        """Solve every spot a little further; give how far the table is from agreeing with itself.

        That is the mean difference, each entry counting as much as it is met with.
        """
        aim = np.zeros_like(self.table)
        aim[1:CHIPS] = 0.5
        aim[CHIPS] = 1.0
        flow = np.zeros_like(self.flow)
        for spot in spots():
            solved = self.solve(spot)
            add_values(aim, solved)
            add_flow(flow, solved, self._part(spot))
        # Matches that ended begin anew, with any cards.
        flow[STACK] += max(0.0, 1.0 - flow.sum()) / RANK_COUNT**2
        damping = self.settings.late_damping if self.late else self.settings.damping
        self.sweeps += 1
        change = float((np.abs(aim - self.table) * self.flow).sum() / self.flow.sum())
        self.table += damping * (aim - self.table)
        self.flow += damping * (flow / flow.sum() - self.flow)
        return change

    def solve(self, spot: Spot) -> Solved:
        """Solve a spot a little further, from the regrets of the last time."""
        chances = np.outer(self._carried(spot, 0), self._carried(spot, 1))
        deal = Deal(spot.chips, spot.signals, FRESH, chances / falling(FRESH))
        menu = self.settings.menu
        tree = betting_tree(min(spot.chips, CHIPS - spot.chips) - ANTE, (menu, menu))
        equity = payoffs(deal, self.table, tree.ends.numbers)
        weights = hand_weights(deal)
        one, two = (states(signal).partner for signal in deal.signals)
        solver = Solver(Form(tree, equity * weights, (one, two)))
        if spot in self._regrets:
            solver.resume(self._regrets[spot], self.settings.resume)
        solver.run(self.settings.late_iterations if self.late else self.settings.iterations)
        self._regrets[spot] = solver.regrets()
        plans = solver.plans()
        rows = tree.ends.rows
        reach = np.stack([plans[0][rows[0][g]].T @ plans[1][rows[1][g]] for g in tree.ends.groups])
        return Solved(spot, deal, tree.ends.numbers, weights, equity, reach)

    def _carried(self, spot: Spot, player: int) -> Floats:
        """Give the belief about a player's carried card, given both groups and the chips."""
        own, other = (_mask(group) for group in spot.carried)
        seen = self.flow[spot.chips][np.ix_(own, other)].sum(axis=1 - player)
        ranks = own if player == 0 else other
        total, even, floor = seen.sum(), 1.0 / ranks.sum(), self.settings.floor
        result = np.zeros(RANK_COUNT)
        result[ranks] = floor * even + (1.0 - floor) * (seen / total if total > 0.0 else even)
        return result

    def _part(self, spot: Spot) -> float:
        """Give the part of all deals that are of a kind."""
        restart = self.settings.restart
        flow = (1.0 - restart) * self.flow[spot.chips] + restart * self._anywhere[spot.chips]
        masks = [np.flatnonzero(_mask(group)) for group in (*spot.carried, *spot.drawn)]
        chances = _CHANCES[np.ix_(*masks)].sum(axis=(2, 3))
        return float((flow[np.ix_(*masks[:2])] * chances).sum())


def add_values(aim: Table, solved: Solved) -> None:
    """Add what the draws of a spot make of each pair of carried cards, less 1/2."""
    spot, deal = solved.spot, solved.deal
    values = (solved.payoffs * solved.reach).sum(axis=0)
    sides = [states(signal) for signal in deal.signals]
    for axis, side in enumerate(sides):
        both = values + np.take(values, side.partner, axis=axis)
        pair = side.locked == side.kept
        values = np.where(pair[:, None] if axis == 0 else pair[None, :], values, both)
    # A state now stands for its hand: read its first card as the carried one, the other as drawn.
    one, two = sides
    mine = (UP[one.locked] == spot.carried[0]) & (UP[one.kept] == spot.drawn[0])
    yours = (UP[two.locked] == spot.carried[1]) & (UP[two.kept] == spot.drawn[1])
    a, d = one.locked[mine][:, None], one.kept[mine][:, None]
    b, e = two.locked[yours][None, :], two.kept[yours][None, :]
    np.add.at(aim[spot.chips], (a, b), values[np.ix_(mine, yours)] * _CHANCES[a, b, d, e])


def add_flow(flow: Floats, solved: Solved, part: float) -> None:
    """Add where the kept cards of a spot end up, of ``part`` of all deals."""
    chips = solved.deal.chips
    one, two = (np.eye(RANK_COUNT)[states(signal).kept] for signal in solved.deal.signals)
    for group, reach in zip(solved.groups, solved.reach, strict=True):
        matched, kind = divmod(int(group), KINDS)
        stake = matched + ANTE
        won = winners(solved.deal, kind)
        chances = reach * solved.weights * part
        for winner, after in (
            (FIRST_WINS, chips + stake),
            (OTHER_WINS, CHIPS - chips + stake),
            (TIE, CHIPS - chips),
        ):
            if after < CHIPS:
                kept = one.T @ np.where(won == winner, chances, 0.0) @ two
                flow[after] += kept if winner == FIRST_WINS else kept.T
