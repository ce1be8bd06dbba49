"""Simple styles of play as plans: what each would do with every card at every point of a deal.

The solver allows for an opponent who plays in one of these, a little as long as nothing speaks for
it and more the better they tell what he did (`engine.one_poker.solver.belief`).  The styles are
those of `engine.one_poker.sparring` and of a player at random, with now and then a slip.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np

from engine.one_poker.position import ANTE, CHIPS
from engine.one_poker.reading import SCORE
from engine.one_poker.solver.deal import FIRST_UP, RANK_COUNT, Deal, States, states
from engine.one_poker.solver.form import Floats, Ints, Node, Side, Tree
from engine.one_poker.solver.tree import Bets, Betting, MenuName, betting_tree
from engine.one_poker.sparring import BET_FROM, RAISE_FROM

Menus: TypeAlias = tuple[MenuName, MenuName]

SLIPS: Final = 0.04
"""How often a player of a style decides at random instead."""

_SCORE: Final = np.array(SCORE)


class Spot:
    """Where a player decides: the tree's node, the wagers, and the chips behind the ante."""

    def __init__(self, node: Node, state: Betting, chips: int) -> None:
        assert state.turn is not None
        self.names = node.actions
        self.own, self.faced = state.wagers[state.turn], state.wagers[1 - state.turn]
        self.owed = self.faced - self.own
        self.pot = 2 * ANTE + self.own + self.faced
        self.all_in = chips
        self.lowest = min(self.faced + state.least, self.all_in)

    def place(self, name: str) -> int:
        """Give the place of an action."""
        return self.names.index(name)

    def total(self, wished: int) -> int:
        """Give the place of the wager that is nearest to the wished total within what is legal."""
        total = min(max(wished, self.lowest), self.all_in)
        totals = [
            (abs(int(name) - total), place)
            for place, name in enumerate(self.names)
            if name.isdigit()
        ]
        return min(totals)[1]


Rule: TypeAlias = Callable[[Spot, States, Floats], Floats]
"""(spot, states, how good each locked card is) -> chances by action and state."""


def _sure(spot: Spot, places: Ints) -> Floats:
    result = np.zeros((len(spot.names), len(places)))
    result[places, np.arange(len(places))] = 1.0
    return result


def caller(spot: Spot, side: States, chances: Floats) -> Floats:
    """Check and call."""
    place = spot.place("call" if spot.owed else "check")
    return _sure(spot, np.full(len(side.locked), place))


