"""Measure the server: `python -m bench.load NAME`, on a machine that does nothing else.

    throughput   an action in deal 10 and deal 50 beside a bare page of the same size
    players      200 players with a second of thought each (--players, --think, --level)
    memory       a worker with 10,000 matches under way, then 100,000 actions
    growth       1 and 2 workers; deals 1, 10, 50; 1,000 and 100,000 stored matches

Each prints what it measured as it goes. `--seconds` is the length of each measurement; generator
and server share the machine, so the processor time of both is printed too.
"""

import argparse
import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.load.player import Figures, Player
from bench.load.room import Seat, fill, lowest
from bench.load.serving import Running, bare, cardavia
from bench.load.wire import Wire

CLIENTS = 8


def main() -> None:
    """Run one benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=("throughput", "players", "memory", "growth"))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--think", type=float, default=1)
    parser.add_argument("--level", default=lowest())
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--actions", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cardavia-load-") as folder:
        run = {"throughput": throughput, "players": players, "memory": memory, "growth": growth}
        run[options.name](Path(folder), options)


def throughput(folder: Path, options: argparse.Namespace) -> None:
    """Actions in deal 10 and 50, a bare page of the size of either in between."""
    for deal in (10, 50):
        rate, size = actions(folder / f"{deal}.sqlite3", deal, options)
        other = asyncio.run(pages(folder, size, options.seconds))
        share = rate / other
        print(f"deal {deal}: {rate:.0f} actions/s, {other:.0f} bare pages/s, {share:.2f}")


def actions(
    file: Path, deal: int, options: argparse.Namespace, workers: int = 1, stored: int = 500
) -> tuple[float, int]:
    """Measure actions from a deal on, flat out; return their rate and the size of an answer."""
    url = f"sqlite:///{file}"
    seats = fill(url, stored, deal, options.level)
    with cardavia(url, workers) as server:
        figures = asyncio.run(play(server, CLIENTS, options, lambda: 0.0, seats))
    size = figures.bytes // max(1, len(figures.seconds))
    return len(figures.seconds) / options.seconds, size


async def pages(folder: Path, size: int, seconds: float) -> float:
    """Measure the bare page; return its rate."""
    count = 0
    with bare(folder, size) as server:
        until = time.perf_counter() + seconds

        async def ask() -> None:
            nonlocal count
            wire = Wire(server.port)
            while time.perf_counter() < until:
                answer = await wire.send(b"POST", b"/", b"")
                assert answer.status == 200
                count += 1
            await wire.close()

        before, own = server.processor(), time.process_time()
        await asyncio.gather(*(ask() for _ in range(CLIENTS)))
        report_processor("bare page", server, before, own, seconds)
    return count / seconds


async def play(
    server: Running,
    clients: int,
    options: argparse.Namespace,
    think: Callable[[], float],
    seats: list[Seat] | None = None,
) -> Figures:
    """Let clients play, and print what they measured."""
    figures = Figures()
    turn = itertools.cycle(seats) if seats else None
    seat = None if turn is None else lambda: next(turn)
    before, own = server.processor(), time.process_time()
    until = time.perf_counter() + options.seconds
    await asyncio.gather(
        *(
            Player(server.port, options.level, figures, think, seat).play(until)
            for _ in range(clients)
        )
    )
    ordered = sorted(figures.seconds)
    p50, p99 = statistics.median(ordered), ordered[int(0.99 * len(ordered))]
    print(
        f"{clients} clients, {len(ordered)} actions in {options.seconds:g} s:"
        f" p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms, {figures.errors} errors,"
        f" {figures.bytes // len(ordered)} bytes each; {server.memory():.0f} MB"
    )
    report_processor("room", server, before, own, options.seconds)
    return figures


def report_processor(what: str, server: Running, before: float, own: float, seconds: float) -> None:
    """Print how busy server and generator were."""
    used, ours = server.processor() - before, time.process_time() - own
    print(
        f"  processor: {what} {100 * used / seconds:.0f} %, generator {100 * ours / seconds:.0f} %"
    )


def players(folder: Path, options: argparse.Namespace) -> None:
    """Play as people do: each thinks for about `think` seconds before an action."""
    rng = random.Random(1)
    with cardavia(f"sqlite:///{folder / 'players.sqlite3'}") as server:
        asyncio.run(
            play(
                server,
                options.players,
                options,
                lambda: rng.uniform(0.5, 1.5) * options.think,
            )
        )


def memory(folder: Path, options: argparse.Namespace) -> None:
    """Look at each of many matches under way, then act on; print the memory on the way."""
    url = f"sqlite:///{folder / 'memory.sqlite3'}"
    seats = fill(url, options.matches, 5, options.level)
    with cardavia(url) as server:
        print(f"started: {server.memory():.0f} MB")
        asyncio.run(look(server, seats))
        print(f"{len(seats)} matches seen: {server.memory():.0f} MB")
        done = 0
        while done < options.actions:
            figures = asyncio.run(play(server, CLIENTS, options, lambda: 0.0))
            done += len(figures.seconds)
            print(f"{done} actions: {server.memory():.0f} MB")


async def look(server: Running, seats: list[Seat]) -> None:
    """Show each table once."""
    wire = Wire(server.port)
    for seat in seats:
        cookie = f"Cookie: cardavia_session={seat.cookie}\r\n".encode()
        answer = await wire.send(b"GET", f"/tables/{seat.table}".encode(), cookie)
        assert answer.status == 200
    await wire.close()


def growth(folder: Path, options: argparse.Namespace) -> None:
    """Change one thing at a time."""
    cases = [
        *((f"deal {deal}", deal, 1, 500) for deal in (1, 10, 50)),
        ("2 workers, deal 10", 10, 2, 500),
        *((f"{stored} stored, deal 2", 2, 1, stored) for stored in (1_000, 100_000)),
    ]
    for number, (name, deal, workers, stored) in enumerate(cases):
        rate, _ = actions(folder / f"{number}.sqlite3", deal, options, workers, stored)
        print(f"{name}: {rate:.0f} actions/s")


if __name__ == "__main__":
    main()
