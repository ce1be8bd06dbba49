"""A two-player zero-sum game with a public tree and private states, in sequence form.

All that is hidden in such a game is each player's private state, fixed before the first public
action.  So one public tree serves all states at once: the strategy of a player is a table with a
row for each of that player's *sequences* (own actions along a path) and a column for each private
state, and everything is computed for whole rows.

Terms follow von Stengel, "Efficient Computation of Behavior Strategies" (1996): the entry of a
realisation plan is the product of the player's own probabilities along a sequence.  Row 0 is the
empty sequence.  Before the tree a player may choose between two private states that are each
other's `partner` (in One Poker: which of two cards to lock); row 0 holds that probability.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.intp]
S = TypeVar("S", bound=Hashable)


class Rules(Protocol[S]):
    """The public part of a game, as a tree of public states."""

    def root(self) -> S:
        """Give the state before the first public action."""
        ...

    def player(self, state: S) -> int | None:
        """Give who acts, 0 or 1; None at the end."""
        ...

    def moves(self, state: S) -> Sequence[tuple[str, S]]:
        """List the actions and where they lead; at least one."""
        ...

    def group(self, state: S) -> int:
        """Give the number of the pay-off matrix that holds at an end."""
        ...


@dataclass(frozen=True)
class Level:
    """The decisions of one player that have the same number of own decisions before them.

    ``rows`` are their sequences, ``starts`` where each decision's begin within them; ``above`` is
    the sequence before each row, ``parents`` the distinct ones, ``blocks`` where their decisions
    begin within the level.
    """

    rows: slice
    starts: Ints
    above: Ints
    parents: Ints
    blocks: Ints


@dataclass(frozen=True)
class Side:
    """The sequences of one player: rows 1, 2, … in order of `Level`, each decision's together.

    ``decision`` gives each row's decision (row 0 left out), ``starts`` each decision's first row,
    less 1, ``above`` the row before each row but row 0.
    """

    rows: int
    starts: Ints
    decision: Ints
    above: Ints
    levels: tuple[Level, ...]


@dataclass(frozen=True)
class Node:
    """A public state: who acts, and for each action its row and the node that it leads to.

    At an end ``player`` is None and ``rows`` holds the last row of each player.
    """

    player: int | None
    actions: tuple[str, ...]
    rows: tuple[int, ...]
    children: tuple[int, ...]


@dataclass(frozen=True)
class Ends:
    """The ends, sorted by pay-off matrix: ``rows`` by player, and where each group lies.

    ``order`` sorts the ends by a player's row, ``firsts`` tells where each distinct row begins in
    that order and ``distinct`` which row it is.
    """

    rows: tuple[Ints, Ints]
    groups: tuple[tuple[int, slice], ...]
    order: tuple[Ints, Ints]
    firsts: tuple[Ints, Ints]
    distinct: tuple[Ints, Ints]


@dataclass(frozen=True)
class Tree:
    """A public tree: both players' sequences, the ends, and the nodes for walking it (0: root)."""

    sides: tuple[Side, Side]
    ends: Ends
    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Form:
    """A game to solve.

    ``payoffs[g][i, j]`` is what player 0 gains from player 1 at an end of group ``g`` in private
    states i and j, times the probability of that pair of states; ``partners`` gives, by player,
    the state that could have been chosen instead (a state itself where there is no choice).
    """

    tree: Tree
    payoffs: Floats
    partners: tuple[Ints, Ints]

    @property
    def states(self) -> tuple[int, int]:
        """How many private states each player has."""
        return self.payoffs.shape[1], self.payoffs.shape[2]


@dataclass
class _Found:
    player: int | None
    names: tuple[str, ...]
    children: list[int]
    above: tuple[tuple[int, int], tuple[int, int]]
    depth: tuple[int, int]
    group: int


