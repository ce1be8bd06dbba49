"""How the cost of an answer grows with deals, workers and stored matches, one at a time."""

import argparse
import asyncio
import time
from pathlib import Path

from app.store import connect
from app.store.pruning import prune
from bench.load.measure import Cost, Meter, look, side_by_side, tables
from bench.load.player import CREATE, POST
from bench.load.room import Seat, crowd, fill
from bench.load.serving import Running, cardavia
from bench.load.wire import Wire

_DEALS = (1, 10, 50)
_SIZE = 18_000
"""Bytes of the bare page: about what an action in deal 10 answers with."""
_STORED = 1000
_TIMES = 300
_DAY = 24 * 3600


def growth(folder: Path, options: argparse.Namespace) -> None:
    """Change one thing at a time: the deal, the workers, the matches of others."""
    for deal in _DEALS:
        _act(f"deal {deal}", folder, deal, options)
    _act("deal 10, 2 workers", folder, 10, options, workers=2)
    for stored in (_STORED, options.stored):
        name = f"deal 10, {stored} stored"
        url = f"sqlite:///{folder / name}.sqlite3"
        crowd(url, stored, options.level)
        _act(name, folder, 10, options)
        _others(url, options)
        _prune(url)


def _act(name: str, folder: Path, deal: int, options: argparse.Namespace, workers: int = 1) -> None:
    """Play on at some tables of a database."""
    url = f"sqlite:///{folder / name}.sqlite3"
    seats = fill(url, tables(deal), deal, options.level)
    with cardavia(url, workers) as server:
        ours, theirs, figures = side_by_side(folder, server, seats, options, _SIZE)
    print(
        f"{name}: {figures.errors} errors, {ours}; as much as {ours.each / theirs.each:.2f} bare"
        f" pages of {_SIZE} bytes ({1000 * theirs.each:.2f} ms)",
        flush=True,
    )


def _others(url: str, options: argparse.Namespace) -> None:
    """Ask for what else looks into the database."""
    seats = fill(url, _TIMES, 2, options.level, seed=3)
    create = CREATE + options.level.encode()
    with cardavia(url, CARDAVIA_METRICS="1") as server:
        asyncio.run(look(server, seats))
        for name, method, path, headers, body in (
            ("lobby", b"GET", b"/", b"", b""),
            ("new match", b"POST", b"/matches", POST, create),
            ("numbers", b"GET", b"/metrics", b"", b""),
        ):
            cost = Cost()
            with Meter(server, cost):
                asyncio.run(_each(server, seats, method, path, headers, body))
            cost.done = len(seats)
            print(f"  {name}: {cost}", flush=True)


async def _each(
    server: Running, seats: list[Seat], method: bytes, path: bytes, headers: bytes, body: bytes
) -> None:
    """Let each seat ask for the same, one after the other."""
    wire = Wire(server.port)
    for seat in seats:
        answer = await wire.send(method, path, headers + seat.header, body)
        assert answer.status in (200, 303), answer.status
    await wire.close()


def _prune(url: str) -> None:
    """Remove nothing, and then what is old: half of the matches of others, or nearly."""
    engine = connect(url)
    for days in (400, 50):
        wall, own = time.perf_counter(), time.process_time()
        removed = prune(engine, int(time.time()), days)
        print(
            f"  pruning what is unused for {days} days: {removed.matches} matches,"
            f" {time.process_time() - own:.2f} s of processor time,"
            f" {time.perf_counter() - wall:.2f} s in all",
            flush=True,
        )
    engine.dispose()
