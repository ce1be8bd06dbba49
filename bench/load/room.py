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
_AT_ONCE = 500


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
    engine = connect(url)
    seats: list[Seat] = []
    now = int(time.time())
    while len(seats) < count:
        rows: list[dict[str, Any]] = []
        for _ in range(min(_AT_ONCE, count - len(seats))):
            record = play_to(deal, level, rng)
            cookie = secrets.token_hex(32)
            seat = Seat(cookie, secrets.token_hex(16), len(record.actions))
            seats.append(seat)
            rows.append(
                {
                    "id": seat.table,
                    "session": sha256(cookie.encode()).hexdigest(),
                    "game": GAME.name,
                    "level": level,
                    "sitting": seat.table,
                    "state": "live",
                    "revision": seat.revision,
                    "record": record.write(),
                    "created": now,
                    "updated": now,
                }
            )
        with engine.connect() as connection:
            connection.execute(
                insert(sessions), [{"id": row["session"], "created": now} for row in rows]
            )
            connection.execute(insert(matches), rows)
    engine.dispose()
    return seats


def play_to(deal: int, level: str, rng: Random) -> Record:
    """Play quietly to the beginning of a deal, where the person is to act."""
    while True:
        server_seed = rng.randbytes(32).hex()
        record = Record(
            game=GAME.name,
            server_seed=server_seed,
            client_seed="load",
            extra={"level": level, "commitment": commitment(server_seed)},
        )
        position = GAME.start(record.decks())
        actions: list[str] = []
        while not GAME.is_over(position):
            if position.deal == deal and GAME.turn(position) == 0:
                return replace(record, actions=tuple(actions))
            legal = GAME.legal(position)
            action = "check" if "check" in legal else legal[0]
            position = GAME.apply(position, action)
            actions.append(action)
