"""The shape of what each game has to say."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.i18n import Language

View = Mapping[str, Any]
"""What a seat sees, or a snapshot of a record: keys as in a line of `cardavia replay --json`."""


class LevelWords(NamedTuple):
    """A bot's level: its name and one line on how it plays, both source texts."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class GameWords:
    """Everything that a game says in words. Texts are source texts, to be translated.

    `explain(lang, code, view, action)` says what was wrong with an action, or None where the
    general sentence for the code does. `legal(lang, view)` says what the seat may do instead,
    None if that is nothing. `account(lang, snapshots, actions)` tells a record line by line.
    """

    title: str
    facts: str
    about: str
    levels: Mapping[str, LevelWords]
    explain: Callable[[Language, str, View, str], str | None]
    legal: Callable[[Language, View], str | None]
    account: Callable[[Language, Sequence[View], Sequence[str]], Iterator[str]]
