"""The bot that solves each deal as it is dealt."""

import random
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from engine.game import View
from engine.one_poker.position import ANTE, CHIPS
from engine.one_poker.ranks import RANK
from engine.one_poker.solver import belief as beliefs
from engine.one_poker.solver.belief import Belief
from engine.one_poker.solver.cfr import Lean, Plans, Solver
from engine.one_poker.solver.deal import Deal, States, Table, form, states
from engine.one_poker.solver.form import Floats, Tree
from engine.one_poker.solver.public import Past, Public, public, walk
from engine.one_poker.solver.styles import Menus, style_plans
from engine.one_poker.solver.tree import MenuName, betting_tree
from engine.one_poker.solver.values import value_table

MENU: Final[MenuName] = "pot"
LEAN: Final = 0.03
"""How far the opponent's simple styles are allowed for at most, whatever speaks for them."""


ITERATIONS: Final = (150, 240, 320)
"""How many iterations a deal gets, by how many hands have one card UP and one DOWN.

Such hands have the most private states.  How many chips there are makes less of a difference.
"""


def iterations(deal: Deal) -> int:
    """Give how many iterations a deal gets."""
    return ITERATIONS[deal.signals.count((1, 1))]


@dataclass(frozen=True, eq=False)
class Solve:
    """A deal to be solved, in this process or another; what it gives depends on nothing else.

    The bot is ``player`` (0 acts first): a small menu for it alone.  ``styles`` are the chances
    that the opponent plays in the simple styles.  ``table`` is None for the shipped one; ``effort``
    multiplies the usual number of iterations.
    """

    deal: Deal
    player: int
    styles: tuple[float, ...] = ()
    effort: float = 1.0
    table: Table | None = None

    @property
    def depth(self) -> int:
        """The chips behind the smaller stack after the ante."""
        return min(self.deal.chips, CHIPS - self.deal.chips) - ANTE

    @property
    def menus(self) -> Menus:
        """What each player may bet."""
        return (MENU, "all") if self.player == 0 else ("all", MENU)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What tells it from another deal."""
        deal = self.deal
        known = deal.unseen.tobytes(), deal.weights.tobytes()
        return self.player, deal.chips, deal.signals, *known, self.styles

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Solve)
            and self.key == other.key
            and self.effort == other.effort
            and self.table is other.table
        )

    def __call__(self) -> Plans:
        """Solve the deal."""
        table = value_table() if self.table is None else self.table
        solver = Solver(form(self.deal, table, self.menus), self._lean())
        solver.run(max(1, round(self.effort * iterations(self.deal))))
        return solver.plans()

    def _lean(self) -> Lean | None:
        """Give the mixture of the styles as what the opponent may be playing."""
        part = sum(self.styles)
        if not part > 0.0:
            return None
        other = 1 - self.player
        plans = style_plans(self.deal, other, self.menus)
        mixed = np.tensordot(np.array(self.styles) / part, plans, axes=1)
        return Lean(other, min(part, LEAN), mixed)


class Solved(NamedTuple):
    """A deal with its solved strategies, the first player first."""

    deal: Deal
    menus: Menus
    depth: int
    tree: Tree
    plans: Plans


class SolverBot:
    """Plays the solved strategy of each deal.

    What it knows of the deals before is its ``memory``: bytes that `learn` makes of each settled
    deal, from nothing but what both seats can see.  Without the right memory it plays on, as if
    nothing were known about the carried cards.  Solved deals are kept for a while to save time;
    forgetting them changes nothing; ``keep`` is how many, of at most 240 KB each.  With
    ``leaning`` it allows for opponents of simple styles.
    """

    keep = 256
    leaning = True

    def __init__(self, table: Table | None = None, effort: float = 1.0) -> None:
        self._table = table
        self._effort = effort
        self._kept: OrderedDict[tuple[object, ...], Solved] = OrderedDict()

    @property
    def table(self) -> Table:
        """The value table that it plays by."""
        return value_table() if self._table is None else self._table

    def choose(self, view: View, rng: random.Random, memory: bytes = b"") -> str:
        """Choose as the solved strategy does."""
        seat = view["seat"]
        found = public(view)
        solved = self.solved(found, beliefs.read(memory, found, seat), seat)
        return play(view, found, solved, solved.plans[found.player(seat)], rng)

    def learn(self, view: View, memory: bytes = b"") -> bytes:
        """Give the memory for the next deal, from the view of a settled one and its memory."""
        seat = view["seat"]
        found = public(view)
        known = self.follow(found, beliefs.read(memory, found, seat), seat)
        return beliefs.write(known, next_past(view), seat)

    def fits(self, view: View, memory: bytes) -> bool:
        """Tell whether the memory is of this version, seat, match and deal."""
        found = public(view)
        if found.deal == 1:
            return not memory
        return beliefs.read(memory, found, view["seat"]).chances is not None

    def follow(self, found: Public, belief: Belief, seat: int) -> Belief:
        """Give the belief after a settled deal as this bot in ``seat`` has it."""
        solved = self.solved(found, belief, seat)
        _, rows = walk(solved.tree, found.bets, solved.depth)
        styles = None
        if self.leaning:
            other = 1 - found.player(seat)
            styles = style_plans(solved.deal, other, solved.menus)
        return beliefs.after(belief, found, solved.plans, rows, seat, styles=styles)

    def task(self, view: View, memory: bytes = b"") -> Solve | None:
        """Give what takes long of this deal's decisions; None if it is done."""
        seat = view["seat"]
        found = public(view)
        task = self._task(found, beliefs.read(memory, found, seat), seat)
        return task if self._known(task) is None else None

    def accept(self, task: Solve, plans: Plans) -> None:
        """Take what a task gave, wherever it was done."""
        depth, menus = task.depth, task.menus
        self._kept[task.key] = Solved(task.deal, menus, depth, betting_tree(depth, menus), plans)
        with suppress(KeyError):  # another thread may have been here
            while len(self._kept) > max(self.keep, 1):
                self._kept.popitem(last=False)

    def _known(self, task: Solve) -> Solved | None:
        with suppress(KeyError):  # another thread may forget it
            self._kept.move_to_end(task.key)
        return self._kept.get(task.key)

    def solved(self, found: Public, belief: Belief, seat: int) -> Solved:
        """Give the solved deal, solving it unless it is still kept."""
        task = self._task(found, belief, seat)
        while (known := self._known(task)) is None:
            self.accept(task, task())
        return known

    def _task(self, found: Public, belief: Belief, seat: int) -> Solve:
        styles = tuple(belief.styles.tolist()) if self.leaning else ()
        deal = self.deal(found, belief)
        return Solve(deal, found.player(seat), styles, self._effort, self._table)

    def deal(self, found: Public, belief: Belief) -> Deal:
        """Give the deal as it is to be solved."""
        return beliefs.public_deal(belief, found)


