"""Removing what nobody comes back to."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Table,
    and_,
    delete,
    exists,
    or_,
    select,
)

from app.store.schema import matches, sessions

_DAY: Final = 24 * 3600
_AT_ONCE: Final = 500
"""Rows found at a time, so that nobody waits long for a lock."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many rows were removed."""

    matches: int
    sessions: int


def prune(engine: Engine, now: int, days: int) -> Pruned:
    """Remove what has not been touched for `days`; `now` is in seconds since 1970.

    Those are matches that were given up or left unfinished, and sessions with all their matches,
    finished ones too, if none of them was touched. Tables that were opened and never started, and
    sessions without a match, stay one day.
    """
    before, yesterday = now - days * _DAY, max(now - days * _DAY, now - _DAY)
    left = or_(
        and_(matches.c.state.in_(("live", "abandoned")), matches.c.updated < before),
        and_(matches.c.state == "prepared", matches.c.updated < yesterday),
    )
    own = matches.c.session == sessions.c.id
    unused = or_(
        and_(sessions.c.created < before, ~exists().where(own, matches.c.updated >= before)),
        and_(sessions.c.created < yesterday, ~exists().where(own)),
    )
    removed = gone = 0
    with engine.connect() as connection:
        while ids := _some(connection, matches, left):
            # What was touched since it was found stays.
            removed += _remove(connection, matches, and_(matches.c.id.in_(ids), left))
        while ids := _some(connection, sessions, unused):
            old = and_(matches.c.session.in_(ids), matches.c.updated < before)
            removed += _remove(connection, matches, old)
            gone += _remove(connection, sessions, and_(sessions.c.id.in_(ids), unused))
    return Pruned(removed, gone)


def _some(connection: Connection, table: Table, what: ColumnElement[bool]) -> list[str]:
    """Find some rows; they are named one by one, which no planner can get wrong."""
    return list(connection.execute(select(table.c.id).where(what).limit(_AT_ONCE)).scalars())


def _remove(connection: Connection, table: Table, what: ColumnElement[bool]) -> int:
    return connection.execute(delete(table).where(what)).rowcount
