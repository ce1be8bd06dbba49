"""Run Fast in numbers.

Actions: 0 passes; from 1 on the combinations of `engine.run_fast.combinations.COMBINATIONS`, in
that order.  Suits of a play are chosen for the player: c, d, h, s, but the three of hearts first
where the deal is opened.
"""

from typing import Final

import numpy as np

from engine.adapters.coding import Mask, Numbers, one_hot
from engine.game import View
from engine.run_fast.bot import play_text
from engine.run_fast.combinations import COMBINATIONS
from engine.run_fast.hands import RANKS

_NUMBER: Final = {play.text: number for number, play in enumerate(COMBINATIONS, 1)}
_SEATS: Final = 3
_HAND: Final = 16
_COPIES: Final = 4
_BONUS: Final = 20 * 12
"""No more bonus than this is possible: every bomb of the pack."""


class RunFastCoding:
    """The numbering that the module describes."""

    actions: int = 1 + len(COMBINATIONS)
    size: int = (1 + _SEATS) * len(RANKS) + len(COMBINATIONS) + 4 * _SEATS + 2

    def observe(self, view: View) -> Numbers:
        """Write the view: hand, table, and what each seat has played, from this seat on."""
        me = view["seat"]
        order = [(me + step) % _SEATS for step in range(_SEATS)]
        hand = [0.0] * len(RANKS)
        for card in view["hands"][me]:
            hand[RANKS.index(card[0])] += 1 / _COPIES
        played = {seat: [0.0] * len(RANKS) for seat in order}
        for event in view["history"]:
            for card in event["action"].split()[1:]:
                played[event["seat"]][RANKS.index(card[0])] += 1 / _COPIES
        table = view["table"]
        on_table = "".join(card[0] for card in table["cards"]) if table else ""
        numbers = [
            *hand,
            *(number for seat in order for number in played[seat]),
            *one_hot(_NUMBER[on_table] - 1 if table else None, len(COMBINATIONS)),
            *(float(table is not None and table["seat"] == seat) for seat in order),
            *(view["counts"][seat] / _HAND for seat in order),
            *(float(view["turn"] == seat) for seat in order),
            *((view["bonuses"][seat] + _BONUS) / (2 * _BONUS) for seat in order),
            view["passes"] / _SEATS,
            float(not view["history"]),
        ]
        return np.array(numbers, dtype=np.float32)

    def mask(self, view: View) -> Mask:
        """Mark the combinations that may be played, or the pass."""
        mask = np.zeros(self.actions, dtype=np.int8)
        for text in view["legal"]:
            mask[_NUMBER.get(text, 0)] = 1
        return mask

    def text(self, view: View, action: int) -> str:
        """Write an action, with cards of the hand."""
        if action == 0:
            return "pass"
        if not 0 < action < self.actions or not self.mask(view)[action]:
            return ""
        return play_text(view, COMBINATIONS[action - 1])
