"""One Poker in numbers.

Actions: 0 and 1 lock the first and the second card of the hand; 2 checks, 3 calls, 4 folds; from 5
on a bet or raise to a total of 1, 2, … 39.  ``next`` is nobody's action and has no number.
"""

from typing import Final

import numpy as np

from engine.adapters.coding import Mask, Numbers, one_hot
from engine.cards import RANKS
from engine.game import View
from engine.one_poker.position import CHIPS

_WORDS: Final = ("check", "call", "fold")
_LOCKS: Final = 2
_WAGERS: Final = _LOCKS + len(_WORDS)
_DECK: Final = 104
_COPIES: Final = 8


class OnePokerCoding:
    """The numbering that the module describes."""

    actions: int = _WAGERS + CHIPS - 1
    size: int = 6 * len(RANKS) + 15

    def observe(self, view: View) -> Numbers:
        """Write the view: hand, lock, last deal's cards, discards, then signals and chips."""
        me, other = view["seat"], 1 - view["seat"]
        own, settled = view["locked"][me], view["phase"] in ("settled", "over")
        last = _last_played(view)
        counts = [0.0] * len(RANKS)
        for card in view["seen"]:
            counts[RANKS.index(card[0])] += 1 / _COPIES
        chips = [view[key][seat] / CHIPS for key in ("stacks", "wagers") for seat in (me, other)]
        numbers = [
            *(number for card in view["hands"][me] for number in _rank(card)),
            *_rank(own),
            *_rank(last.get(me)),
            *_rank(last.get(other)),
            *counts,
            *(number / 2 for seat in (me, other) for number in view["signals"][seat]),
            *chips,
            view["pot"] / CHIPS,
            view["min_raise"] / CHIPS,
            view["stock"] / _DECK,
            float(view["first"] == me),
            float(view["locked"][other] is not None),
            float(view["phase"] == "bet"),
            float(settled),
        ]
        return np.array(numbers, dtype=np.float32)

    def mask(self, view: View) -> Mask:
        """Mark what may be done; of two equal cards only the first."""
        mask = np.zeros(self.actions, dtype=np.int8)
        hand = view["hands"][view["seat"]]
        for text in view["legal"]:
            word, _, argument = text.partition(" ")
            if word == "lock":
                mask[hand.index(argument)] = 1
            elif word in _WORDS:
                mask[_LOCKS + _WORDS.index(word)] = 1
            elif argument:
                low, high = map(int, argument.split(".."))
                mask[_WAGERS + low - 1 : _WAGERS + high] = 1
        return mask

    def text(self, view: View, action: int) -> str:
        """Write an action; a wager is a raise where somebody has wagered, else a bet."""
        if 0 <= action < _LOCKS:
            return f"lock {view['hands'][view['seat']][action]}"
        if _LOCKS <= action < _WAGERS:
            return _WORDS[action - _LOCKS]
        if _WAGERS <= action < self.actions:
            word = "raise" if any(view["wagers"]) else "bet"
            return f"{word} {action - _WAGERS + 1}"
        return ""


def _rank(card: str | None) -> list[float]:
    return one_hot(RANKS.index(card[0]) if card else None, len(RANKS))


def _last_played(view: View) -> dict[int, str]:
    """Give the cards of the last deal that was settled, by seat."""
    played: dict[int, str] = {}
    latest: dict[int, str] = {}
    for event in view["history"]:
        word, _, card = event["action"].partition(" ")
        if word == "lock" and card:
            latest[event["seat"]] = card
        elif word == "next":
            played = dict(latest)
    return dict(latest) if view["phase"] in ("settled", "over") else played
