"""Removing what nobody comes back to."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Engine, Table, and_, delete, exists, or_, select

from app.store.schema import matches, sessions

_DAY: Final = 24 * 3600
_AT_ONCE: Final = 500
"""Rows removed by one statement, so that nobody waits long for a lock."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many rows were removed."""

    matches: int
    sessions: int


def prune(engine: Engine, now: int, days: int) -> Pruned:
    """Remove what has not been touched for `days`; `now` is in seconds since 1970.

    Those are matches that were given up or left unfinished, and sessions with all their matches,
    finished ones too, if none of them was touched. Tables that were opened and never started
    stay one day.
    """
    before = now - days * _DAY
    unused = and_(
        sessions.c.created < before,
        ~exists().where(matches.c.session == sessions.c.id, matches.c.updated >= before),
    )
    left = or_(
        and_(matches.c.state.in_(("live", "abandoned")), matches.c.updated < before),
        and_(matches.c.state == "prepared", matches.c.updated < max(before, now - _DAY)),
    )
    of_unused = and_(
        matches.c.updated < before, matches.c.session.in_(select(sessions.c.id).where(unused))
    )
    removed = _remove(engine, matches, left) + _remove(engine, matches, of_unused)
    return Pruned(removed, _remove(engine, sessions, unused))


def _remove(engine: Engine, table: Table, what: ColumnElement[bool]) -> int:
    removed = 0
    some = select(table.c.id).where(what).limit(_AT_ONCE)
    while True:
        with engine.connect() as connection:
            count = connection.execute(delete(table).where(what, table.c.id.in_(some))).rowcount
        removed += count
        if count == 0:
            return removed
