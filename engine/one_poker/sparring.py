"""Simple opponents to measure the others against.  None of them remembers a deal."""

import random
from typing import Final

from engine.cards import ACE_HIGH, RANKS
from engine.game import View
from engine.one_poker.bot import parts
from engine.one_poker.ranks import RANK, UP
from engine.one_poker.reading import SCORE, unseen

_RANKS: Final = range(len(RANKS))
_IS_UP: Final = [rank in UP for rank in RANKS]
BET_FROM: Final = 0.6
RAISE_FROM: Final = 0.8


def _lock_higher(view: View) -> str:
    return f"lock {max(view['hands'][view['seat']], key=ACE_HIGH.__getitem__)}"


def _wager(text: str, total: int) -> str:
    """Make the total as near to the wished one as is legal."""
    word, low, high = parts(text)
    return f"{word} {min(max(total, int(low)), int(high))}"


class Caller:
    """Locks the higher card, never bets, calls everything."""

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose without chance."""
        if view["phase"] == "lock":
            return _lock_higher(view)
        return "check" if "check" in view["legal"] else "call"


class HalfPot:
    """Locks the higher card; bets half the pot and calls with UP, folds DOWN to big bets."""

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose by the group of the locked card."""
        if view["phase"] == "lock":
            return _lock_higher(view)
        seat = view["seat"]
        up = view["locked"][seat][0] in UP
        if "check" in view["legal"]:
            return _wager(view["legal"][-1], view["pot"] // 2) if up else "check"
        owed = view["wagers"][1 - seat] - view["wagers"][seat]
        return "call" if up or 2 * owed <= view["pot"] - owed else "fold"


class Counter:
    """Counts the unseen cards, expects any of them to be locked, and bets and calls by the odds."""

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose by the chance of winning against a card of the other's signal."""
        seat = view["seat"]
        if view["phase"] == "lock":
            hand = view["hands"][seat]
            return f"lock {max(hand, key=lambda card: self.chance(view, card))}"
        chance = self.chance(view, view["locked"][seat])
        owed = view["wagers"][1 - seat] - view["wagers"][seat]
        words = {parts(text)[0]: text for text in view["legal"]}
        if not owed:
            return _wager(words["bet"], view["pot"]) if chance >= BET_FROM else "check"
        if chance >= RAISE_FROM and "raise" in words:
            return _wager(words["raise"], view["wagers"][1 - seat] + view["pot"] + owed)
        return "call" if chance * (view["pot"] + owed) >= owed else "fold"

    def chance(self, view: View, card: str) -> float:
        """Give the chance that a card beats one of the other's, ties counting half."""
        counts = unseen(view)
        up, down = view["signals"][1 - view["seat"]]
        sizes = {
            group: sum(counts[rank] for rank in _RANKS if _IS_UP[rank] is group)
            for group in (True, False)
        }
        total = won = 0.0
        for rank in _RANKS:
            of_group = up if _IS_UP[rank] else down
            if of_group:
                weight = of_group * counts[rank] / sizes[_IS_UP[rank]]
                total += weight
                won += weight * SCORE[RANK[card]][rank]
        return won / total
