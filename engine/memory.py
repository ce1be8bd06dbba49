"""What bots remember from one deal to the next.

A view doesn't show everything that was public in earlier deals, so a bot that wants to know it has
to write it down.  Its memory is bytes, made from nothing but the views of its seat when a deal is
settled and nobody is to act.  It follows from the record of a match, so what is stored of it is a
cache: dropping it costs time and changes nothing.
"""

import random
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeGuard, TypeVar, runtime_checkable

from engine.game import Bot, Game, View
from engine.shuffle import Decks

P = TypeVar("P")
T = TypeVar("T")

NOTHING = b""
"""The memory at the beginning of a match."""


@runtime_checkable
class Rememberer(Protocol):
    """A bot with a memory; all of it in the bytes that are handed to it."""

    def choose(self, view: View, rng: random.Random, memory: bytes = NOTHING) -> str:
        """Choose a legal action; the memory is that of this deal's beginning."""
        ...

    def learn(self, view: View, memory: bytes = NOTHING) -> bytes:
        """Give the memory for the next deal, from a view of the settled one."""
        ...

    def fits(self, view: View, memory: bytes) -> bool:
        """Tell whether the memory is of this version of the bot, this seat, match and deal."""
        ...


@runtime_checkable
class Thinker(Protocol):
    """A bot whose decisions take long, but for a part that can be done ahead and anywhere.

    That part needs no more than the public part of a view, so it can begin with the deal.
    """

    def task(self, view: View, memory: bytes = NOTHING) -> Callable[[], Any] | None:
        """Give the long part of a deal, to be called in any process; None if it is done.

        It and what it gives can be pickled. Tasks that are equal, and hash equally, give the same.
        """
        ...

    def accept(self, task: Any, outcome: Any) -> None:
        """Take what a task gave; may be called by any thread."""
        ...


def remembers(bot: object) -> TypeGuard[Rememberer]:
    """Tell whether a bot has a memory, by its class: asking the bot itself takes far longer."""
    return issubclass(type(bot), Rememberer)


def thinks(bot: object) -> TypeGuard[Thinker]:
    """Tell whether a bot's decisions take long, by its class, as `remembers` does."""
    return issubclass(type(bot), Thinker)


class Thought(NamedTuple):
    """A task, and the bot that needs what it gives."""

    bot: Thinker
    task: Callable[[], Any]

    def think(self) -> None:
        """Do it here and now."""
        self.bot.accept(self.task, self.task())


Steps: TypeAlias = Generator[Thought, None, T]
"""Work that stops at each thought until whoever drives it has seen to it, wherever that is done."""


def at_once(steps: Steps[T]) -> T:
    """Do the whole work here and now."""
    while True:
        try:
            thought = next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        thought.think()


def think(bot: Bot, view: View, memory: bytes) -> Steps[None]:
    """Stop if a bot has something long to do before it can choose or learn."""
    if thinks(bot) and (task := bot.task(view, memory)) is not None:
        yield Thought(bot, task)


def choose(bot: Bot, view: View, rng: random.Random, memory: bytes) -> str:
    """Let any bot choose, with its memory if it has one."""
    if remembers(bot):
        return bot.choose(view, rng, memory)
    return bot.choose(view, rng)


def learn(bot: Bot, game: Game[P], position: P, seat: int, memory: bytes) -> bytes:
    """Give the memory after a position; unchanged unless a deal is settled there."""
    if not remembers(bot) or game.turn(position) is not None:
        return memory
    return memory if game.is_over(position) else bot.learn(game.view(position, seat), memory)


def recall(
    bot: Bot,
    game: Game[P],
    position: P,
    seat: int,
    stored: bytes,
    decks: Decks,
    actions: Sequence[str],
) -> Steps[bytes]:
    """Give the stored memory if it fits the position, or make it again from the match."""
    if not remembers(bot):
        return NOTHING
    if bot.fits(game.view(position, seat), stored):
        return stored
    return (yield from remember(bot, game, decks, actions, seat))


def remember(
    bot: Bot, game: Game[Any], decks: Decks, actions: Iterable[str], seat: int
) -> Steps[bytes]:
    """Make a bot's memory again from a match: what it was after all these actions."""
    memory = NOTHING
    if not remembers(bot):
        return memory
    position = game.start(decks)
    for action in actions:
        if game.turn(position) is None:
            yield from think(bot, game.view(position, seat), memory)
        memory = learn(bot, game, position, seat, memory)
        position = game.apply(position, action)
    return memory