def next_past(view: View) -> Past:
    """Give all that happened before the deal that follows a settled one."""
    return (*((event["seat"], event["action"]) for event in view["history"]), (None, "next"))


def play(view: View, found: Public, solved: Solved, plan: Floats, rng: random.Random) -> str:
    """Choose by a player's plan for a solved deal; one random number for each choice."""
    seat = view["seat"]
    player = found.player(seat)
    side = states(found.signals[seat])
    hand = [RANK[card] for card in view["hands"][seat]]
    if view["phase"] == "lock":
        chance = plan[0][_state(side, hand[0], hand[1])]
        return f"lock {view['hands'][seat][0 if rng.random() < chance else 1]}"
    locked = RANK[view["locked"][seat]]
    kept = hand[1] if hand[0] == locked else hand[0]
    node, _ = walk(solved.tree, found.bets, solved.depth)
    if node.player != player:  # only after wagers that the plan doesn't have
        return "call" if "call" in view["legal"] else "check"
    chances = plan[list(node.rows), _state(side, locked, kept)]
    total = chances.sum()
    chances = chances / total if total > 0.0 else np.full(len(chances), 1.0 / len(chances))
    place = int(np.searchsorted(np.cumsum(chances), rng.random(), side="right"))
    return _action(node.actions[min(place, len(chances) - 1)], view["legal"])


def _state(side: States, locked: int, kept: int) -> int:
    return int(np.flatnonzero((side.locked == locked) & (side.kept == kept))[0])


def _action(name: str, legal: list[str]) -> str:
    """Give the action that a name of the tree stands for: totals within what is legal."""
    if not name.isdigit():
        return name
    for text in legal:
        word, _, argument = text.partition(" ")
        low, dots, high = argument.partition("..")
        if dots:
            return f"{word} {min(max(int(name), int(low)), int(high))}"
    return "call"
