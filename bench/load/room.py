"""A database with matches of One Poker that have got somewhere, for clients to go on with."""

import secrets
import time
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any

from sqlalchemy import insert

from app.store import connect
from app.store.schema import matches, sessions
from engine.game import GAMES
from engine.record import Record
from engine.shuffle import commitment

GAME = GAMES["one-poker"]
_AT_ONCE = 10_000
"""Rows that are written in one transaction."""
_RECORDS = 1000
"""Matches that are really played to be stored many times."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table, with what it takes to sit there."""

    cookie: str
    table: str
    revision: int

    @property
    def path(self) -> bytes:
        """The address of the table."""
        return b"/tables/%b" % self.table.encode()

    @property
    def header(self) -> bytes:
        """The header that opens the session."""
        return b"Cookie: cardavia_session=%b\r\n" % self.cookie.encode()


def fill(url: str, count: int, deal: int, level: str, seed: int = 1) -> list[Seat]:
    """Store `count` matches, each in a session of its own, at the beginning of a deal.

    Both seats lock any card and check until then, so that hardly a match ends early; one that
    does is dealt anew.
    """
    rng = Random(seed)
    seats, rows = [], []
    now = int(time.time())
    for _ in range(count):
        record = play_to(deal, level, rng)
        seat = Seat(secrets.token_hex(32), secrets.token_hex(16), len(record.actions))
        seats.append(seat)
        session = sha256(seat.cookie.encode()).hexdigest()
        rows.append(_row(seat.table, session, record, "live", now))
    _store(url, rows)
    return seats


def crowd(url: str, count: int, level: str, seed: int = 2) -> None:
    """Store `count` matches of others: real records, each of them many times.

    Half of them have ended, a session has four of them, and they were played in the course of the
    last hundred days.
    """
    rng = Random(seed)
    played = [
        (play_to(10, level, rng), "live") if n % 2 else (play_out(level, rng), "over")
        for n in range(_RECORDS)
    ]
    now = int(time.time())
    session, rows = "", []
    for n in range(count):
        if n % 4 == 0:
            session = secrets.token_hex(32)
        record, state = played[n % len(played)]
        day = now - rng.randrange(100 * 24 * 3600)
        rows.append(_row(secrets.token_hex(16), session, record, state, day))
        if len(rows) == _AT_ONCE or n == count - 1:
            _store(url, rows)
            rows = []


def _row(table: str, session: str, record: Record, state: str, day: int) -> dict[str, Any]:
    return {
        "id": table,
        "session": session,
        "game": record.game,
        "level": record.extra["level"],
        "sitting": table,
        "state": state,
        "revision": len(record.actions),
        "record": record.write(),
        "created": day,
        "updated": day,
    }


def _store(url: str, rows: list[dict[str, Any]]) -> None:
    """Store matches and their sessions, in one transaction."""
    engine = connect(url)
    opened = {row["session"]: row["created"] for row in reversed(rows)}
    with engine.connect().execution_options(isolation_level="SERIALIZABLE") as connection:
        connection.execute(
            insert(sessions), [{"id": key, "created": day} for key, day in opened.items()]
        )
        connection.execute(insert(matches), rows)
        connection.commit()
    engine.dispose()


def deal_out(level: str, rng: Random) -> Record:
    """Begin a match."""
    server_seed = rng.randbytes(32).hex()
    return Record(
        game=GAME.name,
        server_seed=server_seed,
        client_seed="load",
        extra={"level": level, "commitment": commitment(server_seed)},
    )


def play_out(level: str, rng: Random) -> Record:
    """Play a match to its end, any way."""
    record = deal_out(level, rng)
    position = GAME.start(record.decks())
    actions: list[str] = []
    while not GAME.is_over(position):
        action = GAME.sample(position, rng)
        position = GAME.apply(position, action)
        actions.append(action)
    return replace(record, actions=tuple(actions), result=tuple(GAME.result(position) or ()))


def play_to(deal: int, level: str, rng: Random) -> Record:
    """Play quietly to the beginning of a deal, where the person is to act."""
    while True:
        record = deal_out(level, rng)
        position = GAME.start(record.decks())
        actions: list[str] = []
        while not GAME.is_over(position):
            if position.deal == deal and GAME.turn(position) == 0:
                return replace(record, actions=tuple(actions))
            legal = GAME.legal(position)
            action = "check" if "check" in legal else legal[0]
            position = GAME.apply(position, action)
            actions.append(action)
