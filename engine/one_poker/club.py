"""Players of One Poker who weigh what each action wins: the beginner and the club player."""

import random
from typing import Final

from engine.cards import RANKS
from engine.game import View
from engine.one_poker.bot import parts
from engine.one_poker.ranks import RANK
from engine.one_poker.reading import SCORE, Reading, equity, logistic, read

_LOCK_NOISE: Final = 0.25
_BET_NOISE: Final = 0.5
_STAKE: Final = 6.0
"""Chips for which a deal is played, more or less: what a locked card's share is worth."""
_LATER: Final = 1.7
"""What the kept card is worth, as a part of what the locked one is.

The locked one is at stake once, and who keeps the best for later may keep it longer still.
"""
_SIZES: Final = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Sizes of bets that are weighed, as parts of the pot above the lowest."""
_CALL_SHARPNESS: Final = 7.0
_CHECK: Final = 0.95
"""What is left of a checked share of the pot when the other may still bet."""
_RESPECT: Final = 0.08
"""How much less of the pot the other hopes for once we have bet."""
_NEUTRAL: Final = [1 / len(RANKS)] * len(RANKS)


class Club:
    """Weighs the odds of the pot; a club player also counts cards and reads bets.

    ``counts`` tells whether the cards that are gone are counted, and ``bets`` whether the other's
    bets and checks say something about his card; all read the signals.

    Every action is worth the chips that it wins on average from here, folding being worth 0, if
    the other plays as `engine.one_poker.reading` thinks and nobody raises any more.  A little
    noise on the values keeps it from being read; bluffs come from the chance of a fold.
    """

    def __init__(self, *, counts: bool = True, bets: bool = True) -> None:
        self._counts = counts
        self._bets = bets

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose the action of the highest value."""
        reading = read(view, counts=self._counts, bets=self._bets)
        if view["phase"] == "lock":
            values = _lock_values(view, reading)
            noise = _LOCK_NOISE
        else:
            values = _bet_values(view, reading)
            noise = _BET_NOISE
        return max(values, key=lambda action: values[action] + noise * rng.gauss(0, 1))


def _lock_values(view: View, reading: Reading) -> dict[str, float]:
    hand = view["hands"][view["seat"]]
    values = {}
    for card, kept in (hand, hand[::-1]):
        now = equity(RANK[card], reading.theirs)
        later = equity(RANK[kept], _NEUTRAL)
        values[f"lock {card}"] = _STAKE * (now + _LATER * later)
    return values


def _bet_values(view: View, reading: Reading) -> dict[str, float]:
    seat = view["seat"]
    rank = RANK[view["locked"][seat]]
    share = equity(rank, reading.theirs)
    pot = view["pot"]
    own, theirs = view["wagers"][seat], view["wagers"][1 - seat]
    chips, their_chips = view["stacks"][seat], view["stacks"][1 - seat]
    owed = theirs - own
    values: dict[str, float] = {}
    for text in view["legal"]:
        word, low, high = parts(text)
        if word == "fold":
            values["fold"] = 0.0
        elif word == "check":
            values["check"] = share * pot * (_CHECK if view["first"] == seat else 1.0)
        elif word == "call":
            paid = min(owed, chips)
            values["call"] = share * (pot - (owed - paid) + paid) - paid
        else:
            for size in _SIZES:
                total = min(int(high), int(low) + round(size * pot))
                action = f"{word} {total}"
                if action not in values:
                    matched = min(total, theirs + their_chips)
                    values[action] = _wager_value(
                        rank, reading, pot, matched - own, matched - theirs
                    )
    return values


def _wager_value(rank: int, reading: Reading, pot: int, more: int, theirs: int) -> float:
    """Give the value of putting ``more`` chips into the pot, ``theirs`` being owed for them."""
    odds = theirs / (pot + more + theirs)
    value = 0.0
    for other, weight in enumerate(reading.theirs):
        hope = reading.fear[other] - _RESPECT
        calls = logistic(_CALL_SHARPNESS * (hope - odds))
        shown = SCORE[rank][other] * (pot + more + theirs) - more
        value += weight * ((1 - calls) * pot + calls * shown)
    return value
