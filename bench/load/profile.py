"""Where the time of an action goes: the server in this process, under Python's profiler.

Shares and not times: a profiler makes calls dearer than they are, above all many short ones. What
is no call of Python's (sockets, HTTP, threads) isn't in it.
"""

import asyncio
import cProfile
import pstats
import random
import time
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

import anyio.to_thread
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from bench.load.player import FORM, fill_in
from bench.load.room import Seat, fill

_TABLES = 40
_PARTS = {
    "rendering": [("jinja2/environment.py", "render")],
    "what the page says": [("app/pages/one_poker.py", "context")],
    "database": [("app/store/matches.py", "get"), ("app/store/matches.py", "replace")],
    "rules, bot and record": [("app/matches.py", "move"), ("app/matches.py", "get")],
}
_INSIDE = {"rules, bot and record": "database"}
"""What is called by another part, and isn't counted twice."""
_WHOLE = ("app/watch.py", "__call__")


def profile(folder: Path, deal: int, level: str) -> None:
    """Play from a deal on at a few tables; print the share of each part of the server."""
    url = f"sqlite:///{folder / f'profile-{deal}.sqlite3'}"
    seats = fill(url, _TABLES, deal, level)
    app = create_app(Settings(database_url=url, log_level="warning"))
    profiler = cProfile.Profile(time.process_time)
    threaded = anyio.to_thread.run_sync
    anyio.to_thread.run_sync = _here  # type: ignore[assignment]  # one profiler is to see all
    try:
        count = asyncio.run(_play(app, seats, profiler))
    finally:
        anyio.to_thread.run_sync = threaded
    found: dict[tuple[str, int, str], tuple[int, int, float, float, object]]
    found = pstats.Stats(profiler).stats  # type: ignore[attr-defined]

    def spent(file: str, name: str) -> float:
        return sum(
            each[3]
            for (path, _, what), each in found.items()
            if path.endswith(file) and what == name
        )

    whole = spent(*_WHOLE)
    parts = {part: sum(spent(*each) for each in names) for part, names in _PARTS.items()}
    for part, inside in _INSIDE.items():
        parts[part] -= parts[inside]
    parts["framework, forms and the rest"] = whole - sum(parts.values())
    print(f"from deal {deal} on, {count} actions:")
    for part, seconds in sorted(parts.items(), key=lambda each: -each[1]):
        print(f"  {100 * seconds / whole:3.0f} % {part}")


async def _here(function: Callable[..., Any], *args: Any, **_more: Any) -> Any:
    return function(*args)


async def _play(app: FastAPI, seats: list[Seat], profiler: cProfile.Profile) -> int:
    count, rng = 0, random.Random(1)
    for seat in seats:
        page: bytes = await _send(app, seat, "GET")
        for _ in range(12):
            form = fill_in(page, rng)
            if form is None:
                break
            profiler.enable()
            page = await _send(app, seat, "POST", form)
            profiler.disable()
            count += 1
    return count


async def _send(app: FastAPI, seat: Seat, method: str, body: bytes = b"") -> bytes:
    lines = (b"Host: localhost\r\n" + FORM + seat.header).split(b"\r\n")[:-1]
    pairs = [line.split(b": ", 1) for line in lines]
    path = seat.path.decode()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": seat.path,
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "headers": [(name.lower(), value) for name, value in pairs],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
    got: list[bytes] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        got.append(message.get("body", b""))

    await app(scope, receive, send)
    return b"".join(got)
