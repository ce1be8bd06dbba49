"""The simple opponents as plans: what each would do with every card at every point of a deal.

With these the luck can be taken out of their results in the same way as out of the attacker's.
"""

from collections.abc import Callable, Iterator

import numpy as np

from engine.cards import RANKS
from engine.one_poker.position import ANTE
from engine.one_poker.solver.attacker import Attacker, Target
from engine.one_poker.solver.deal import FIRST_UP, States, states
from engine.one_poker.solver.form import Floats, Form, Node, Tree
from engine.one_poker.solver.player import Solved
from engine.one_poker.solver.public import Public
from engine.one_poker.solver.tree import Bets, Betting
from engine.one_poker.sparring import BET_FROM, RAISE_FROM, Counter


class Spot:
    """Where a player decides: the tree's node, the wagers, and what is public of the deal."""

    def __init__(self, node: Node, state: Betting, seat: int, found: Public) -> None:
        assert state.turn is not None
        self.names = node.actions
        self.own, self.faced = state.wagers[state.turn], state.wagers[1 - state.turn]
        self.owed = self.faced - self.own
        self.pot = 2 * ANTE + self.own + self.faced
        self.all_in = found.chips[seat] - ANTE
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


Rule = Callable[[Spot, States, Floats], Floats]
"""(spot, states, the chance of each locked card) -> chances by action and state."""


def _sure(spot: Spot, places: np.ndarray) -> Floats:
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


RULES: dict[str, Rule] = {
    "random": at_random,
    "caller": caller,
    "half-pot": half_pot,
    "counter": counter,
}


class Known(Attacker):
    """One of the simple opponents, playing the solver."""

    def __init__(self, target: Target, name: str) -> None:
        super().__init__(target)
        self.name = name

    def answer(self, game: Form, found: Public, solved: Solved, seat: int) -> Floats:
        """Give the opponent's plan, whatever the target's strategy is."""
        side = states(found.signals[seat])
        player = found.player(seat)
        plan = np.zeros((game.tree.sides[player].rows, len(side.locked)))
        chances = side.locked.astype(np.float64)
        if self.name == "counter":
            chances = _chances(found, seat, side)
        plan[0] = _lock(chances, side) if self.name != "random" else _even(side)
        rules = Bets(solved.depth, solved.menus)
        for node, state in _walk(game.tree, rules):
            if node.player == player:
                spot = Spot(node, state, seat, found)
                plan[list(node.rows)] = RULES[self.name](spot, side, chances)
        for level in game.tree.sides[player].levels:
            plan[level.rows] *= plan[level.above]
        return plan


def _walk(tree: Tree, rules: Bets) -> Iterator[tuple[Node, Betting]]:
    waiting = [(0, rules.root())]
    while waiting:
        number, state = waiting.pop()
        node = tree.nodes[number]
        yield node, state
        if node.player is not None:
            after = [below for _, below in rules.moves(state)]
            waiting += zip(node.children, after, strict=True)


def _even(side: States) -> Floats:
    return np.where(side.locked == side.kept, 1.0, 0.5)


def _lock(chances: Floats, side: States) -> Floats:
    """Lock the better card; of two alike the lower one, which comes first in a printed hand."""
    other = chances[side.partner]
    lower = side.locked <= side.kept
    return np.where((chances > other) | ((chances == other) & lower), 1.0, 0.0)


def _chances(found: Public, seat: int, side: States) -> Floats:
    seen = [f"{name}c" for rank, name in enumerate(RANKS) for _ in range(8 - found.unseen[rank])]
    view = {"seat": seat, "seen": seen, "signals": found.signals, "hands": [None, None]}
    result = np.empty(len(side.locked))
    for state, (locked, kept) in enumerate(zip(side.locked, side.kept, strict=True)):
        hand = [f"{RANKS[locked]}c", f"{RANKS[kept]}c"]
        view["hands"] = [hand, hand]
        result[state] = Counter().chance(view, hand[0])
    return result
