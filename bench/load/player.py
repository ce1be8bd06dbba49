"""A person who plays One Poker by the page's forms, with HTMX, as quickly as told."""

import asyncio
import random
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.load.room import Seat
from bench.load.wire import Wire

POST = b"Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n"
FORM = b"%bHX-Request: true\r\nHX-Request-Type: partial\r\n" % POST
CREATE = b"game=one-poker&level="
_REVISION = re.compile(rb'name="revision" value="(\d+)"')
_DO = re.compile(rb'name="do" value="(lock|check|call|fold|next)"')
_CARD = re.compile(rb'name="card" value="(\w\w)"')

Place = tuple[Seat, bytes]
"""A seat with what its page said last."""
Places = deque[Place]


@dataclass
class Figures:
    """What players measured: seconds for each action, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    errors: int = 0
    bytes: int = 0


class Player:
    """Plays until `until`, a time of `time.perf_counter`; `think` gives seconds before each action.

    `places` are at tables that are under way; they are played for one action each, round and round,
    until all matches are over. Without places new matches are played, from the lobby on. `seed`
    makes the choices.
    """

    def __init__(
        self,
        port: int,
        level: str,
        figures: Figures,
        think: Callable[[], float],
        places: Places | None,
        seed: int,
    ) -> None:
        self.wire = Wire(port)
        self.level = level.encode()
        self.figures = figures
        self.think = think
        self.places = places
        self.rng = random.Random(seed)

    async def play(self, until: float) -> None:
        """Play one match after the other."""
        while time.perf_counter() < until:
            if self.places is None:
                await self._match(until)
            elif not self.places:
                break
            else:
                await self._one_action(self.places)
        await self.wire.close()

    async def _match(self, until: float) -> None:
        create = CREATE + self.level
        made = await self.wire.send(b"POST", b"/matches", POST, create)
        cookie = b"Cookie: %b\r\n" % made.cookie
        await self.wire.send(b"POST", made.location + b"/start", POST + cookie, b"client_seed=x")
        page: bytes | None = (await self.wire.send(b"GET", made.location, cookie)).body
        while page is not None and time.perf_counter() < until:
            page = await self._act(made.location, cookie, page)

    async def _one_action(self, places: Places) -> None:
        seat, page = places.popleft()
        if (shown := await self._act(seat.path, seat.header, page)) is not None:
            places.append((seat, shown))

    async def _act(self, path: bytes, cookie: bytes, page: bytes) -> bytes | None:
        """Do something that the page offers; return the new page, None at the end."""
        body = fill_in(page, self.rng)
        if body is None:
            return None
        if pause := self.think():
            await asyncio.sleep(pause)
        began = time.perf_counter()
        answer = await self.wire.send(b"POST", path, FORM + cookie, body)
        self.figures.seconds.append(time.perf_counter() - began)
        self.figures.bytes += len(answer.body)
        if answer.status != 200:
            self.figures.errors += 1
            return None
        return answer.body


def fill_in(page: bytes, rng: random.Random) -> bytes | None:
    """Choose something that a page offers, and fill in its form; None if it offers nothing."""
    revision, offered = _REVISION.search(page), _DO.findall(page)
    if revision is None or not offered:
        return None
    # So that matches last: never fold.
    do = rng.choice([do for do in offered if do != b"fold"])
    card = b"&card=" + rng.choice(_CARD.findall(page)) if do == b"lock" else b""
    return b"revision=%b&do=%b%b" % (revision[1], do, card)
