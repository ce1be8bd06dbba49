"""The position of a One Poker match: immutable, with everything that led to it."""

from typing import Final, Literal, NamedTuple, TypeAlias

from engine.cards import Card
from engine.one_poker.ranks import Hand, Signal
from engine.shuffle import Decks

STACK: Final = 20
ANTE: Final = 1
CHIPS: Final = 2 * STACK

Phase: TypeAlias = Literal["lock", "bet", "settled", "over"]
Pair: TypeAlias = tuple[int, int]
Event: TypeAlias = tuple[int | None, str]
"""Who did what, in canonical text; nobody for ``next``."""


class Settlement(NamedTuple):
    """How a deal ended.  ``winner`` is None for a tie; ``pot`` is the chips awarded in all."""

    kind: Literal["showdown", "fold"]
    winner: int | None
    pot: int
    refund: Pair


class Position(NamedTuple):
    """One moment of a match.  Pairs are by seat; ``stock`` has its top first.

    ``wagers`` are the totals of this round without the antes; ``shuffles`` counts the reshuffles
    so far; ``since`` is the ply at which this deal began.  Once settled, ``hands`` still has the
    cards of the deal, and ``discards`` the two played ones too.
    """

    phase: Phase
    turn: int | None
    deal: int
    first: int
    hands: tuple[Hand, Hand]
    signals: tuple[Signal, Signal]
    locked: tuple[Card | None, Card | None]
    stacks: Pair
    wagers: Pair
    min_raise: int
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    settlement: Settlement | None
    decks: Decks
    shuffles: int
    history: tuple[Event, ...]
    since: int

    @property
    def ply(self) -> int:
        """How many actions led here."""
        return len(self.history)

    @property
    def pot(self) -> int:
        """All chips in the middle: antes and wagers; 0 once settled."""
        return CHIPS - self.stacks[0] - self.stacks[1]
