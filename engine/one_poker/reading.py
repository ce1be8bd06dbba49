"""Reading the other player: which ranks the locked card may have, and how likely each is.

Everything here counts ranks, 0 for a two to 12 for an ace, since suits never matter.  It is a plain
model of a sensible player, not a solution of the game: the other prefers the card that wins more
often against what it can know of ours, and bets more readily the more often that card wins.
"""

import math
from typing import Final, NamedTuple, TypeAlias

from engine.cards import RANKS
from engine.game import View
from engine.one_poker.ranks import RANK, Signal, compare_ranks

Weights: TypeAlias = list[float]
"""A number for each rank."""

_SIZE: Final = len(RANKS)
_COPIES: Final = 8
_FIRST_UP: Final = RANKS.index("8")

SCORE: Final = [
    [(1 + compare_ranks(mine, yours)) / 2 for yours in range(_SIZE)] for mine in range(_SIZE)
]
"""What the first rank gets of the pot against the second: 1, 0 or one half."""

_LOCK_SHARPNESS: Final = 8.0
_LEAD_WITH_UP: Final = 0.7
_BET_SHARPNESS: Final = 8.0
_BET_FROM: Final = 0.5
_BET_GROWTH: Final = 0.1
_BETS_STRONG: Final = 0.8
_BLUFFS: Final = 0.15


class Reading(NamedTuple):
    """What a seat may think at its turn.

    ``theirs`` is how likely each rank of the other's locked card is, betting so far included;
    ``fear`` is, for each rank, how much of the pot it gets against what the other knows of us.
    """

    theirs: Weights
    fear: Weights


def logistic(x: float) -> float:
    """Map a number to the open interval from 0 to 1."""
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, x))))


def equity(rank: int, theirs: Weights) -> float:
    """Give the expected share of the pot of a rank, from 0 to 1."""
    return sum(weight * score for weight, score in zip(theirs, SCORE[rank], strict=True))


def unseen(view: View) -> list[int]:
    """Count the cards of each rank that the seat can see neither in hand nor in the discards.

    Before the deal is settled these are the stock and the other's hand.
    """
    counts = [_COPIES] * _SIZE
    for card in (*view["hands"][view["seat"]], *view["seen"]):
        counts[RANK[card]] -= 1
    return counts


def read(view: View) -> Reading:
    """Weigh the other's locked card before a deal is settled."""
    seat = view["seat"]
    counts = unseen(view)
    fear = _fear(view["signals"][seat])
    theirs = _locked(_kept(view, counts), counts, view["signals"][1 - seat], fear)
    for size in _bets_of(view, 1 - seat):
        theirs = [w * _likelihood(fear[rank], size) for rank, w in enumerate(theirs)]
    return Reading(_normal(theirs), fear)


def _is_up(rank: int) -> bool:
    return rank >= _FIRST_UP


def _normal(weights: Weights) -> Weights:
    total = sum(weights)
    if total <= 0:
        return [1 / _SIZE] * _SIZE
    return [weight / total for weight in weights]


def _fear(signal: Signal) -> Weights:
    """Give each rank's share against a hand of which only the signal is known."""
    up = {2: 1.0, 1: _LEAD_WITH_UP, 0: 0.0}[signal[0]]
    ours = [
        up / (_SIZE - _FIRST_UP) if _is_up(rank) else (1 - up) / _FIRST_UP for rank in range(_SIZE)
    ]
    return [equity(rank, ours) for rank in range(_SIZE)]


def _prefers(mine: int, other: int, fear: Weights) -> float:
    """Give the probability that a hand of these two locks the first."""
    return logistic(_LOCK_SHARPNESS * (fear[mine] - fear[other]))


def _kept(view: View, counts: list[int]) -> Weights:
    """Weigh the card that the other kept by what was played instead of it in the last deal.

    Before the first deal is settled nothing was kept, and any card may stand for it.
    """
    played = [
        RANK[event["action"][5:]]
        for event in view["history"]
        if event["seat"] == 1 - view["seat"] and event["action"].startswith("lock ")
    ]
    if not played:
        return [float(count) for count in counts]
    neutral = _fear((1, 1))
    return [count * _prefers(played[-1], rank, neutral) for rank, count in enumerate(counts)]


def _locked(kept: Weights, counts: list[int], signal: Signal, fear: Weights) -> Weights:
    result = [0.0] * _SIZE
    for one, weight in enumerate(kept):
        if not weight:
            continue
        for other, count in enumerate(counts):
            if _is_up(one) + _is_up(other) != signal[0]:
                continue
            both = weight * (count - (one == other))
            first = _prefers(one, other, fear)
            result[one] += both * first
            result[other] += both * (1 - first)
    return result


def _bets_of(view: View, seat: int) -> list[float]:
    """List the bets and raises of this deal's round by their size, 0 for a check.

    The size is the chips put in, as a part of the pot that they were put into.
    """
    sizes = []
    wagers = [0, 0]
    for event in reversed(view["history"]):
        if event["action"].startswith("lock"):
            break
        sizes.append(event)
    result = []
    for event in reversed(sizes):
        word, _, total = event["action"].partition(" ")
        who = event["seat"]
        if word in ("bet", "raise"):
            more = int(total) - wagers[who]
            if who == seat:
                result.append(more / (2 + sum(wagers)))
            wagers[who] += more
        elif word == "check" and who == seat:
            result.append(0.0)
    return result


def _likelihood(fear: float, size: float) -> float:
    """Give the probability that a card with this share of the pot is bet in this size."""
    strong = logistic(_BET_SHARPNESS * (fear - _BET_FROM - _BET_GROWTH * min(size, 2.0)))
    if size == 0:
        return 1 - strong * _BETS_STRONG
    return _BLUFFS + (1 - _BLUFFS) * strong
