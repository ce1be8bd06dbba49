"""A person who plays One Poker by the page's forms, with HTMX, as quickly as told."""

import asyncio
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.load.room import Seat
from bench.load.wire import Wire

_FORM = (
    b"Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n"
    b"HX-Request: true\r\nHX-Request-Type: partial\r\n"
)
_REVISION = re.compile(rb'name="revision" value="(\d+)"')
_DO = re.compile(rb'name="do" value="(lock|check|call|fold|next)"')
_CARD = re.compile(rb'name="card" value="(\w\w)"')


@dataclass
class Figures:
    """What players measured: seconds for each action, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    errors: int = 0
    bytes: int = 0
    matches: int = 0


class Player:
    """Plays until `until`, an event loop's time; `think` gives seconds before each action.

    `seat` gives places at tables that are under way, each for the rest of its deal; without it
    new matches are played, from the lobby on.
    """

    def __init__(
        self,
        port: int,
        level: str,
        figures: Figures,
        think: Callable[[], float],
        seat: Callable[[], Seat] | None = None,
        quiet: bool = True,
    ) -> None:
        self.wire = Wire(port)
        self.level = level.encode()
        self.figures = figures
        self.think = think
        self.seat = seat
        self.quiet = quiet
        self.rng = random.Random(id(self))

    async def play(self, until: float) -> None:
        """Play one match after the other."""
        while time.perf_counter() < until:
            self.figures.matches += 1
            await (self._rest_of_deal(until) if self.seat else self._match(until))
        await self.wire.close()

    async def _match(self, until: float) -> None:
        create = b"game=one-poker&level=" + self.level
        made = await self.wire.send(b"POST", b"/matches", _FORM.split(b"HX-")[0], create)
        cookie = b"Cookie: %b\r\n" % made.cookie
        form = _FORM.split(b"HX-")[0] + cookie
        await self.wire.send(b"POST", made.location + b"/start", form, b"client_seed=x")
        page = (await self.wire.send(b"GET", made.location, cookie)).body
        while time.perf_counter() < until:
            next_page = await self._act(made.location, cookie, page)
            if next_page is None:
                return
            page = next_page

    async def _rest_of_deal(self, until: float) -> None:
        assert self.seat is not None
        seat = self.seat()
        cookie = f"Cookie: cardavia_session={seat.cookie}\r\n".encode()
        path = f"/tables/{seat.table}".encode()
        page = (await self.wire.send(b"GET", path, cookie)).body
        while time.perf_counter() < until:
            if b'name="do" value="next"' in page:
                return
            next_page = await self._act(path, cookie, page)
            if next_page is None:
                return
            page = next_page

    async def _act(self, path: bytes, cookie: bytes, page: bytes) -> bytes | None:
        """Do something that the page offers; return the new page, None at the end."""
        body = self._fill(page)
        if body is None:
            return None
        if pause := self.think():
            await asyncio.sleep(pause)
        began = time.perf_counter()
        answer = await self.wire.send(b"POST", path, _FORM + cookie, body)
        self.figures.seconds.append(time.perf_counter() - began)
        self.figures.bytes += len(answer.body)
        if answer.status != 200:
            self.figures.errors += 1
            return None
        return answer.body

    def _fill(self, page: bytes) -> bytes | None:
        revision, offered = _REVISION.search(page), _DO.findall(page)
        if revision is None or not offered:
            return None
        if self.quiet:  # the match stays alive: never fold where checking or calling is possible
            offered = [do for do in offered if do != b"fold"] or offered
        do = self.rng.choice(offered)
        card = b"&card=" + self.rng.choice(_CARD.findall(page)) if do == b"lock" else b""
        return b"revision=%b&do=%b%b" % (revision[1], do, card)
