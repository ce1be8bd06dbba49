"""How cards rank in One Poker, where suits never matter."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.cards import ACE_HIGH, RANKS, STANDARD_PACK, Card

PACK: Final[tuple[Card, ...]] = STANDARD_PACK * 2
"""104 cards: the whole 52 twice, pack after pack."""

UP: Final[frozenset[str]] = frozenset("89TJQKA")

RANK: Final = {card: RANKS.index(card[0]) for card in STANDARD_PACK}
"""0 for a two to 12 for an ace; the two's win over the ace is in `compare`."""

Signal: TypeAlias = tuple[int, int]
Hand: TypeAlias = tuple[Card, Card]

_TOP: Final = len(RANKS) - 1


def compare_ranks(mine: int, yours: int) -> int:
    """Give 1 if the first of two ranks wins, -1 if it loses, 0 if they tie.

    Ranks go from 0 for a two to 12 for an ace.  The higher one wins, except that a two beats an
    ace.
    """
    if mine == yours:
        return 0
    wins = mine > yours
    if mine + yours == _TOP and mine * yours == 0:
        wins = not wins
    return 1 if wins else -1


def compare(mine: Card, yours: Card) -> int:
    """Give 1 if the first card wins, -1 if it loses, 0 if they tie."""
    return compare_ranks(RANK[mine], RANK[yours])


def signal(hand: Sequence[Card]) -> Signal:
    """Count the UP and the DOWN cards of a hand: what is public about it."""
    up = sum(card[0] in UP for card in hand)
    return up, len(hand) - up


def hand_of(one: Card, other: Card) -> Hand:
    """Put the two cards of a hand in printed order."""
    return (one, other) if ACE_HIGH[one] <= ACE_HIGH[other] else (other, one)
