"""Looks into a server's database, and brings its matches to where a test wants them.

Only the engine and the storage are used, so what a page shows can be compared with what is so.
"""

import random
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select

from app.store import MatchRow, MatchStore, connect
from app.store.schema import matches
from engine.game import Game, View
from engine.game import game as find_game
from engine.record import Record, final
from engine.shuffle import commitment

PERSON = 0
TRIES = 300


@dataclass(frozen=True, slots=True)
class Seen:
    """A stored match and its position."""

    row: MatchRow
    game: Game[Any]
    record: Record
    position: Any

    @property
    def view(self) -> View:
        return self.game.view(self.position, PERSON)

    def sample(self, rng: random.Random) -> str:
        """Choose any legal action."""
        return self.game.sample(self.position, rng)


class Arranger:
    """Reads and writes the rows of one database."""

    def __init__(self, database: str) -> None:
        self._engine = connect(database)

    def close(self) -> None:
        self._engine.dispose()

    def look(self, match: str) -> Seen:
        """Read a match, whoever's it is."""
        with closing(self._engine.connect()) as connection:
            found = connection.execute(select(matches).where(matches.c.id == match)).one()
        row = MatchRow(**found._asdict())
        record = Record.read(row.record)
        return Seen(row, find_game(row.game), record, final(record))

    def advance(self, match: str, until: Callable[[View], bool]) -> View:
        """Play any legal actions for everyone until the person's view is as wanted.

        The seeds of the deck are changed too, so that every kind of position comes up.
        """
        for attempt in range(TRIES):
            seen = self._attempt(match, until, random.Random(attempt))
            if seen is not None:
                return seen.view
        raise AssertionError("no such position came up")

    def _attempt(
        self, match: str, until: Callable[[View], bool], rng: random.Random
    ) -> Seen | None:
        old = self.look(match)
        game = old.game
        seed = rng.randbytes(32).hex()
        extra = {**old.record.extra, "commitment": commitment(seed)}
        record = replace(
            old.record,
            server_seed=seed,
            client_seed="arranged",
            extra=extra,
            actions=(),
            result=None,
        )
        position = game.start(record.decks())
        actions: list[str] = []
        while not (game.turn(position) in (PERSON, None) and until(game.view(position, PERSON))):
            if game.is_over(position):
                return None
            action = game.sample(position, rng)
            position = game.apply(position, action)
            actions.append(action)
        record = replace(
            record,
            actions=tuple(actions),
            result=tuple(result) if (result := game.result(position)) else None,
        )
        row = replace(
            old.row,
            state="over" if game.is_over(position) else "live",
            revision=len(actions),
            record=record.write(),
        )
        assert MatchStore(self._engine).replace(old.row, row)
        return self.look(match)
