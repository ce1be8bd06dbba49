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

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.intp]
S = TypeVar("S", bound=Hashable)
F = TypeVar("F", bound=np.floating)

FEW: Final = 4
"""Ends up to which groups are multiplied together: for more of them a call each is as quick."""

_SMALL: Final = 30_000
"""Entries up to which a matrix of zeros and ones is used."""


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


class Sums:
    """Sums over consecutive blocks of rows, of which ``starts`` are the first ones.

    A product with a matrix of zeros and ones is the quickest way while that matrix is small.
    """

    def __init__(self, starts: Sequence[int], rows: int) -> None:
        self.starts = _ints(starts)
        self.rows = rows
        self.single = len(starts) == 1
        self._ones: dict[str, NDArray[np.floating]] = {}

    def __call__(self, table: NDArray[F]) -> NDArray[F]:
        """Add up the rows of each block."""
        if self.single:
            return cast("NDArray[F]", table.sum(axis=0, keepdims=True))
        if len(self.starts) == self.rows:
            return table
        if len(self.starts) * self.rows > _SMALL:
            return cast("NDArray[F]", np.add.reduceat(table, self.starts))
        return cast("NDArray[F]", np.dot(self._matrix(table.dtype), table))

    def quick(self, columns: int) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
        """Make the same for tables of so many columns; each result is in the place of the last."""
        if len(self.starts) == self.rows:
            return lambda table: table
        if len(self.starts) * self.rows > _SMALL:
            return self
        dot = self._matrix(np.dtype(np.float32)).dot
        out = np.empty((len(self.starts), columns), np.float32)
        return lambda table: dot(table, out)

    def _matrix(self, kind: np.dtype[F]) -> NDArray[F]:
        found = self._ones.get(kind.str)
        if found is None:
            found = np.zeros((len(self.starts), self.rows), kind)
            blocks = np.diff(np.append(self.starts, self.rows))
            found[np.repeat(np.arange(len(blocks)), blocks), np.arange(self.rows)] = 1.0
            self._ones[kind.str] = found
        return cast("NDArray[F]", found)


@dataclass(frozen=True)
class Level:
    """The decisions of one player that have the same number of own decisions before them.

    ``rows`` are their sequences, all together; ``add`` sums over each decision's and ``decision``
    tells each row's decision within the level; ``above`` is the row before each row.  ``parents``
    are the distinct rows before, and ``add_up`` sums over the decisions that have the same one.
    """

    rows: slice
    add: Sums
    decision: Ints
    above: Ints
    parents: Ints
    add_up: Sums


@dataclass(frozen=True)
class Side:
    """The sequences of one player: row 0, then rows in order of `Level`."""

    rows: int
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
    """The ends, sorted by pay-off group.

    ``rows`` are the last ones by player, ``numbers`` the groups that there are, and ``groups``
    tells where each of those lies.

    ``lines`` are the same rows as they are multiplied with the pay-offs: first the ``few``, which
    are groups of at most `FEW` ends, each filled up to that, so that one call does them all, then
    the ``many`` others with where each lies.  ``after`` gives for each player the lines of the ends
    directly after each row, as columns as long as the most that a row has; the number of lines
    stands for none.
    """

    rows: tuple[Ints, Ints]
    numbers: Ints
    groups: tuple[slice, ...]
    lines: tuple[Ints, Ints]
    few: Ints
    many: tuple[tuple[int, slice], ...]
    after: tuple[tuple[Ints, ...], tuple[Ints, ...]]


@dataclass(frozen=True)
class Tree:
    """A public tree: both players' sequences, the ends, and the nodes for walking it (0: root)."""

    sides: tuple[Side, Side]
    ends: Ends
    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Form:
    """A game to solve.

    ``payoffs[g, i, j]`` is what player 0 gains from player 1 at an end of the g-th group that
    there is, in private states i and j, times the probability of that pair of states; ``partners``
    gives, by player, the state that could have been chosen instead (a state itself where there is
    no choice).
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
    """Unfold the public tree."""
    # `above` of a found node is (node, action) by player; node -1 where nothing is above.
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
    table = np.array([(found[n].group, row(n, 0), row(n, 1)) for n in ends], dtype=np.intp)
    return Tree(sides, _ends(table, (sides[0].rows, sides[1].rows)), nodes)


def _side(found: list[_Found], player: int, first_rows: list[int]) -> Side:
    """Give numbers to a player's rows; fills ``first_rows`` of that player's nodes."""
    mine = [number for number, node in enumerate(found) if node.player == player]
    next_row = 1
    levels = []
    for depth in range(1 + max((found[n].depth[player] for n in mine), default=-1)):

        def above(number: int) -> int:
            before, place = found[number].above[player]
            return 0 if before < 0 else first_rows[before] + place

        here = sorted((n for n in mine if found[n].depth[player] == depth), key=above)
        first = next_row
        parents: list[int] = []
        blocks: list[int] = []
        decision: list[int] = []
        for place, number in enumerate(here):
            if not parents or parents[-1] != above(number):
                parents.append(above(number))
                blocks.append(place)
            first_rows[number] = next_row
            decision += [place] * len(found[number].names)
            next_row += len(found[number].names)
        levels.append(
            Level(
                slice(first, next_row),
                Sums([first_rows[number] - first for number in here], next_row - first),
                _ints(decision),
                _ints([above(here[place]) for place in decision]),
                _ints(parents),
                Sums(blocks, len(here)),
            )
        )
    return Side(next_row, tuple(levels))


def _ends(table: Ints, counts: tuple[int, int]) -> Ends:
    numbers, begins = np.unique(table[:, 0], return_index=True)
    groups = tuple(slice(*pair) for pair in pairwise([*begins.tolist(), len(table)]))
    sizes = [where.stop - where.start for where in groups]
    few = [group for group, size in enumerate(sizes) if size <= FEW]
    lines: list[int] = []
    for group in few:
        ends = range(groups[group].start, groups[group].stop)
        lines += [*ends, *[ends[0]] * (FEW - len(ends))]
    many = []
    for group, size in enumerate(sizes):
        if size > FEW:
            many.append((group, slice(len(lines), len(lines) + size)))
            lines += range(groups[group].start, groups[group].stop)
    line = np.full(len(table), -1)
    line[lines[::-1]] = np.arange(len(lines))[::-1]  # of those filled up the first counts
    rows = table[:, 1].copy(), table[:, 2].copy()
    one, two = (_after(rows[p].tolist(), line.tolist(), counts[p], len(lines)) for p in (0, 1))
    read = rows[0][lines], rows[1][lines]
    return Ends(rows, numbers, groups, read, _ints(few), tuple(many), (one, two))


def _after(rows: list[int], line: list[int], count: int, none: int) -> tuple[Ints, ...]:
    columns = np.full((int(np.bincount(rows).max()), count), none, dtype=np.intp)
    met = [0] * count
    for end, row in enumerate(rows):
        columns[met[row], row] = line[end]
        met[row] += 1
    return tuple(columns)


def _ints(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.intp)
