"""Match rows: a record, its revision and what is needed to find it."""

from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import ColumnElement, Engine, bindparam, func, insert, select, update

from app.store.schema import matches


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One row. `state` is prepared, live, over or abandoned; times are seconds since 1970.

    `memory` is a cache (see app.memories): None costs time and changes nothing.
    """

    id: str
    session: str
    game: str
    level: str
    sitting: str
    state: str
    revision: int
    record: str
    created: int
    updated: int
    memory: bytes | None = None


# The statements of every action are made once.
_ONE = select(matches).where(
    matches.c.id == bindparam("id"), matches.c.session == bindparam("session")
)
_SAME = update(matches).where(
    matches.c.id == bindparam("id_"),
    matches.c.state == bindparam("old_state"),
    matches.c.revision == bindparam("old_revision"),
)
_MOVES: Final = ("state", "revision", "record", "updated")
_REPLACE = _SAME.values({name: bindparam(name) for name in _MOVES})
_REPLACE_ALL = _SAME.values({name: bindparam(name) for name in (*_MOVES, "memory")})


def _over(session: str, sitting: str) -> tuple[ColumnElement[bool], ...]:
    return (
        matches.c.sitting == sitting,
        matches.c.session == session,
        matches.c.state == "over",
    )


@dataclass(frozen=True, slots=True)
class MatchStore:
    """Matches of one database."""

    engine: Engine

    def add(self, row: MatchRow) -> None:
        """Store a new match."""
        with self.engine.begin() as connection:
            connection.execute(insert(matches).values(**asdict(row)))

    def get(self, match: str, session: str) -> MatchRow | None:
        """Find a match by its id, if it belongs to `session`."""
        if "\0" in match:  # which PostgreSQL can't even be asked for
            return None
        with self.engine.connect() as connection:
            row = connection.execute(_ONE, {"id": match, "session": session}).first()
        return None if row is None else MatchRow(**row._asdict())

    def replace(self, old: MatchRow, new: MatchRow) -> bool:
        """Write `new` if the stored row still has the state and revision of `old`.

        One conditional UPDATE: of two writers that saw the same row, one gets False.
        """
        values: dict[str, object] = {
            "id_": old.id,
            "old_state": old.state,
            "old_revision": old.revision,
            "state": new.state,
            "revision": new.revision,
            "record": new.record,
            "updated": new.updated,
        }
        # Most actions leave the memory as it is, and then it isn't written again.
        statement = _REPLACE
        if new.memory != old.memory:
            statement, values["memory"] = _REPLACE_ALL, new.memory
        with self.engine.connect() as connection:
            return connection.execute(statement, values).rowcount == 1

    def live(self, session: str, most: int) -> list[MatchRow]:
        """Return the matches of a session that are under way, the last played first."""
        query = (
            select(matches)
            .where(matches.c.session == session, matches.c.state == "live")
            .order_by(matches.c.updated.desc(), matches.c.id)
            .limit(most)
        )
        with self.engine.connect() as connection:
            return [MatchRow(**row._asdict()) for row in connection.execute(query)]

    def finished(self, session: str, sitting: str, most: int) -> list[MatchRow]:
        """Return the first matches of a sitting that are over, oldest first."""
        query = (
            select(matches)
            .where(*_over(session, sitting))
            .order_by(matches.c.created, matches.c.id)
            .limit(most)
        )
        with self.engine.connect() as connection:
            return [MatchRow(**row._asdict()) for row in connection.execute(query)]

    def how_many_finished(self, session: str, sitting: str) -> int:
        """Count the matches of a sitting that are over."""
        query = select(func.count()).select_from(matches).where(*_over(session, sitting))
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def how_many(self, session: str) -> int:
        """Count the matches of a session that are under way."""
        query = (
            select(func.count())
            .select_from(matches)
            .where(matches.c.session == session, matches.c.state == "live")
        )
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def count_live(self) -> dict[str, int]:
        """Count all matches under way, by game."""
        query = (
            select(matches.c.game, func.count())
            .where(matches.c.state == "live")
            .group_by(matches.c.game)
        )
        with self.engine.connect() as connection:
            return {game: int(count) for game, count in connection.execute(query)}
