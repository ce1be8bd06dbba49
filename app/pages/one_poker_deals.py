"""The deals of a match of One Poker, read back from what a seat saw happen.

Only the history is used, which holds nothing hidden: the stacks follow from the wagers, and a
settled deal's winner from the two cards that were shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.one_poker.position import ANTE, STACK
from engine.one_poker.ranks import compare

KEPT: Final = 4096
"""Most settled deals that are remembered, whoever played them, with what is shown of them.

A settled deal never changes, and each page of a match shows all that came before.
"""


class Deed(NamedTuple):
    """One action. `total` is the seat's wager after it; `all_in` means its last chip is in."""

    seat: int
    verb: str
    total: int
    all_in: bool


@dataclass(slots=True, eq=False)
class Deal:
    """One deal. `stacks` are before the antes; `cards` are the played ones, None while hidden.

    Once read from a history it isn't changed any more.
    """

    number: int
    stacks: tuple[int, int]
    deeds: list[Deed] = field(default_factory=list)
    cards: list[str | None] = field(default_factory=lambda: [None, None])
    wagers: list[int] = field(default_factory=lambda: [0, 0])
    folded: int | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won this deal, None for a tie. Only for a settled deal."""
        if self.folded is not None:
            return 1 - self.folded
        mine, theirs = self.cards
        assert mine is not None
        assert theirs is not None
        order = compare(mine, theirs)
        return None if order == 0 else 0 if order > 0 else 1

    @property
    def pot(self) -> int:
        """Chips awarded: the antes and what was matched."""
        return 2 * (ANTE + min(self.wagers))

    def gain(self, seat: int) -> int:
        """Give what the settlement brought to `seat`, over what it had before the deal."""
        if self.winner is None:
            return 0
        return self.pot // 2 if self.winner == seat else -(self.pot // 2)

    def follow(self, seat: int, action: str) -> None:
        """Add one action as a seat saw it."""
        verb, _, argument = action.partition(" ")
        chips = self.stacks[seat] - ANTE
        if verb == "lock":
            self.cards[seat] = argument or None
        elif verb in ("bet", "raise"):
            self.wagers[seat] = int(argument)
        elif verb == "call":
            self.wagers[seat] = min(self.wagers[1 - seat], chips)
        elif verb == "fold":
            self.folded = seat
        total = self.wagers[seat]
        self.deeds.append(Deed(seat, verb, total, verb != "lock" and total == chips))


def deals(history: Iterable[Mapping[str, Any]]) -> list[Deal]:
    """Read a history into deals, the first one first; the last may be under way."""
    found: list[Deal] = []
    stacks = STACK, STACK
    events: list[tuple[int, str]] = []
    for event in history:
        if event["seat"] is None:
            deal, stacks = _settled(len(found) + 1, stacks, tuple(events))
            found.append(deal)
            events = []
        else:
            events.append((event["seat"], event["action"]))
    return [*found, _read(len(found) + 1, stacks, events)]


@lru_cache(KEPT)
def _settled(
    number: int, stacks: tuple[int, int], events: tuple[tuple[int, str], ...]
) -> tuple[Deal, tuple[int, int]]:
    """Read a settled deal; give it with the stacks after it."""
    deal = _read(number, stacks, events)
    return deal, (stacks[0] + deal.gain(0), stacks[1] + deal.gain(1))


def _read(number: int, stacks: tuple[int, int], events: Iterable[tuple[int, str]]) -> Deal:
    deal = Deal(number, stacks)
    for seat, action in events:
        deal.follow(seat, action)
    return deal
