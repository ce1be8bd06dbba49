"""What can be played in Run Fast: the 140 combinations of ranks, and which beats which.

Suits never matter for the shape of a play, so a combination is its ranks: 13 singles, 12 pairs,
11 triples, 36 straights, 56 pair runs and 12 bombs. All of them are made once, when this module
is loaded; finding the plays of a hand is then a filter over a short precomputed list.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.run_fast.hands import RANKS, rank_counts

Kind: TypeAlias = Literal[
    "single", "pair", "triple", "straight", "pair-run", "bomb", "heavenly-bomb"
]

_KING: Final = RANKS.index("K")
_ACE: Final = RANKS.index("A")
_TWO: Final = RANKS.index("2")
_LONGEST_PAIR_RUN: Final = 8
_SPARE_BITS: Final = int("8" * len(RANKS), 16)


class Combination(NamedTuple):
    """A combination of ranks.

    `text` is its ranks from low to high (``44``, ``34567``), `top` the highest of them
    (0 for a three … 12 for the two), `low` the lowest, and `need` the rank counts that it
    takes from a hand.
    """

    kind: Kind
    text: str
    size: int
    low: int
    top: int
    need: int


def _combination(kind: Kind, ranks: range, each: int) -> Combination:
    text = "".join(RANKS[rank] * each for rank in ranks)
    need = sum(each << 4 * rank for rank in ranks)
    return Combination(kind, text, len(text), ranks[0], ranks[-1], need)


def _all_combinations() -> Iterator[Combination]:
    for rank in range(_TWO + 1):
        yield _combination("single", range(rank, rank + 1), 1)
    for rank in range(_ACE + 1):
        yield _combination("pair", range(rank, rank + 1), 2)
    for rank in range(_KING + 1):
        yield _combination("triple", range(rank, rank + 1), 3)
        yield _combination("bomb", range(rank, rank + 1), 4)
    yield _combination("bomb", range(_ACE, _ACE + 1), 3)
    for low in range(_ACE + 1):
        for after in range(low + 5, _ACE + 2):
            yield _combination("straight", range(low, after), 1)
        for after in range(low + 2, min(low + _LONGEST_PAIR_RUN, _ACE + 1) + 1):
            yield _combination("pair-run", range(low, after), 2)


def _listed(combination: Combination) -> tuple[int, list[int]]:
    return combination.size, [RANKS.index(rank) for rank in combination.text]


COMBINATIONS: Final = tuple(sorted(_all_combinations(), key=_listed))
"""All combinations, in the order in which legal plays are listed."""

BY_TEXT: Final = {combination.text: combination for combination in COMBINATIONS}

HEAVENLY_BOMB: Final = BY_TEXT["3333"]._replace(kind="heavenly-bomb")
"""Four threes as the very first play of the deal."""

_BY_NEED: Final = {combination.need: combination for combination in COMBINATIONS}


def classify(cards: int) -> Combination | None:
    """Return the combination that a set of cards is, or None if it is none."""
    return _BY_NEED.get(rank_counts(cards))


def same_shape(play: Combination, table: Combination) -> bool:
    """Tell whether two combinations differ in rank only."""
    return play.kind == table.kind and play.size == table.size


def beats(play: Combination, table: Combination) -> bool:
    """Tell whether `play` may be put on `table`."""
    if table.kind == "heavenly-bomb":
        return False
    if play.kind == "bomb":
        # Three aces rank above every four because aces do.
        return table.kind != "bomb" or play.top > table.top
    return same_shape(play, table) and play.top > table.top


_ANSWERS: Final = {
    table: tuple(play for play in COMBINATIONS if beats(play, table))
    for table in (*COMBINATIONS, HEAVENLY_BOMB)
}
_WITH_A_THREE: Final = tuple(play for play in COMBINATIONS if play.low == 0)


def holds(counts: int, need: int) -> bool:
    """Tell whether rank counts hold at least the counts that are needed."""
    # A count is at most 4, so the highest of its four bits is free: set it, subtract what is
    # needed, and it is still set wherever there were enough cards.
    return (counts | _SPARE_BITS) - need & _SPARE_BITS == _SPARE_BITS


def _held(counts: int, candidates: tuple[Combination, ...]) -> list[Combination]:
    full = counts | _SPARE_BITS  # as in `holds`, without a call for each candidate
    return [play for play in candidates if full - play.need & _SPARE_BITS == _SPARE_BITS]


def leads(counts: int) -> list[Combination]:
    """Return everything that a hand with these rank counts can lead."""
    return _held(counts, COMBINATIONS)


def opening_leads(counts: int) -> list[Combination]:
    """Return what the holder of the heart three can open the deal with."""
    return _held(counts, _WITH_A_THREE)


def answers(counts: int, table: Combination) -> list[Combination]:
    """Return everything in a hand with these rank counts that beats `table`."""
    return _held(counts, _ANSWERS[table])


def pick_cards(hand: int, play: Combination, first: int = 0) -> int:
    """Choose the cards for a combination that the hand holds.

    Suits are spent in the order c, d, h, s, but the cards of `first` before all others.
    """
    each = play.size // (play.top - play.low + 1)
    chosen = 0
    for rank in range(play.low, play.top + 1):
        held = hand & 0xF << 4 * rank
        for _ in range(each):
            pool = held & first or held
            lowest = pool & -pool
            chosen |= lowest
            held ^= lowest
    return chosen
