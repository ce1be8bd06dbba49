"""Simple styles of play as plans: what each would do with every card at every point of a deal.

The solver allows for an opponent who plays in one of these, a little as long as nothing speaks for
it and more the better they tell what he did (`engine.one_poker.solver.belief`).  The styles are
those of `engine.one_poker.sparring` and of a player at random, with now and then a slip.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.one_poker.position import ANTE, CHIPS
from engine.one_poker.reading import SCORE
from engine.one_poker.solver.deal import FIRST_UP, RANK_COUNT, Deal, States, states
from engine.one_poker.solver.form import Floats, Ints, Node, Tree
from engine.one_poker.solver.tree import Bets, Betting, MenuName, betting_tree
from engine.one_poker.sparring import BET_FROM, RAISE_FROM

Menus: TypeAlias = tuple[MenuName, MenuName]

SLIPS: Final = 0.04
"""How often a player of a style decides at random instead."""

_SCORE: Final = np.array(SCORE)


class Spots(NamedTuple):
    """Where a player decides, an entry for each decision: rows, chips, and rows by action.

    ``owed`` is what a call costs, ``pot`` what is in the pot; ``stay`` is the row of the check or
    call, ``fold`` that of the fold.  ``half`` and ``full`` are the rows of the wagers nearest to
    a bet or raise of that part of the pot, or ``stay`` where none is possible; ``raises`` tells
    where one is.  ``random`` has, for each row, the chance of the action at random.
    """

    owed: Ints
    pot: Ints
    stay: Ints
    fold: Ints
    half: Ints
    full: Ints
    raises: NDArray[np.bool_]
    random: Floats


Rule: TypeAlias = Callable[[Spots, States, Floats], Ints]
"""(decisions, states, how good each locked card is) -> the row of the action, by both."""


def caller(spots: Spots, side: States, chances: Floats) -> Ints:
    """Check and call."""
    return np.broadcast_to(spots.stay[:, None], (len(spots.stay), len(chances)))


def half_pot(spots: Spots, side: States, chances: Floats) -> Ints:
    """Bet half the pot with UP and call; fold DOWN to more than half the pot."""
    up = side.locked >= FIRST_UP
    stays = (2 * spots.owed <= spots.pot - spots.owed)[:, None]
    facing = np.where(up | stays, spots.stay[:, None], spots.fold[:, None])
    open_ = np.where(up, spots.half[:, None], spots.stay[:, None])
    return np.where(spots.owed[:, None] > 0, facing, open_)


def counter(spots: Spots, side: States, chances: Floats) -> Ints:
    """Bet and call by the odds."""
    owed, pot = spots.owed[:, None], spots.pot[:, None]
    stays = chances * (pot + owed) >= owed
    raises = spots.raises[:, None] & (chances >= np.where(owed > 0, RAISE_FROM, BET_FROM))
    rest = np.where(stays, spots.stay[:, None], spots.fold[:, None])
    return np.where(raises, spots.full[:, None], rest)


RULES: Final[Mapping[str, Rule | None]] = {
    "random": None,
    "caller": caller,
    "half-pot": half_pot,
    "counter": counter,
}
"""The styles; None for the one without a rule."""


def style_plan(name: str, deal: Deal, player: int, menus: Menus, slips: float = 0.0) -> Floats:
    """Give the realisation plan of a player of a style in a deal, by sequence and state.

    Only what is public of the deal counts: chips, signals and unseen cards.
    """
    side = states(deal.signals[player])
    chips = (deal.chips if player == 0 else CHIPS - deal.chips) - ANTE
    depth = min(deal.chips, CHIPS - deal.chips) - ANTE
    sequences = betting_tree(depth, menus).sides[player]
    spots = _spots(depth, menus, player, chips)
    rule = RULES[name]
    even = np.where(side.locked == side.kept, 1.0, 0.5)
    plan = np.empty((sequences.rows, len(side.locked)))
    if rule is None:
        plan[:] = spots.random
        plan[0] = even
    else:
        good = _chances(deal, player, side) if name == "counter" else side.locked.astype(np.float64)
        plan[:] = slips * spots.random
        plan[rule(spots, side, good), np.arange(len(good))] += 1.0 - slips
        plan[0] = (1.0 - slips) * _lock(good, side) + slips * even
    for level in sequences.levels:
        plan[level.rows] *= plan[level.above]
    return plan


def style_plans(deal: Deal, player: int, menus: Menus) -> Floats:
    """Give the plans of all styles in the order of `RULES`, slips and all."""
    return np.stack([style_plan(name, deal, player, menus, SLIPS) for name in RULES])


@lru_cache(maxsize=256)
def _spots(depth: int, menus: Menus, player: int, chips: int) -> Spots:
    tree = betting_tree(depth, menus)
    random = np.ones((tree.sides[player].rows, 1))
    found = []
    for node, state in _walk(tree, Bets(depth, menus)):
        if node.player == player:
            own, faced = state.wagers[player], state.wagers[1 - player]
            pot, owed = 2 * ANTE + own + faced, faced - own
            place = dict(zip(node.actions, node.rows, strict=True))
            totals = {int(name): row for name, row in place.items() if name.isdigit()}
            lowest = min(faced + state.least, chips)
            random[list(node.rows)] = _at_random(len(place), len(totals), chips - lowest + 1)
            stay = place["call" if owed else "check"]
            fold = place["fold" if owed else "check"]
            raised = [
                totals[min(totals, key=lambda total: abs(total - wished))] if totals else stay
                for wished in (
                    min(max(faced + size, lowest), chips) for size in (pot // 2, pot + owed)
                )
            ]
            found.append((owed, pot, stay, fold, *raised, bool(totals)))
    numbers = np.array(found, dtype=np.intp).reshape(len(found), 7)
    owes, pots, stays, folds, halves, fulls, raises = numbers.T
    return Spots(owes, pots, stays, folds, halves, fulls, raises > 0, random)


def _at_random(actions: int, totals: int, count: int) -> Floats:
    """Give the chances of a decision's actions, of which the last are ``totals``, as a column.

    Each kind counts alike, then each of the ``count`` legal totals alike, also those beyond what
    can be covered.
    """
    kinds = actions - totals + bool(totals)
    result = np.full((actions, 1), 1.0 / kinds)
    if totals:
        result[-totals:] = 1.0 / kinds / count
        result[-1] = (1.0 - (totals - 1) / count) / kinds
    return result


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
