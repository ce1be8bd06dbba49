"""Reading the other player: which ranks the locked card may have, and how likely each is.

Everything here counts ranks, 0 for a two to 12 for an ace, since suits never matter.  It is a plain
model of a sensible player, not a solution of the game: the other prefers the card that wins more
often against what it can know of ours, and bets more readily the more often that card wins.
"""

import math
from typing import Final, NamedTuple, TypeAlias

from engine.cards import RANKS
from engine.game import View
from engine.one_poker.position import ANTE
from engine.one_poker.ranks import RANK, UP, compare_ranks

Weights: TypeAlias = list[float]
"""A number for each rank."""

_SIZE: Final = len(RANKS)
_COPIES: Final = 8
_IS_UP: Final = [rank in UP for rank in RANKS]

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

    ``theirs`` is how likely each rank of the other's locked card is, bets included if minded;
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


def _fear_of(up: int) -> Weights:
    """Give each rank's share of the pot against a hand with so many UP cards."""
    lead = (0.0, _LEAD_WITH_UP, 1.0)[up]
    highs, lows = sum(_IS_UP), _SIZE - sum(_IS_UP)
    ours = [lead / highs if is_up else (1 - lead) / lows for is_up in _IS_UP]
    return [equity(rank, ours) for rank in range(_SIZE)]


_FEAR: Final = [_fear_of(up) for up in range(3)]

_PREFERS: Final = [
    [[logistic(_LOCK_SHARPNESS * (mine - kept)) for kept in fear] for mine in fear]
    for fear in _FEAR
]
"""By the UP cards it is up against: how likely a hand of two ranks is to lock the first."""

_NEUTRAL: Final = 1


def unseen(view: View) -> list[int]:
    """Count the cards of each rank that the seat can see neither in hand nor in the discards.

    Before the deal is settled these are the stock and the other's hand.
    """
    counts = [_COPIES] * _SIZE
    for card in (*view["hands"][view["seat"]], *view["seen"]):
        counts[RANK[card]] -= 1
    return counts


def read(view: View, *, counts: bool = True, bets: bool = True) -> Reading:
    """Weigh the other's locked card before a deal is settled.

    With or without counting cards, and minding or not how the other has bet.
    """
    seat = view["seat"]
    left = unseen(view) if counts else [_COPIES] * _SIZE
    ours_up, theirs_up = view["signals"][seat][0], view["signals"][1 - seat][0]
    fear = _FEAR[ours_up]
    theirs = _locked(_kept(view, left), left, theirs_up, _PREFERS[ours_up])
    for size in _bets_of(view, 1 - seat) if bets else ():
        theirs = [w * _likelihood(fear[rank], size) for rank, w in enumerate(theirs)]
    return Reading(_normal(theirs), fear)


def _normal(weights: Weights) -> Weights:
    total = sum(weights)
    if total <= 0:
        return [1 / _SIZE] * _SIZE
    return [weight / total for weight in weights]


def _kept(view: View, counts: list[int]) -> Weights:
    """Weigh the card that the other kept by what was played instead of it in the last deal.

    Before the first deal is settled nothing was kept, and any card may stand for it.
    """
    played = next(
        (
            RANK[event["action"][5:]]
            for event in reversed(view["history"])
            if event["seat"] == 1 - view["seat"] and event["action"].startswith("lock ")
        ),
        None,
    )
    if played is None:
        return [float(count) for count in counts]
    prefers = _PREFERS[_NEUTRAL][played]
    return [count * preferred for count, preferred in zip(counts, prefers, strict=True)]


def _locked(kept: Weights, counts: list[int], up: int, prefers: list[Weights]) -> Weights:
    """Weigh the locked card over all hands of a kept and a drawn card with so many UP cards."""
    result = [0.0] * _SIZE
    for one, weight in enumerate(kept):
        wanted = up - _IS_UP[one]
        for other, count in enumerate(counts):
            if _IS_UP[other] == wanted:
                both = weight * (count - (one == other))
                first = both * prefers[one][other]
                result[one] += first
                result[other] += both - first
    return result


def _bets_of(view: View, seat: int) -> list[float]:
    """List the bets and raises of this deal's round by their size, 0 for a check.

    The size is the chips put in, as a part of the pot that they were put into.
    """
    history = view["history"]
    begin = len(history)
    while begin and history[begin - 1]["action"].partition(" ")[0] not in ("lock", "next"):
        begin -= 1
    sizes = []
    wagers = [0, 0]
    for event in history[begin:]:
        word, _, total = event["action"].partition(" ")
        who = event["seat"]
        more = int(total) - wagers[who] if word in ("bet", "raise") else 0
        if who == seat and (more or word == "check"):
            sizes.append(more / (2 * ANTE + sum(wagers)))
        wagers[who] += more
    return sizes


def _likelihood(fear: float, size: float) -> float:
    """Give the probability that a card with this share of the pot is bet in this size."""
    strong = logistic(_BET_SHARPNESS * (fear - _BET_FROM - _BET_GROWTH * min(size, 2.0)))
    if size == 0:
        return 1 - strong * _BETS_STRONG
    return _BLUFFS + (1 - _BLUFFS) * strong
