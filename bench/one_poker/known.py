"""The simple opponents as players whose plan for a deal is known.

With it the luck can be taken out of their results in the same way as out of the attacker's.
"""

from engine.one_poker.solver import belief as beliefs
from engine.one_poker.solver.attacker import Attacker, Target
from engine.one_poker.solver.belief import Belief
from engine.one_poker.solver.form import Floats, Form
from engine.one_poker.solver.player import Solved
from engine.one_poker.solver.public import Public
from engine.one_poker.solver.styles import style_plan


class Known(Attacker):
    """One of the simple opponents, playing the solver."""

    def __init__(self, target: Target, name: str) -> None:
        super().__init__(target)
        self.name = name

    def answer(self, game: Form, found: Public, solved: Solved, seat: int) -> Floats:
        """Give the opponent's plan, whatever the target's strategy is."""
        deal = beliefs.public_deal(Belief(found.deal, None), found)
        return style_plan(self.name, deal, found.player(seat), solved.menus)
