"""What a seat can know of the two other hands in Run Fast.

Whoever can beat the table must, so a pass tells that this hand held nothing which beats it. For
most plays that bounds single ranks: who passed on a pair of nines held at most one of each higher
rank, and no bomb. What he played since has left the hand, so the bound has fallen by as much.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.game import View
from engine.run_fast.combinations import (
    COMBINATIONS,
    HEAVENLY_BOMB,
    Combination,
    answers,
    classify,
    holds,
)
from engine.run_fast.hands import PACK, RANKS, card_set, rank_counts

SEATS: Final = 3
_LOW: Final = int("1" * len(RANKS), 16)
_HIGH: Final = _LOW << 3
_EVEN: Final = int("0F" * (len(RANKS) // 2 + 1), 16)
_ALL: Final = rank_counts(card_set(PACK))


def lower(one: int, two: int) -> int:
    """Return the lower of two rank counts, rank by rank."""
    # As in `holds`: a flag stays where the first is at least the second; from it a mask is made.
    flags = (one | _HIGH) - two & _HIGH
    mask = flags - (flags >> 3)
    return two & mask | one & ~mask


def less(counts: int, taken: int) -> int:
    """Return rank counts without what is taken, where there is as much: never below 0."""
    return counts - lower(counts, taken)


def total(counts: int) -> int:
    """Return how many cards rank counts add up to."""
    return ((counts & _EVEN) + (counts >> 4 & _EVEN)) % 255


def _after_pass(table: Combination) -> int:
    """Return the highest rank counts of a hand in which no single rank beats the table."""
    bounds = 4 * _LOW
    for answer in answers(4 * _LOW, table):
        if answer.low == answer.top:
            one = 1 << 4 * answer.low
            # No more than one less than the answer takes of its rank, any number of the others.
            bounds = lower(bounds, (4 * _LOW ^ 4 << 4 * answer.low) + answer.need - one)
    return bounds


AFTER_PASS: Final = {table: _after_pass(table) for table in (*COMBINATIONS, HEAVENLY_BOMB)}
"""By the play on the table: upper bounds by rank on a hand that had to pass.

What a straight or a pair run tells of several ranks together isn't in it, as with one of these
ranks missing there may be any number of the others.
"""


class Knowledge(NamedTuple):
    """What is certain about the others' hands, the next player's (0) and that of the one after (1).

    Every split of `unseen` into hands of these `sizes` within the bounds `most` explains all that
    was seen, but for passes on straights and pair runs, of which less is used than they tell: some
    splits may be too many, none is missing.
    """

    unseen: int
    """Rank counts of the cards in both hands together."""
    sizes: tuple[int, int]
    most: tuple[int, int]
    """Upper bounds on the rank counts of each hand, nowhere above `unseen`."""

    def played(self, who: int, play: Combination) -> "Knowledge | None":
        """Return what is known once a hand has made a play; None if no split allows it."""
        size, bound = self.sizes[who] - play.size, self.most[who]
        if size < 0 or not holds(bound, play.need):
            return None
        unseen, bound = self.unseen - play.need, bound - play.need
        other = lower(self.most[1 - who], unseen)
        if total(bound) < size or total(other) < self.sizes[1 - who]:
            return None
        sizes = (size, self.sizes[1]) if who == 0 else (self.sizes[0], size)
        return Knowledge(unseen, sizes, (bound, other) if who == 0 else (other, bound))

    def passed(self, who: int, table: Combination) -> "Knowledge | None":
        """Return what is known once a hand had to pass; None if it holds what beats the table."""
        bound, other = lower(self.most[who], AFTER_PASS[table]), self.most[1 - who]
        # What the other hand can't hold is in this one.
        if total(bound) < self.sizes[who] or not holds(bound, self.unseen - other):
            return None
        most = (bound, other) if who == 0 else (other, bound)
        return Knowledge(self.unseen, self.sizes, most)

    def stands(self, play: Combination) -> bool:
        """Tell whether nobody can beat a play, in no split."""
        return not any(
            self.played(who, answer) for who in (0, 1) for answer in answers(self.most[who], play)
        )


def knowledge(view: View, *, passes: bool = True) -> Knowledge:
    """Return what the view's seat knows of the others; without `passes` from the counts alone."""
    seat = view["seat"]
    unseen = _ALL - rank_counts(card_set(view["hands"][seat]))
    most = [4 * _LOW] * SEATS
    # What each hand can't hold whole since a pass, less what it has played of it.
    runs: list[set[int]] = [set() for _ in range(SEATS)]
    table: Combination | None = None
    passed = 0
    for event in view["history"]:
        mover, names = event["seat"], event["action"].split()[1:]
        if names:
            cards = card_set(names)
            played = rank_counts(cards)
            unseen -= played
            most[mover] = less(most[mover], played)
            runs[mover] = {less(need, played) for need in runs[mover]}
            table, passed = _combination(cards, first=not event["ply"]), 0
            continue
        assert table is not None
        if passes:
            most[mover] = lower(most[mover], AFTER_PASS[table])
            runs[mover].update(_runs_over(table, most[mover]))
        passed += 1
        if passed == SEATS - 1:
            table, passed = None, 0
    bounds = [lower(_without(runs[other], most[other]), unseen) for other in others(seat)]
    sizes = [view["counts"][other] for other in others(seat)]
    return Knowledge(unseen, (sizes[0], sizes[1]), (bounds[0], bounds[1]))


def others(seat: int) -> tuple[int, int]:
    """Return the seats that act after this one, in turn."""
    return (seat + 1) % SEATS, (seat + 2) % SEATS


def _runs_over(table: Combination, most: int) -> list[int]:
    """Return the runs that beat the table and are within the bounds of a hand."""
    if table.low == table.top:
        return []
    return [answer.need for answer in answers(most, table) if answer.low < answer.top]


def _without(runs: Iterable[int], most: int) -> int:
    """Lower the bounds where all of a run that can't be held but one rank has been played."""
    for need in runs:
        rank = (need.bit_length() - 1) >> 2
        if need == need >> 4 * rank << 4 * rank:
            lacking = (need >> 4 * rank) - 1
            most = lower(most, (4 * _LOW ^ 4 << 4 * rank) + (lacking << 4 * rank))
    return most


def _combination(cards: int, *, first: bool) -> Combination:
    found = classify(cards)
    assert found is not None
    return HEAVENLY_BOMB if first and found.kind == "bomb" else found
