"""What answers cost: time that passed, and processor time of the server and of the generator."""

import argparse
import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

from bench.load.player import Figures, Places, Player
from bench.load.room import Seat
from bench.load.serving import Running, bare
from bench.load.wire import Wire

CLIENTS = 8
_PLACES = 3000
"""Deals behind the tables played at: with those that are added, what a server keeps drawn."""
_MOST_TABLES = 500
_SLICES = 4
"""Parts of a measurement, room and bare page in turn, so that both see the same weather."""


def tables(deal: int) -> int:
    """Return at how many tables to play from a deal on."""
    return min(_PLACES // deal, _MOST_TABLES)


@dataclass
class Cost:
    """What a number of answers took: seconds that passed, and seconds of processor time."""

    done: int = 0
    wall: float = 0
    server: float = 0
    generator: float = 0

    @property
    def each(self) -> float:
        """The seconds of the server's processor time for each answer."""
        return self.server / self.done

    def __str__(self) -> str:
        return (
            f"{self.done / self.wall:.0f}/s, {1000 * self.each:.2f} ms of processor"
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


def side_by_side(
    folder: Path,
    room: Running,
    seats: list[Seat],
    options: argparse.Namespace,
    size: int | None = None,
) -> tuple[Cost, Cost, Figures]:
    """Act at tables, for `seconds`, and ask for a bare page in between.

    The page has `size` bytes, as many as the answers if none is given. Return what an action cost,
    what the page cost, and what the players measured.
    """
    ours, theirs, figures = Cost(), Cost(), Figures()
    part = options.seconds / _SLICES
    places = asyncio.run(look(room, seats))

    def act(figures: Figures, cost: Cost) -> None:
        asyncio.run(play(room, CLIENTS, options, part, figures, cost, places))

    act(Figures(), Cost())
    act(figures, ours)
    with bare(folder, size or mean_size(figures)) as page:
        asyncio.run(ask(page, part, Cost()))
        for _ in range(_SLICES - 1):
            asyncio.run(ask(page, part, theirs))
            act(figures, ours)
        asyncio.run(ask(page, part, theirs))
    return ours, theirs, figures


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
    places: Places | None = None,
) -> None:
    """Let clients play for so long, or until all matches are over; add up what they measured."""
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


async def look(server: Running, seats: list[Seat]) -> Places:
    """Show each table once, as after a start of the server; what is seen is where to go on."""
    wire = Wire(server.port)
    places: Places = Places()
    for seat in seats:
        answer = await wire.send(b"GET", seat.path, seat.header)
        assert answer.status == 200
        places.append((seat, answer.body))
    await wire.close()
    return places
