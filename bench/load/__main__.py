"""Measure the server: `python -m bench.load NAME`, on a machine that does nothing else.

    throughput   an action from deal 10 and deal 50 on beside a bare page of the same size;
                 with --tables 2500 at so many in turn, more than a server has in mind
    players      200 players with a second of thought each (--players, --think, --level,
                 --workers)
    strongest    100 players like that against the strongest level
    memory       a worker with 10,000 matches under way, then 100,000 actions
    growth       deals 1, 10, 50; 1 and 2 workers; 1,000 and 100,000 stored matches (--stored)
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
from pathlib import Path

from bench.load.growth import growth
from bench.load.measure import CLIENTS, Cost, Meter, look, mean_size, play, side_by_side, tables
from bench.load.player import Figures, Player
from bench.load.profile import profile
from bench.load.room import GAME, fill
from bench.load.serving import Running, cardavia


def main() -> None:
    """Run one benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", choices=tuple(RUN))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--players", type=int)
    parser.add_argument("--think", type=float, default=1)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--level", choices=tuple(GAME.levels))
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--stored", type=int, default=100_000)
    options = parser.parse_args()
    options.level = options.level or next(iter(GAME.levels))
    with tempfile.TemporaryDirectory(prefix="cardavia-load-") as folder:
        RUN[options.name](Path(folder), options)


def throughput(folder: Path, options: argparse.Namespace) -> None:
    """Actions from deal 10 and from deal 50 on."""
    for deal in (10, 50):
        beside(folder, deal, options)


def beside(folder: Path, deal: int, options: argparse.Namespace) -> None:
    """Actions from a deal on, a bare page of the size of their answers in between."""
    url = f"sqlite:///{folder / f'{deal}.sqlite3'}"
    seats = fill(url, options.tables or tables(deal), deal, options.level)
    with cardavia(url) as room:
        ours, theirs, figures = side_by_side(folder, room, seats, options)
    print(f"deal {deal}, {mean_size(figures)} bytes each, {figures.errors} errors")
    print(f"  room: {ours}")
    print(f"  bare page: {theirs}")
    by_rate = ours.done / ours.wall / (theirs.done / theirs.wall)
    print(
        f"  share: {theirs.each / ours.each:.2f} by processor time, {by_rate:.2f} by rate",
        flush=True,
    )


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
