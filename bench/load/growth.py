"""How the cost of an answer grows with deals, workers and stored matches, one at a time."""

import argparse
import asyncio
import time
from pathlib import Path

from app.store import connect
from app.store.pruning import prune
from bench.load.measure import CLIENTS, Cost, Meter, look, play, tables
from bench.load.player import CREATE, POST, Figures
from bench.load.room import Seat, crowd, fill
from bench.load.serving import Running, cardavia
from bench.load.wire import Wire

_DEALS = (1, 10, 50)
_WORKERS = (1, 2)
_STORED = 1000
_TIMES = 300
_DAY = 24 * 3600


def growth(folder: Path, options: argparse.Namespace) -> None:
    """Change one thing at a time, beginning with deal 10, one worker and no match of others."""
    for deal in _DEALS:
        url = f"sqlite:///{folder / f'deal-{deal}.sqlite3'}"
        _act(f"deal {deal}", url, deal, options)
    for workers in _WORKERS:
        url = f"sqlite:///{folder / f'workers-{workers}.sqlite3'}"
        _act(f"deal 10, {workers} workers", url, 10, options, workers)
    for stored in (_STORED, options.stored):
        url = f"sqlite:///{folder / f'stored-{stored}.sqlite3'}"
        crowd(url, stored, options.level)
        _act(f"deal 10, {stored} stored", url, 10, options)
        _others(url, options)
        _prune(url)


def _act(name: str, url: str, deal: int, options: argparse.Namespace, workers: int = 1) -> None:
    """Play on at some tables."""
    seats = fill(url, tables(deal), deal, options.level)
    figures, cost = Figures(), Cost()
    with cardavia(url, workers) as server:
        places = asyncio.run(look(server, seats))
        asyncio.run(play(server, CLIENTS, options, options.seconds, figures, cost, places))
    print(f"{name}: {figures.errors} errors, {cost}", flush=True)


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
