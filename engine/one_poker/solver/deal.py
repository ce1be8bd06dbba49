"""A deal as a game to solve: private states, their probabilities and what the ends are worth.

A private state is a pair (locked, kept) of ranks, 0 for a two to 12 for an ace.  The choice of
the lock is the choice between the states (a, b) and (b, a), which are each other's partners.
Pay-offs are match equity of the first player less one half, so that the game is zero-sum.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from engine.one_poker.position import ANTE, CHIPS
from engine.one_poker.ranks import Signal, compare_ranks
from engine.one_poker.solver.form import Floats, Form, Ints
from engine.one_poker.solver.tree import FIRST_FOLDS, KINDS, SHOWDOWN, MenuName, betting_tree

RANK_COUNT: Final = 13
COPIES: Final = 8
FIRST_UP: Final = 6
"""Ranks from here on (8 to ace) are UP."""

Table: TypeAlias = NDArray[np.float64]
"""Match equity of the first player of a deal to come: [his chips, his carried rank, the other's].

Chips from 0 to 40, before the ante; the equity is 0 and 1 at the ends.
"""

FIRST_WINS: Final = 0
OTHER_WINS: Final = 1
TIE: Final = 2

_ORDER: Final = np.array(
    [[compare_ranks(mine, yours) for yours in range(RANK_COUNT)] for mine in range(RANK_COUNT)]
)


class States(NamedTuple):
    """The private states that a signal leaves, and which of them are partners."""

    locked: Ints
    kept: Ints
    partner: Ints


@dataclass(frozen=True)
class Deal:
    """What is public once the signals of a deal are: all of it from the first player's side.

    ``chips`` are the first player's before the ante.  ``unseen`` counts, by rank, the cards that
    are not in the discard pile.  ``weights[a, b]`` is how likely the first player carries a
    certain card of rank a and the other one of rank b, as a weight of *single cards*, that is,
    before counting how many cards of those ranks are unseen; all alike in the first deal.
    """

    chips: int
    signals: tuple[Signal, Signal]
    unseen: Ints
    weights: Floats


@lru_cache(maxsize=3)
def states(signal: Signal) -> States:
    """List the (locked, kept) pairs that agree with a signal."""
    pairs = [
        (locked, kept)
        for locked in range(RANK_COUNT)
        for kept in range(RANK_COUNT)
        if (locked >= FIRST_UP) + (kept >= FIRST_UP) == signal[0]
    ]
    place = {pair: number for number, pair in enumerate(pairs)}
    return States(
        np.array([locked for locked, _ in pairs]),
        np.array([kept for _, kept in pairs]),
        np.array([place[kept, locked] for locked, kept in pairs]),
    )


def even_weights() -> Floats:
    """Give the weights of the first deal, where no card has been carried."""
    return np.ones((RANK_COUNT, RANK_COUNT))


def falling(unseen: Ints) -> Floats:
    """Count the ordered pairs of different unseen cards, by their ranks."""
    counts = unseen.astype(np.float64)
    return np.outer(counts, counts) - np.diag(counts)


def hand_weights(deal: Deal) -> Floats:
    """Give the probability of each pair of states' hands, adding up to 1 over pairs of hands.

    The four cards are different cards; which of a hand's two was carried is not known, so the
    weights of both cases add up.  Partners are the same hand and have the same entry.
    """
    one, two = (states(signal) for signal in deal.signals)
    a, b = one.locked[:, None], one.kept[:, None]
    c, d = two.locked[None, :], two.kept[None, :]
    weights = deal.weights
    carried = weights[a, c] + weights[a, d] + weights[b, c] + weights[b, d]
    left = deal.unseen
    ways = (
        left[a]
        * (left[b] - (a == b))
        * (left[c] - (a == c) - (b == c))
        * (left[d] - (a == d) - (b == d) - (c == d))
    )
    shares = np.outer(_share(one), _share(two))
    result: Floats = np.maximum(ways, 0) * carried * shares
    total = (result * shares_of_hands(one, two)).sum()
    if not total > 0.0:
        raise ValueError("no hands agree with the signals")
    return cast("Floats", result / total)


def _share(side: States) -> Floats:
    """Give 1/2 to pairs: the sum over who was carried counts them twice."""
    return np.where(side.locked == side.kept, 0.5, 1.0)


def shares_of_hands(one: States, two: States) -> Floats:
    """Give what part of a pair of hands each pair of states is: partners share one hand."""
    halves = [np.where(side.locked == side.kept, 1.0, 0.5) for side in (one, two)]
    return np.outer(halves[0], halves[1])


def end_values(chips: int, table: Table) -> Floats:
    """Give the equity of each end less 1/2: [matched wager, who wins, kept rank, kept rank].

    Who wins is `FIRST_WINS`, `OTHER_WINS` or `TIE`; the ranks are the first player's and the
    other's.
    """
    most = min(chips, CHIPS - chips)
    matched = np.arange(most)
    wins = table[chips + ANTE + matched]
    loses = 1.0 - table[CHIPS - chips + ANTE + matched].transpose(0, 2, 1)
    tie = np.broadcast_to(1.0 - table[CHIPS - chips].T, wins.shape)
    return np.stack([wins, loses, tie], axis=1) - 0.5


def winners(deal: Deal, kind: int) -> Ints:
    """Give who wins at an end of some kind, for each pair of states: see `end_values`."""
    one, two = (states(signal) for signal in deal.signals)
    order = _ORDER[one.locked[:, None], two.locked[None, :]]
    if kind == SHOWDOWN:
        return np.where(order > 0, FIRST_WINS, np.where(order < 0, OTHER_WINS, TIE))
    return np.full(order.shape, OTHER_WINS if kind == FIRST_FOLDS else FIRST_WINS)


def payoffs(deal: Deal, table: Table, groups: Ints) -> Floats:
    """Give the equity less 1/2 at the ends of some groups, for each pair of states."""
    one, two = (states(signal) for signal in deal.signals)
    values = end_values(deal.chips, table)
    kept = RANK_COUNT * one.kept[:, None] + two.kept[None, :]
    # Places in the values of a matched wager, as one row: much quicker than four indices.
    places = [RANK_COUNT**2 * winners(deal, kind) + kept for kind in range(KINDS)]
    result = np.empty((len(groups), *kept.shape))
    for matrix, group in zip(result, groups.tolist(), strict=True):
        matched, kind = divmod(group, KINDS)
        np.take(values[matched].ravel(), places[kind], out=matrix, mode="clip")
    return result


def form(deal: Deal, table: Table, menus: tuple[MenuName, MenuName]) -> Form:
    """Give the deal as a game in sequence form; menus by player, the first one first."""
    tree = betting_tree(min(deal.chips, CHIPS - deal.chips) - ANTE, menus)
    one, two = (states(signal) for signal in deal.signals)
    matrices = payoffs(deal, table, tree.ends.numbers)
    matrices *= hand_weights(deal)
    return Form(tree, matrices, (one.partner, two.partner))