def half_pot(spot: Spot, side: States, chances: Floats) -> Floats:
    """Bet half the pot with UP and call; fold DOWN to more than half the pot."""
    up = side.locked >= FIRST_UP
    if not spot.owed:
        return _sure(spot, np.where(up, spot.total(spot.pot // 2), spot.place("check")))
    calls = up | (2 * spot.owed <= spot.pot - spot.owed)
    return _sure(spot, np.where(calls, spot.place("call"), spot.place("fold")))


def counter(spot: Spot, side: States, chances: Floats) -> Floats:
    """Bet and call by the odds."""
    if not spot.owed:
        bets = chances >= BET_FROM
        return _sure(spot, np.where(bets, spot.total(spot.pot), spot.place("check")))
    calls = chances * (spot.pot + spot.owed) >= spot.owed
    places = np.where(calls, spot.place("call"), spot.place("fold"))
    if len(spot.names) > 2:
        raised = spot.total(spot.faced + spot.pot + spot.owed)
        places = np.where(chances >= RAISE_FROM, raised, places)
    return _sure(spot, places)


def at_random(spot: Spot, side: States, chances: Floats) -> Floats:
    """Choose each kind alike, then each total alike, also those beyond what can be covered."""
    result = np.zeros((len(spot.names), len(side.locked)))
    totals = [place for place, name in enumerate(spot.names) if name.isdigit()]
    kinds = len(spot.names) - len(totals) + bool(totals)
    result[:] = 1.0 / kinds
    if totals:
        count = spot.all_in - spot.lowest + 1
        result[totals] = 1.0 / kinds / count
        result[totals[-1]] = (1.0 - (len(totals) - 1) / count) / kinds
    return result


RULES: Final[Mapping[str, Rule]] = {
    "random": at_random,
    "caller": caller,
    "half-pot": half_pot,
    "counter": counter,
}


def style_plan(
    name: str,
    deal: Deal,
    player: int,
    menus: Menus,
    slips: float = 0.0,
    last: int | None = None,
) -> Floats:
    """Give the realisation plan of a player of a style in a deal, by sequence and state.

    Only what is public of the deal counts: chips, signals and unseen cards.  With ``last`` only
    that row and those above it are made, which is quick.
    """
    side = states(deal.signals[player])
    chips = (deal.chips if player == 0 else CHIPS - deal.chips) - ANTE
    depth = min(deal.chips, CHIPS - deal.chips) - ANTE
    good = _chances(deal, player, side) if name == "counter" else side.locked.astype(np.float64)
    even = np.where(side.locked == side.kept, 1.0, 0.5)
    locks = even if name == "random" else _lock(good, side)
    sequences = betting_tree(depth, menus).sides[player]
    plan = np.zeros((sequences.rows, len(side.locked)))
    plan[0] = (1.0 - slips) * locks + slips * even
    wanted = None if last is None else _path(sequences, last)
    for node, state in _decisions(depth, menus, player):
        if wanted is not None and wanted.isdisjoint(node.rows):
            continue
        spot = Spot(node, state, chips)
        chosen = (1.0 - slips) * RULES[name](spot, side, good)
        if slips:
            chosen += slips * at_random(spot, side, good)
        plan[list(node.rows)] = chosen
    for level in sequences.levels:
        plan[level.rows] *= plan[level.above]
    return plan


def style_plans(deal: Deal, player: int, menus: Menus, last: int | None = None) -> Floats:
    """Give the plans of all styles in the order of `RULES`, slips and all; ``last`` as before."""
    return np.stack([style_plan(name, deal, player, menus, SLIPS, last) for name in RULES])


def _path(side: Side, last: int) -> set[int]:
    """Give a row and those above it."""
    found = {last}
    for level in reversed(side.levels):
        if level.rows.start <= last < level.rows.stop:
            last = int(level.above[last - level.rows.start])
            found.add(last)
    return found


@lru_cache(maxsize=256)
def _decisions(depth: int, menus: Menus, player: int) -> tuple[tuple[Node, Betting], ...]:
    tree = betting_tree(depth, menus)
    every = _walk(tree, Bets(depth, menus))
    return tuple((node, state) for node, state in every if node.player == player)


def _walk(tree: Tree, rules: Bets) -> Iterator[tuple[Node, Betting]]:
    waiting = [(0, rules.root())]
    while waiting:
        number, state = waiting.pop()
        node = tree.nodes[number]
        yield node, state
        if node.player is not None:
            after = [below for _, below in rules.moves(state)]
            waiting += zip(node.children, after, strict=True)


def _lock(good: Floats, side: States) -> Floats:
    """Lock the better card; of two alike the lower one, which comes first in a printed hand."""
    other = good[side.partner]
    lower = side.locked <= side.kept
    return np.where((good > other) | ((good == other) & lower), 1.0, 0.0)


def _chances(deal: Deal, player: int, side: States) -> Floats:
    """Give each locked card's chance against any unseen card of the other's signal."""
    own = np.eye(RANK_COUNT)
    counts = np.maximum(deal.unseen - own[side.locked] - own[side.kept], 0.0)
    up = np.arange(RANK_COUNT) >= FIRST_UP
    total = np.zeros(len(side.locked))
    won = np.zeros(len(side.locked))
    for group, cards in zip((up, ~up), deal.signals[1 - player], strict=True):
        left = (counts * group).sum(axis=1)
        share = cards * counts * group / np.maximum(left, 1.0)[:, None]
        total += share.sum(axis=1)
        won += (share * _SCORE[side.locked]).sum(axis=1)
    chances: Floats = np.full(len(won), 0.5)
    np.divide(won, total, out=chances, where=total > 0.0)
    return chances
