"""Measure the server: `python -m bench.load NAME`, on a machine that does nothing else.

    throughput   an action from deal 10 and deal 50 on beside a bare page of the same size
    players      200 players with a second of thought each (--players, --think, --level,
                 --workers)
    strongest    100 players like that against the strongest level
    memory       a worker with 10,000 matches under way, then 100,000 actions
    growth       1 and 2 workers; deals 1, 10, 50; 1,000 and 100,000 stored matches
    profile      where the time of an action goes, from deal 10 and deal 50 on
    start        from the command to the first answer, on a new database and on an old one

Each prints what it measured as it goes. `--seconds` is the length of each measurement; generator
and server share the machine, so the processor time of both is printed too. Where a machine is
shared with others, compare processor times and not rates.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.load.player import Figures, Place, Player
from bench.load.profile import profile
from bench.load.room import GAME, Seat, fill
from bench.load.serving import Running, bare, cardavia
from bench.load.wire import Wire

CLIENTS = 8
PLACES = 4000
"""Deals behind the tables played at, as many as a server remembers of those it has shown."""
MOST_TABLES = 500
SLICES = 4
"""Parts of a measurement, room and bare page in turn, so that both see the same weather."""


def main() -> None:
    """Run one benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", choices=tuple(RUN))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--players", type=int)
    parser.add_argument("--think", type=float, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--level", choices=tuple(GAME.levels))
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--stored", type=int, default=100_000)
    options = parser.parse_args()
    options.level = options.level or next(iter(GAME.levels))
    with tempfile.TemporaryDirectory(prefix="cardavia-load-") as folder:
        RUN[options.name](Path(folder), options)


@dataclass
class Cost:
    """What a number of answers took: seconds that passed, and seconds of processor time."""

    done: int = 0
    wall: float = 0
    server: float = 0
    generator: float = 0

    def __str__(self) -> str:
        return (
            f"{self.done / self.wall:.0f}/s, {1000 * self.server / self.done:.2f} ms of processor"
            f" time each (processor: server {100 * self.server / self.wall:.0f} %,"
            f" generator {100 * self.generator / self.wall:.0f} %)"
        )


class Meter:
    """Adds to a cost what passes between two looks at a server."""

    def __init__(self, server: Running, cost: Cost) -> None:
        self.server, self.cost = server, cost

    def __enter__(self) -> None:
        self.began = time.perf_counter(), self.server.processor(), time.process_time()

    def __exit__(self, *_: object) -> None:
        wall, server, own = self.began
        self.cost.wall += time.perf_counter() - wall
        self.cost.server += self.server.processor() - server
        self.cost.generator += time.process_time() - own


def throughput(folder: Path, options: argparse.Namespace) -> None:
    """Actions in deal 10 and 50, a bare page of the size of their answers in between."""
    for deal in (10, 50):
        url = f"sqlite:///{folder / f'{deal}.sqlite3'}"
        seats = fill(url, tables(deal), deal, options.level)
        ours, theirs, figures = Cost(), Cost(), Figures()
        part = options.seconds / SLICES
        with cardavia(url) as room:
            places = iter(asyncio.run(look(room, seats)))
            asyncio.run(play(room, CLIENTS, options, part, Figures(), Cost(), places))
            asyncio.run(play(room, CLIENTS, options, part, figures, ours, places))
            with bare(folder, mean_size(figures)) as page:
                asyncio.run(ask(page, part, Cost()))
                for _ in range(SLICES - 1):
                    asyncio.run(ask(page, part, theirs))
                    asyncio.run(play(room, CLIENTS, options, part, figures, ours, places))
                asyncio.run(ask(page, part, theirs))
        print(f"deal {deal}, {mean_size(figures)} bytes each, {figures.errors} errors")
        print(f"  room: {ours}")
        print(f"  bare page: {theirs}")
        by_rate = ours.done / ours.wall / (theirs.done / theirs.wall)
        by_time = theirs.server / theirs.done / (ours.server / ours.done)
        print(f"  share: {by_time:.2f} by processor time, {by_rate:.2f} by rate", flush=True)


def tables(deal: int) -> int:
    """Return at how many tables to play from a deal on."""
    return min(PLACES // deal, MOST_TABLES)


def mean_size(figures: Figures) -> int:
    """Return the bytes of an answer."""
    return figures.bytes // max(1, len(figures.seconds))


async def ask(server: Running, seconds: float, cost: Cost) -> None:
    """Ask for the bare page, flat out."""
    until = time.perf_counter() + seconds

    async def client() -> None:
        wire = Wire(server.port)
        while time.perf_counter() < until:
            answer = await wire.send(b"POST", b"/", b"")
            assert answer.status == 200
            cost.done += 1
        await wire.close()

    with Meter(server, cost):
        await asyncio.gather(*(client() for _ in range(CLIENTS)))


async def play(
    server: Running,
    clients: int,
    options: argparse.Namespace,
    seconds: float,
    figures: Figures,
    cost: Cost,
    places: Iterator[Place] | None = None,
) -> None:
    """Let clients play for so long, or until all places are used; add up what they measured."""
    before = len(figures.seconds)
    with Meter(server, cost):
        until = time.perf_counter() + seconds
        await asyncio.gather(
            *(
                Player(server.port, options.level, figures, float, places, before + n).play(until)
                for n in range(clients)
            )
        )
    cost.done += len(figures.seconds) - before


async def look(server: Running, seats: list[Seat]) -> list[Place]:
    """Show each table once, as after a start of the server; what is seen is where to go on."""
    wire = Wire(server.port)
    places = []
    for seat in seats:
        answer = await wire.send(b"GET", seat.path, seat.header)
        assert answer.status == 200
        places.append((seat, answer.body))
    await wire.close()
    return places


def report(clients: int, figures: Figures, cost: Cost, server: Running) -> None:
    """Print how quickly actions were answered."""
    ordered = sorted(figures.seconds)
    p50, p99 = statistics.median(ordered), ordered[int(0.99 * len(ordered))]
    late = sum(each > 1 for each in ordered)
    print(
        f"{clients} clients, {len(ordered)} actions, {figures.errors} errors:"
        f" p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms, longest {1000 * ordered[-1]:.0f} ms,"
        f" {late} longer than 1 s; {server.memory():.0f} MB\n  {cost}",
        flush=True,
    )


def players(folder: Path, options: argparse.Namespace) -> None:
    """Play as people do: each thinks for about `think` seconds before an action."""
    crowd(folder, options, options.players or 200)


def strongest(folder: Path, options: argparse.Namespace) -> None:
    """Play like that against the level that thinks longest."""
    options.level = list(GAME.levels)[-1]
    crowd(folder, options, options.players or 100)


def crowd(folder: Path, options: argparse.Namespace, count: int) -> None:
    """Let so many people come one after the other, and measure once all are there."""
    figures, cost = Figures(), Cost()
    with cardavia(f"sqlite:///{folder / 'players.sqlite3'}", options.workers) as server:
        asyncio.run(visit(server, count, options, figures, cost))
        report(count, figures, cost, server)


async def visit(
    server: Running, count: int, options: argparse.Namespace, figures: Figures, cost: Cost
) -> None:
    """Let people come, and play for `seconds` after that."""
    rng = random.Random(1)
    arrivals = 5 * options.think
    until = time.perf_counter() + 2 * arrivals + options.seconds

    def think() -> float:
        return rng.uniform(0.5, 1.5) * float(options.think)

    async def come(number: int) -> None:
        await asyncio.sleep(arrivals * number / count)
        await Player(server.port, options.level, figures, think, None, number).play(until)

    playing = asyncio.gather(*(come(number) for number in range(count)))
    await asyncio.sleep(2 * arrivals)
    figures.seconds.clear()
    with Meter(server, cost):
        await playing
    cost.done = len(figures.seconds)


def memory(folder: Path, options: argparse.Namespace) -> None:
    """Look at each of many matches under way, then act on; print the memory on the way."""
    url = f"sqlite:///{folder / 'memory.sqlite3'}"
    seats = fill(url, options.matches, 5, options.level)
    with cardavia(url) as server:
        print(f"started: {server.memory():.0f} MB", flush=True)
        asyncio.run(look(server, seats))
        print(f"{len(seats)} matches seen: {server.memory():.0f} MB", flush=True)
        cost, step = Cost(), options.actions / 10
        while cost.done < options.actions:
            asyncio.run(play(server, CLIENTS, options, options.seconds, Figures(), cost))
            if cost.done >= step:
                print(f"{cost.done} actions: {server.memory():.0f} MB", flush=True)
                step += options.actions / 10


def growth(folder: Path, options: argparse.Namespace) -> None:
    """Change one thing at a time."""
    cases = [
        *((f"deal {deal}", deal, 1, tables(deal)) for deal in (1, 10, 50)),
        ("deal 10, 2 workers", 10, 2, tables(10)),
        *((f"deal 2, {stored} stored", 2, 1, stored) for stored in (1000, options.stored)),
    ]
    for number, (name, deal, workers, stored) in enumerate(cases):
        url = f"sqlite:///{folder / f'{number}.sqlite3'}"
        seats = fill(url, stored, deal, options.level)[-tables(deal) :]
        figures, cost = Figures(), Cost()
        with cardavia(url, workers) as server:
            places = iter(asyncio.run(look(server, seats)))
            asyncio.run(play(server, CLIENTS, options, options.seconds, figures, cost, places))
        print(f"{name}: {figures.errors} errors, {cost}", flush=True)


def start(folder: Path, _options: argparse.Namespace) -> None:
    """Start the server a few times."""
    cost = {"new": Cost(), "old": Cost()}
    for number in range(5):
        for database in cost:
            began = time.perf_counter()
            with cardavia(f"sqlite:///{folder / f'start-{number}.sqlite3'}") as server:
                cost[database].wall += time.perf_counter() - began
                cost[database].server += server.processor()
                cost[database].done += 1
    for database, each in cost.items():
        print(
            f"{database} database: {each.wall / each.done:.2f} s to the first answer,"
            f" {each.server / each.done:.2f} s of processor time"
        )


def where(folder: Path, options: argparse.Namespace) -> None:
    """Profile actions early and late in a match."""
    for deal in (10, 50):
        profile(folder, deal, options.level)


RUN = {
    "throughput": throughput,
    "players": players,
    "strongest": strongest,
    "memory": memory,
    "growth": growth,
    "profile": where,
    "start": start,
}


if __name__ == "__main__":
    main()
