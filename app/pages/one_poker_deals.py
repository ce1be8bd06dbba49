"""The deals of a match of One Poker, read back from what a seat saw happen.

Only the history is used, which holds nothing hidden: the stacks follow from the wagers, and a
settled deal's winner from the two cards that were shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.one_poker.position import ANTE, STACK
from engine.one_poker.ranks import compare


class Deed(NamedTuple):
    """One action. `total` is the seat's wager after it; `all_in` means its last chip is in."""

    seat: int
    verb: str
    total: int
    all_in: bool


@dataclass(slots=True)
class Deal:
    """One deal. `stacks` are before the antes; `cards` are the played ones, None while hidden."""

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
    found = [Deal(1, (STACK, STACK))]
    for event in history:
        now = found[-1]
        if event["seat"] is None:
            stacks = (now.stacks[0] + now.gain(0), now.stacks[1] + now.gain(1))
            found.append(Deal(now.number + 1, stacks))
        else:
            now.follow(event["seat"], event["action"])
    return found
