"""One Poker's actions: reading their text, and which of them are legal.

Text is read strictly: words in lower case with single ASCII spaces between them, and nothing
before or after.  Any other white space makes it no action at all.
"""

from typing import Final, NamedTuple

from engine.cards import CARDS
from engine.game import IllegalAction
from engine.one_poker.position import Position

_EQUAL: Final = ("check",)
_FACING: Final = ("fold", "call")
_DIGITS: Final = frozenset("0123456789")
_MANY_DIGITS: Final = 9
_HUGE: Final = 10**_MANY_DIGITS


class Action(NamedTuple):
    """An action that is well formed; ``argument`` is still text."""

    word: str
    argument: str


class Wagers(NamedTuple):
    """The totals that a bet or raise may be made to, both included."""

    word: str
    low: int
    high: int


_FIXED: Final = {word: Action(word, "") for word in ("check", "call", "fold", "next")} | {
    f"lock {card}": Action("lock", card) for card in CARDS
}
"""Every action but the wagers, by its text."""


def read_action(text: str) -> Action | None:
    """Split an action into its word and argument; None if it is not an action."""
    fixed = _FIXED.get(text)
    if fixed is not None:
        return fixed
    word, _, argument = text.partition(" ")
    if word not in ("bet", "raise") or argument.split() != [argument]:
        return None
    return Action(word, argument)


def read_number(text: str) -> int | None:
    """Read an optional sign and ASCII digits; None for any other text.

    Numbers of more than nine digits come back as plus or minus 10^9, which is as far out of any
    range of chips, whatever their length.
    """
    sign = -1 if text[:1] == "-" else 1
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits or not _DIGITS.issuperset(digits):
        return None
    digits = digits.lstrip("0")
    if len(digits) > _MANY_DIGITS:
        return sign * _HUGE
    return sign * int(digits or "0")


def wagers(position: Position) -> Wagers | None:
    """Give the bet or raise that the acting seat may make, None if it may make none."""
    seat = position.turn
    if seat is None or position.phase != "bet":
        return None
    other = 1 - seat
    own, theirs = position.wagers[seat], position.wagers[other]
    all_in = own + position.stacks[seat]
    if own == theirs:
        return Wagers("bet", 1, all_in)
    if position.stacks[other] == 0 or all_in <= theirs:
        return None
    return Wagers("raise", min(theirs + position.min_raise, all_in), all_in)


def plain_words(position: Position) -> tuple[str, ...]:
    """Give the legal actions without a number in the betting round."""
    return _EQUAL if position.wagers[0] == position.wagers[1] else _FACING


def legal(position: Position) -> list[str]:
    """List the legal actions; wagers as a range, lowest..highest."""
    phase, seat = position.phase, position.turn
    if seat is None:
        return ["next"] if phase == "settled" else []
    if phase == "lock":
        one, other = position.hands[seat]
        return [f"lock {one}"] if one == other else [f"lock {one}", f"lock {other}"]
    possible = wagers(position)
    ranges = [] if possible is None else [f"{possible.word} {possible.low}..{possible.high}"]
    return [*plain_words(position), *ranges]


def check_legal(position: Position, text: str) -> tuple[Action, int]:
    """Read an action that is legal here; the number is the total of a bet or raise, or else 0.

    Raises IllegalAction with the first reason that applies.
    """
    phase, seat = position.phase, position.turn
    if phase == "over":
        raise IllegalAction("match-over", [])
    action = read_action(text)
    if action is None:
        raise IllegalAction("not-an-action", legal(position))
    word = action.word
    if word in ("bet", "raise"):
        possible = wagers(position)
        if possible is not None and possible.word == word:
            return action, _total(position, action.argument, possible)
    elif seat is None:
        if word == "next":
            return action, 0
    elif phase == "lock":
        if word == "lock":
            if action.argument not in position.hands[seat]:
                raise IllegalAction("not-in-hand", legal(position))
            return action, 0
    elif word in plain_words(position):
        return action, 0
    raise IllegalAction("not-legal-now", legal(position))


def _total(position: Position, argument: str, possible: Wagers) -> int:
    total = read_number(argument)
    if total is None:
        raise IllegalAction("not-whole", legal(position))
    if total < possible.low:
        raise IllegalAction("too-low", legal(position))
    if total > possible.high:
        raise IllegalAction("too-high", legal(position))
    return total
