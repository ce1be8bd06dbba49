"""Cards as text of two characters: rank, then suit (``Th``, ``2s``).

A card is a plain ``str``; two copies of a card are equal, as they are on the table.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

Card: TypeAlias = str

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

STANDARD_PACK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in the order that shuffles start from: suits c, d, h, s; 2 to A within a suit."""

CARDS: Final[frozenset[Card]] = frozenset(STANDARD_PACK)


def print_order(ranks: str) -> Mapping[Card, int]:
    """Give each card its place in printed lists: by rank as in ``ranks``, then by suit."""
    return {
        rank + suit: len(SUITS) * place + SUITS.index(suit)
        for place, rank in enumerate(ranks)
        for suit in SUITS
    }


ACE_HIGH: Final[Mapping[Card, int]] = print_order(RANKS)
"""Printed order from 2 to A."""

TWO_HIGH: Final[Mapping[Card, int]] = print_order(RANKS[1:] + RANKS[0])
"""Printed order from 3 to 2."""


def in_order(cards: Iterable[Card], order: Mapping[Card, int]) -> tuple[Card, ...]:
    """Sort cards for printing; ``order`` is `ACE_HIGH` or `TWO_HIGH`."""
    return tuple(sorted(cards, key=order.__getitem__))
