"""The bots of One Poker: pure functions of a seat's view and of the randomness given."""

import random
from typing import Final

from engine.cards import ACE_HIGH
from engine.game import View
from engine.one_poker.position import CHIPS
from engine.one_poker.ranks import RANK

_BETS_FROM: Final = RANK["Tc"]
_CALLS: Final = ((2, RANK["5c"]), (5, RANK["8c"]), (9, RANK["Tc"]), (CHIPS, RANK["Qc"]))
"""Up to so many chips, a card of at least this rank calls."""
_RAISES_FROM: Final = RANK["Kc"]
_RAISES: Final = 0.5


def parts(text: str) -> tuple[str, str, str]:
    """Split a legal action into its word and its lowest and highest argument."""
    word, _, argument = text.partition(" ")
    low, _, high = argument.partition("..")
    return word, low, high


class Random:
    """Plays any legal action: each kind alike, then each total alike."""

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose without looking at anything but what is legal."""
        word, low, high = parts(rng.choice(view["legal"]))
        if high:
            return f"{word} {rng.randint(int(low), int(high))}"
        return f"{word} {low}" if low else word


class FaceValue:
    """Plays its cards at face value: locks the higher one, bets what looks high, never bluffs.

    It calls by rank, takes a two for the lowest card, and looks at no card but its own.
    """

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose by the rank of the one card."""
        seat = view["seat"]
        legal = {parts(text)[0]: parts(text) for text in view["legal"]}
        if "lock" in legal:
            return f"lock {max(view['hands'][seat], key=ACE_HIGH.__getitem__)}"
        rank = RANK[view["locked"][seat]]
        if "check" in legal:
            if rank < _BETS_FROM:
                return "check"
            _, low, high = legal["bet"]
            return f"bet {min(int(high), int(low) + rng.randint(0, rank - _BETS_FROM))}"
        owed = view["wagers"][1 - seat] - view["wagers"][seat]
        if rank >= _RAISES_FROM and "raise" in legal and rng.random() < _RAISES:
            return f"raise {legal['raise'][1]}"
        needed = next(rank for most, rank in _CALLS if owed <= most)
        return "call" if rank >= needed else "fold"