def build(rules: Rules[S]) -> Tree:
    """Unfold the public tree.  ``above`` of a found node is (node, action) by player, -1 at root."""
    found: list[_Found] = []
    stack: list[tuple[S, tuple[tuple[int, int], tuple[int, int]], tuple[int, int]]]
    stack = [(rules.root(), ((-1, 0), (-1, 0)), (0, 0))]
    waiting = [-1]
    while stack:
        state, above, depth = stack.pop()
        parent = waiting.pop()
        number = len(found)
        if parent >= 0:
            found[parent].children.append(number)
        player = rules.player(state)
        if player is None:
            found.append(_Found(None, (), [], above, depth, rules.group(state)))
            continue
        moves = rules.moves(state)
        names = tuple(name for name, _ in moves)
        found.append(_Found(player, names, [], above, depth, -1))
        for place in reversed(range(len(moves))):
            mine = (number, place)
            below = (mine, above[1]) if player == 0 else (above[0], mine)
            deeper = (depth[0] + (player == 0), depth[1] + (player == 1))
            stack.append((moves[place][1], below, deeper))
            waiting.append(number)
    first_rows: list[int] = [0] * len(found)
    sides = _side(found, 0, first_rows), _side(found, 1, first_rows)

    def row(node: int, player: int) -> int:
        before, place = found[node].above[player]
        return 0 if before < 0 else first_rows[before] + place

    nodes = tuple(
        Node(None, (), (row(number, 0), row(number, 1)), ())
        if node.player is None
        else Node(
            node.player,
            node.names,
            tuple(range(first_rows[number], first_rows[number] + len(node.names))),
            tuple(node.children),
        )
        for number, node in enumerate(found)
    )
    ends = [number for number, node in enumerate(found) if node.player is None]
    ends.sort(key=lambda number: found[number].group)
    return Tree(sides, _ends([(found[n].group, row(n, 0), row(n, 1)) for n in ends]), nodes)


def _side(found: list[_Found], player: int, first_rows: list[int]) -> Side:
    """Number the rows of a player, level by level; fills ``first_rows`` of that player's nodes."""
    mine = [number for number, node in enumerate(found) if node.player == player]
    next_row = 1
    levels, starts, decision, all_above = [], [], [], []
    for depth in range(1 + max((found[n].depth[player] for n in mine), default=-1)):

        def above(number: int) -> int:
            before, place = found[number].above[player]
            return 0 if before < 0 else first_rows[before] + place

        here = sorted((n for n in mine if found[n].depth[player] == depth), key=above)
        first = next_row
        parents: list[int] = []
        blocks: list[int] = []
        for place, number in enumerate(here):
            if not parents or parents[-1] != above(number):
                parents.append(above(number))
                blocks.append(place)
            first_rows[number] = next_row
            width = len(found[number].names)
            decision += [len(starts)] * width
            all_above += [above(number)] * width
            starts.append(next_row - 1)
            next_row += width
        levels.append(
            Level(
                slice(first, next_row),
                _ints([first_rows[number] - first for number in here]),
                _ints(all_above[first - 1 :]),
                _ints(parents),
                _ints(blocks),
            )
        )
    return Side(next_row, _ints(starts), _ints(decision), _ints(all_above), tuple(levels))


def _ends(ends: list[tuple[int, int, int]]) -> Ends:
    table = np.array(ends, dtype=np.intp)
    numbers, begins = np.unique(table[:, 0], return_index=True)
    bounds = [*begins.tolist(), len(ends)]
    groups = tuple(
        (int(number), slice(bounds[place], bounds[place + 1]))
        for place, number in enumerate(numbers)
    )
    rows = table[:, 1].copy(), table[:, 2].copy()
    order = np.argsort(rows[0], kind="stable"), np.argsort(rows[1], kind="stable")
    ranked = [np.unique(rows[p][order[p]], return_index=True) for p in (0, 1)]
    return Ends(
        rows,
        groups,
        order,
        (ranked[0][1].astype(np.intp), ranked[1][1].astype(np.intp)),
        (ranked[0][0], ranked[1][0]),
    )


def _ints(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.intp)
