"""The cheapest way to take a hand apart into combinations.

A hand is worth what its cheapest decomposition costs: low cards that need a lead of their own are
dear, high ones that win the lead back are cheap or better than free. The dynamic programme goes
by the lowest rank left, which has to go into some combination that starts there, so every
decomposition is met once; results are kept by rank counts, since suits don't matter.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.run_fast.combinations import Combination, answers, holds, leads
from engine.run_fast.hands import RANKS

_REMEMBERED: Final = 1 << 15


class Decomposition:
    """The costs of hands under given prices of combinations; what has no price isn't used."""

    def __init__(self, prices: Iterable[tuple[Combination, int]]) -> None:
        starting: list[list[tuple[int, int]]] = [[] for _ in RANKS]
        for play, price in prices:
            starting[play.low].append((play.need, price))
        self._starting = starting
        self.cheapest = lru_cache(maxsize=_REMEMBERED)(self._cheapest)
        """Return the cost of the cheapest decomposition of rank counts."""

    def _cheapest(self, counts: int) -> int:
        if not counts:
            return 0
        lowest = (counts & -counts).bit_length() - 1 >> 2
        return min(
            price + self.cheapest(counts - need)
            for need, price in self._starting[lowest]
            if holds(counts, need)
        )


def stands(play: Combination, unseen: int, most: int) -> bool:
    """Tell whether nobody can beat a play.

    `unseen` counts the ranks of all cards in other hands, and `most` is the size of the larger of
    these hands. True is certain; False may be wrong, as the cards may lie apart.
    """
    return all(answer.size > most for answer in answers(unseen, play))


def falls(counts: int, unseen: int, most: int) -> Decomposition:
    """Price the plays of a hand by whether somebody may beat them: 1 if so, 0 if they stand.

    A leader whose hand costs 1 or less goes out whatever the others hold: first come the plays
    that stand, after which everybody passes and nothing has changed for the rest, and the one
    that may be beaten comes last, when nobody may answer any more.
    """
    return Decomposition((play, int(not stands(play, unseen, most))) for play in leads(counts))
