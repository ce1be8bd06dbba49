"""What a view says about a deal that both seats can see."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np

from engine.game import View
from engine.one_poker.position import ANTE
from engine.one_poker.ranks import RANK, Signal
from engine.one_poker.solver.deal import COPIES, RANK_COUNT
from engine.one_poker.solver.form import Ints, Node, Tree

_WAGERS: Final = ("bet", "raise")


Past: TypeAlias = tuple[tuple[int | None, str], ...]
"""(seat, action) of everything that happened, locks and all; ``next`` has no seat."""


class Public(NamedTuple):
    """A deal as both see it, by seat; ``chips`` are those before the ante, ``unseen`` by rank.

    ``past`` is all that happened before this deal, ``bets`` the betting in it so far.  ``locked``
    has the ranks of the locked cards once the deal is settled.
    """

    deal: int
    first: int
    chips: tuple[int, int]
    signals: tuple[Signal, Signal]
    unseen: Ints
    past: Past
    bets: tuple[str, ...]
    locked: tuple[int, int] | None

    def player(self, seat: int) -> int:
        """Give 0 if a seat is first in this deal, or else 1."""
        return 0 if self.first == seat else 1


def public(view: View) -> Public:
    """Read the deal of a view; the same from either seat, up to what is hidden from both."""
    history = [(event["seat"], event["action"]) for event in view["history"]]
    start = 1 + max((place for place, event in enumerate(history) if event[0] is None), default=-1)
    bets = tuple(action for _, action in history[start:] if not action.startswith("lock"))
    unseen = np.full(RANK_COUNT, COPIES, dtype=np.intp)
    for card in view["seen"]:
        unseen[RANK[card]] -= 1
    locked = None
    result = view.get("result")
    stacks = view["stacks"]
    if result is None:
        chips = [ANTE + stacks[seat] + view["wagers"][seat] for seat in (0, 1)]
    else:
        stake, winner = result["pot"] // 2, result["winner"]
        won = [0 if winner is None else stake if winner == seat else -stake for seat in (0, 1)]
        chips = [stacks[seat] - won[seat] for seat in (0, 1)]
        locked = RANK[view["locked"][0]], RANK[view["locked"][1]]
        for rank in locked:
            unseen[rank] += 1
    (one, two), (three, four) = view["signals"]
    return Public(
        view["deal"],
        view["first"],
        (chips[0], chips[1]),
        ((one, two), (three, four)),
        unseen,
        tuple(history[:start]),
        bets,
        locked,
    )


def walk(tree: Tree, bets: tuple[str, ...], depth: int) -> tuple[Node, tuple[int, int]]:
    """Follow the betting; give the node reached and each player's last row.

    A total that the tree doesn't have stands for the nearest one that it has; where the tree ends
    sooner than the betting, its end is given.
    """
    node, rows = tree.nodes[0], [0, 0]
    for action in bets:
        if node.player is None:
            break
        place = _place(node, action, depth)
        rows[node.player] = node.rows[place]
        node = tree.nodes[node.children[place]]
    return node, (rows[0], rows[1])


def _place(node: Node, action: str, depth: int) -> int:
    word, _, argument = action.partition(" ")
    if word not in _WAGERS:
        return node.actions.index(word)
    total = min(int(argument), depth)
    totals = [
        (abs(int(name) - total), place) for place, name in enumerate(node.actions) if name.isdigit()
    ]
    # Without a raise in the tree, calling is nearest.
    return min(totals)[1] if totals else 1
