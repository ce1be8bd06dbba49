"""Removing what nobody comes back to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Table,
    and_,
    bindparam,
    case,
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
    # An expression that no index helps with: with one, each batch would begin with all that stays.
    since = case(
        (matches.c.state == "prepared", yesterday), (matches.c.state != "over", before), else_=0
    )
    left = matches.c.updated < since
    own = matches.c.session == sessions.c.id
    unused = or_(
        and_(sessions.c.created < before, ~exists().where(own, matches.c.updated >= before)),
        and_(sessions.c.created < yesterday, ~exists().where(own)),
    )
    removed = gone = 0
    with engine.connect() as connection:
        for ids in _found(connection, matches, left):
            # What was touched since it was found stays.
            removed += _remove(connection, matches, and_(matches.c.id.in_(ids), left))
        for ids in _found(connection, sessions, unused):
            old = and_(matches.c.session.in_(ids), matches.c.updated < before)
            removed += _remove(connection, matches, old)
            gone += _remove(connection, sessions, and_(sessions.c.id.in_(ids), unused))
    return Pruned(removed, gone)


def _found(connection: Connection, table: Table, what: ColumnElement[bool]) -> Iterator[list[str]]:
    """Find rows, some at a time and by their ids, so that what stays is passed only once.

    They are named one by one, which no planner can get wrong.
    """
    last = ""
    query = select(table.c.id).where(table.c.id > bindparam("last"), what).order_by(table.c.id)
    while ids := list(connection.execute(query.limit(_AT_ONCE), {"last": last}).scalars()):
        yield ids
        last = ids[-1]


def _remove(connection: Connection, table: Table, what: ColumnElement[bool]) -> int:
    return connection.execute(delete(table).where(what)).rowcount
