"""The contract that a game fulfils, and the registry of the games.

A game is a package here and one line in `_MODULES`: the package has a module attribute ``GAME``,
an object that fulfils `Game`.  Packages are imported when they are first asked for.  A game that
lives elsewhere is added by `register`.
"""

import importlib
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar, cast

from engine.cards import Card
from engine.shuffle import Decks

Code: TypeAlias = Literal[
    "match-over",
    "not-an-action",
    "not-legal-now",
    "not-in-hand",
    "not-whole",
    "not-a-combination",
    "needs-heart-three",
    "must-beat",
    "leader-must-play",
    "wrong-shape",
    "too-low",
    "too-high",
]
"""Why an action was refused, in the order in which the reasons apply."""

View: TypeAlias = dict[str, Any]
"""What one seat sees, ready for JSON: a position of the record format with ``seat``, ``history``
and what a game adds, everything hidden left out.

``history`` lists {``ply``, ``seat``, ``action``}: ``ply`` is the number of the position in which
the action was made (so from 0 on), ``seat`` is null for ``next``, which belongs to no seat.
"""

Snapshot: TypeAlias = dict[str, Any]
"""A whole position as ``replay`` prints it, ready for JSON, nothing hidden."""

P = TypeVar("P")


class IllegalAction(ValueError):
    """An action that changes nothing.

    ``code`` says why; ``legal`` is what could have been done instead, in the text form of the
    record format (``bet 1..19``).  No wording: that is the business of whoever shows it.
    """

    def __init__(self, code: Code, legal: Sequence[str]) -> None:
        super().__init__(code)
        self.code: Code = code
        self.legal: list[str] = list(legal)


class Bot(Protocol):
    """A player made of code: a pure function of its seat's view and of the randomness given."""

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose a legal action; called only when it is this seat's turn."""
        ...


class Game(Protocol[P]):
    """The rules of one game.  Positions ``P`` are immutable and carry their own history."""

    @property
    def name(self) -> str:
        """The name in records and addresses: ``one-poker``."""
        ...

    @property
    def seats(self) -> int:
        """How many play; seat 0 is the person."""
        ...

    @property
    def pack(self) -> tuple[Card, ...]:
        """Every card, in the order before shuffle 0."""
        ...

    @property
    def result_key(self) -> str:
        """The key of a claimed result in a record: ``stacks`` or ``scores``."""
        ...

    @property
    def levels(self) -> Mapping[str, Bot]:
        """The bots that a person may choose, weakest first."""
        ...

    @property
    def extra_bots(self) -> Mapping[str, Bot]:
        """More bots for the arena; at least ``random``, which plays any legal action."""
        ...

    def start(self, decks: Decks) -> P:
        """Deal the first position."""
        ...

    def apply(self, position: P, action: str) -> P:
        """Give the position after the action.

        Raises IllegalAction, and DeckError where a deck that is needed cannot be had.
        """
        ...

    def turn(self, position: P) -> int | None:
        """Give the seat to act; None when the game waits for ``next`` or is over."""
        ...

    def legal(self, position: P) -> list[str]:
        """List what may be done, in the text form of the record format (``bet 1..19``)."""
        ...

    def sample(self, position: P, rng: random.Random) -> str:
        """Give a random legal action (also ``next``), for playouts and tests; not when over."""
        ...

    def is_over(self, position: P) -> bool:
        """Tell whether nothing more can be done."""
        ...

    def result(self, position: P) -> list[int] | None:
        """Give the result by seat, None unless the position is over."""
        ...

    def snapshot(self, position: P) -> Snapshot:
        """Give everything, as one line of ``replay``."""
        ...

    def view(self, position: P, seat: int) -> View:
        """Give what the seat may see; ``legal`` is what this seat may do now."""
        ...


_MODULES: Final[Mapping[str, str]] = {
    "one-poker": "engine.one_poker",
    "run-fast": "engine.run_fast",
}


_ADDED: Final[dict[str, Game[Any]]] = {}


class _Games(Mapping[str, Game[Any]]):
    """The registered games by name."""

    def __getitem__(self, name: str) -> Game[Any]:
        if name in _ADDED:
            return _ADDED[name]
        return cast("Game[Any]", importlib.import_module(_MODULES[name]).GAME)

    def __contains__(self, name: object) -> bool:
        return name in _MODULES or name in _ADDED

    def __iter__(self) -> Iterator[str]:
        return chain(_MODULES, _ADDED)

    def __len__(self) -> int:
        return len(_MODULES) + len(_ADDED)


GAMES: Final[Mapping[str, Game[Any]]] = _Games()


def register(game: Game[Any]) -> None:
    """Add a game from outside this package.  Raises ValueError if its name is taken."""
    if game.name in GAMES:
        raise ValueError(f"there is a game {game.name} already")
    _ADDED[game.name] = game


def game(name: str) -> Game[Any]:
    """Look a game up by its name.  Raises KeyError if there is none."""
    return GAMES[name]
