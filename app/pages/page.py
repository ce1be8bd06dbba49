"""The contract that a game's page fulfils."""

from collections.abc import Sequence
from typing import Protocol

from starlette.datastructures import FormData

from app.i18n import Language
from engine.game import View


class GamePage(Protocol):
    """Turns the form of a game's table into an action, and a view into what the page shows."""

    @property
    def game(self) -> str:
        """The game's name in records and addresses: ``one-poker``."""
        ...

    @property
    def fragment(self) -> str:
        """The template of the swapped part, ``<main id="main">``."""
        ...

    @property
    def styles(self) -> Sequence[str]:
        """The stylesheets of the table, by name, in their order."""
        ...

    @property
    def scripts(self) -> Sequence[str]:
        """The modules that the table needs beside those of every table."""
        ...

    @property
    def log(self) -> str:
        """The id of the element that holds the log of the match or deal."""
        ...

    @property
    def spread(self) -> Sequence[str]:
        """Cards that stand for the game in the lobby; an empty text is a card face down."""
        ...

    def action(self, form: FormData) -> str:
        """Write the form's fields as the text of an action.

        Never raises: from a form that makes no sense comes a text that the rules refuse.
        """
        ...

    def context(
        self, view: View, lang: Language, kept: FormData | None, done: int | None = None
    ) -> dict[str, object]:
        """Return what the fragment needs beside the variables that every table has.

        `kept` is the form that was just refused, so that what was chosen stays chosen. `done` is
        the place in the history of the action that was just accepted: what comes after it is new.
        """
        ...

    def summary(self, view: View, lang: Language) -> str:
        """Say in a line where a match under way stands, for the lobby."""
        ...
