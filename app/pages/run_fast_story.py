"""The course of a deal of Run Fast as its page tells it: who did what, round by round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.words.combinations import pattern_kind

SEATS = 3


@dataclass(frozen=True, slots=True)
class Event:
    """One action: a play, or a pass where `cards` is empty and `kind` is None.

    `round` counts from 1; `answers` tells whether it was put on another player's play.
    """

    seat: int
    cards: tuple[str, ...]
    kind: str | None
    round: int
    answers: bool

    @property
    def passed(self) -> bool:
        """Whether nothing was played."""
        return self.kind is None

    @property
    def bomb(self) -> bool:
        """Whether this is a bomb of either sort."""
        return self.kind in ("bomb", "heavenly-bomb")

    @property
    def ranks(self) -> str:
        """The pattern of the cards, as records write it."""
        return "".join(card[0] for card in self.cards)


def tell(history: Iterable[Mapping[str, Any]]) -> list[Event]:
    """Read a view's `history` (bot-made or own, oldest first) into events."""
    events: list[Event] = []
    number, on_table, passes = 1, False, 0
    for entry in history:
        seat, (word, *cards) = entry["seat"], entry["action"].split(" ")
        kind = None
        if word == "play":
            ranks = "".join(card[0] for card in cards)
            kind = pattern_kind(ranks, first_play=not events)
        events.append(Event(seat, tuple(cards), kind, number, on_table))
        on_table, passes = (True, 0) if kind else (on_table, passes + 1)
        if passes == SEATS - 1:
            number, on_table, passes = number + 1, False, 0
    return events


def since(events: Sequence[Event], seat: int, done: int | None = None) -> list[Event]:
    """Return what happened after the event number `done`, from 0.

    Without it, what happened after the last action of `seat`: everything if it never acted.
    """
    last = max((at for at, event in enumerate(events) if event.seat == seat), default=-1)
    return list(events[(last if done is None else done) + 1 :])


def last_of(events: Sequence[Event], seat: int) -> Event | None:
    """Return the last action of `seat`, None before its first."""
    return next((event for event in reversed(events) if event.seat == seat), None)


def last_play(events: Sequence[Event]) -> Event | None:
    """Return the last event that wasn't a pass: it is, or was, the play on the table."""
    return next((event for event in reversed(events) if not event.passed), None)
