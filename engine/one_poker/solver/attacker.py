"""An attacker who knows everything about a solver but its cards.

It runs the target's own solves, so that it knows the target's strategy for every card, counts
cards, follows by Bayes what the target carries, and in each deal plays an exact best response with
every whole-chip bet.  What lies beyond the deal it judges by the same value table.
"""

import random
from typing import NamedTuple, Protocol

from engine.game import View
from engine.one_poker.solver import belief as beliefs
from engine.one_poker.solver.belief import Belief
from engine.one_poker.solver.best_response import best_response
from engine.one_poker.solver.cfr import Plans
from engine.one_poker.solver.deal import Table, form
from engine.one_poker.solver.form import Floats, Form
from engine.one_poker.solver.player import Solved, next_past, play
from engine.one_poker.solver.public import Public, public, walk


class Target(Protocol):
    """What can be attacked: a bot whose strategy in each deal follows from what is public."""

    @property
    def table(self) -> Table:
        """The value table that it plays by."""
        ...

    def solved(self, found: Public, belief: Belief, seat: int) -> Solved:
        """Give its strategy for a deal."""
        ...

    def follow(self, found: Public, belief: Belief, seat: int) -> Belief:
        """Give its belief after a settled deal."""
        ...


class Attack(NamedTuple):
    """A deal as the attacker sees it: the true game, and both strategies by who is first."""

    game: Form
    solved: Solved
    plans: Plans


class Attacker:
    """Plays best responses to ``target``.

    The memory holds the target's belief and the true one, which somebody who knows both strategies
    has; the attacker's own card is no secret to itself, but its row of the true belief is right.
    """

    def __init__(self, target: Target) -> None:
        self.target = target

    def choose(self, view: View, rng: random.Random, memory: bytes = b"") -> str:
        """Choose as the best response does."""
        found = public(view)
        attack = self.attack(found, view["seat"], memory)
        return play(view, found, attack.solved, attack.plans[found.player(view["seat"])], rng)

    def learn(self, view: View, memory: bytes = b"") -> bytes:
        """Give the memory for the next deal, from the view of a settled one and its memory."""
        seat, found = view["seat"], public(view)
        theirs, true = self.beliefs(found, seat, memory)
        attack = self.attack(found, seat, memory)
        _, rows = walk(attack.solved.tree, found.bets, attack.solved.depth)
        known = beliefs.after(true, found, attack.plans, rows, seat, soft=0.0)
        past = next_past(view)
        followed = self.target.follow(found, theirs, 1 - seat)
        return beliefs.write(followed, past, 1 - seat) + beliefs.write(known, past, seat)

    def fits(self, view: View, memory: bytes) -> bool:
        """Tell whether the memory is of this version, seat, match and deal."""
        found = public(view)
        if found.deal == 1:
            return not memory
        return all(known.chances is not None for known in self.beliefs(found, view["seat"], memory))

    def beliefs(self, found: Public, seat: int, memory: bytes) -> tuple[Belief, Belief]:
        """Give the target's belief and the true one."""
        half = len(memory) // 2
        theirs = beliefs.read(memory[:half], found, 1 - seat)
        return theirs, beliefs.read(memory[half:], found, seat)

    def attack(self, found: Public, seat: int, memory: bytes) -> Attack:
        """Answer the target's strategy in a deal."""
        theirs, true = self.beliefs(found, seat, memory)
        solved = self.target.solved(found, theirs, 1 - seat)
        game = form(beliefs.public_deal(true, found), self.target.table, solved.menus)
        player = found.player(seat)
        answer = self.answer(game, found, solved, seat)
        plans = (answer, solved.plans[1]) if player == 0 else (solved.plans[0], answer)
        return Attack(game, solved, plans)

    def answer(self, game: Form, found: Public, solved: Solved, seat: int) -> Floats:
        """Give this seat's plan against the target's strategy in a deal."""
        player = found.player(seat)
        return best_response(game, player, solved.plans[1 - player])[1]
