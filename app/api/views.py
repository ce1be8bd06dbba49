"""What seat 0 sees, as documented types: a model for each game that has one.

A model describes the view that the game gives; it neither adds nor hides anything. A game without
a model is answered all the same, its view documented as an object.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

Card: TypeAlias = Annotated[
    str, Field(pattern="^[2-9TJQKA][cdhs]$", description="Rank, then suit.", examples=["Th"])
]
Seat: TypeAlias = Annotated[int, Field(ge=0)]


class Model(BaseModel):
    """Exactly the fields that are named."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Event(Model):
    """One action as the viewing seat saw it."""

    ply: int = Field(ge=0, description="Number of the position in which it was done, from 0.")
    seat: Seat | None = Field(description="Who did it; null for `next`, which is nobody's.")
    action: str = Field(
        description="Its text. Another's lock is just `lock` until that deal is settled.",
        examples=["raise 7"],
    )


class GameView(Model):
    """What the views of all games have in common."""

    ply: int = Field(ge=0, description="Actions so far.")
    turn: Seat | None = Field(description="Seat to act; null if it is nobody's turn.")
    legal: list[str] = Field(
        description="What this seat may do now; empty when it is not its turn.",
        examples=[["check", "bet 1..19"]],
    )
    seat: Seat = Field(description="The seat that sees this.")
    history: list[Event] = Field(description="Every action so far, as this seat saw it.")


class DealResult(Model):
    """How a deal of One Poker ended."""

    kind: Literal["showdown", "fold"]
    winner: Seat | None = Field(description="Null for a tie.")
    pot: int = Field(description="Chips awarded; all of them also on a tie.")
    refund: list[int] = Field(description="Chips that were not matched and went back, by seat.")


class OnePokerView(GameView):
    """A position of One Poker. Lists of two are by seat."""

    phase: Literal["lock", "bet", "settled", "over"]
    hands: list[list[Card] | None] = Field(
        description="The cards held; another's hand is always null."
    )
    deal: int = Field(ge=1, description="Number of the deal.")
    first: Seat = Field(description="Who locks and bets first in this deal.")
    stacks: list[int] = Field(description="Chips in front of each seat.")
    wagers: list[int] = Field(description="Totals of this betting round, antes not counted.")
    pot: int = Field(ge=0, description="All chips in the middle; 0 once settled.")
    min_raise: int = Field(description="Least increment of a full raise.")
    signals: list[list[int]] = Field(description="For each hand the numbers of UP and DOWN cards.")
    locked: list[Card | Literal["hidden"] | None] = Field(
        description="The locked cards; another's is `hidden` until the deal is settled, null if"
        " nothing is locked yet."
    )
    stock: int = Field(ge=0, description="Cards left to draw.")
    discards: int = Field(ge=0, description="Cards in the discard pile.")
    seen: list[Card] = Field(description="The cards of the discard pile, in printed order.")
    result: DealResult | SkipJsonSchema[None] = Field(
        default=None, description="Only once the deal is settled."
    )


class TableCards(Model):
    """The play on the table."""

    seat: Seat
    kind: Literal["single", "pair", "triple", "straight", "pair-run", "bomb", "heavenly-bomb"]
    cards: list[Card]


class SettlementLine(Model):
    """Points of one seat as they count for it: 0 or below for those who pay."""

    cards: int = Field(description="For cards left.")
    doubled: int = Field(description="The extra part for never having played.")
    spade_two: int = Field(description="For the two of spades.")
    bombs: int = Field(description="For bombs left.")
    bonus: int = Field(description="Bomb bonuses of the deal.")
    total: int


class RunFastView(GameView):
    """A position of Run Fast. Lists of three are by seat."""

    phase: Literal["play", "over"]
    hands: list[list[Card] | None] = Field(
        description="The cards held; those of others are null until the deal is over."
    )
    counts: list[int] = Field(description="Cards left, by seat.")
    table: TableCards | None = Field(description="What has to be beaten; null for a leader.")
    passes: int = Field(ge=0, le=2, description="Passes in a row.")
    bonuses: list[int] = Field(description="Bomb bonuses settled so far, adding up to 0.")
    scores: list[int] | SkipJsonSchema[None] = Field(
        default=None, description="Points of the deal, adding up to 0; only when over."
    )
    breakdown: list[SettlementLine] | SkipJsonSchema[None] = Field(
        default=None, description="What the scores are made of; only when over."
    )


AnyView: TypeAlias = Annotated[
    OnePokerView | RunFastView | dict[str, Any],
    Field(
        union_mode="left_to_right",
        description="The position as seat 0 sees it; its form is that of the match's game.",
    ),
]
