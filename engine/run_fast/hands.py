"""Sets of Run Fast cards as numbers: one bit for each card, and the counts of the ranks.

A set of cards is an `int`. Bit ``4 * rank + suit`` stands for a card, with ranks numbered
in the order of the game (0 for a three … 11 for an ace, 12 for the two) and suits in the order
c, d, h, s; so the bits from low to high are the order in which cards are printed.

Counts are an `int` too: four bits for each rank, holding how many cards of it there are.
"""

from collections.abc import Iterable
from typing import Final

from engine.cards import STANDARD_PACK, TWO_HIGH, Card

RANKS: Final = "3456789TJQKA2"
"""The ranks, lowest first."""

NAMES: Final[tuple[Card, ...]] = tuple(sorted(TWO_HIGH, key=TWO_HIGH.__getitem__))
"""The name of each bit's card. Four of these cards aren't in the pack; no hand holds them."""

BITS: Final = {name: 1 << place for place, name in enumerate(NAMES)}

HEART_THREE: Final = BITS["3h"]
SPADE_TWO: Final = BITS["2s"]

PACK: Final = tuple(card for card in STANDARD_PACK if card not in {"2c", "2d", "2h", "Ah"})
"""The 48 cards in the order they have before the first shuffle."""

_ALTERNATE_BITS: Final = int("5" * len(RANKS), 16)
_ALTERNATE_PAIRS: Final = int("3" * len(RANKS), 16)


def card_set(names: Iterable[Card]) -> int:
    """Return the set of these cards; `KeyError` for a text that isn't a card."""
    cards = 0
    for name in names:
        cards |= BITS[name]
    return cards


def card_names(cards: int) -> list[Card]:
    """Return the names of a set of cards, as printed: from 3 to 2, then c, d, h, s."""
    names = []
    while cards:
        lowest = cards & -cards
        names.append(NAMES[lowest.bit_length() - 1])
        cards ^= lowest
    return names


def rank_counts(cards: int) -> int:
    """Return the counts of a set: add up the bits of every group of four at once."""
    pairs = cards - (cards >> 1 & _ALTERNATE_BITS)
    return (pairs & _ALTERNATE_PAIRS) + (pairs >> 2 & _ALTERNATE_PAIRS)
