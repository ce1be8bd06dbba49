"""A visitor of the server in one process: cookies, forms, pages, and a look behind the scenes."""

import random
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Self

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI
from sqlalchemy import select

from app.main import create_app
from app.matches import Match
from app.settings import Settings
from app.store.schema import matches
from app.web import Room

ORIGIN = "http://cards.test"
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
FormFields = Mapping[str, str | Sequence[str]]
_made: list[FastAPI] = []


def make_app(url: str, seed: int = 1, **settings: Any) -> FastAPI:
    """Make a server with a fixed clock and bots whose choices follow from `seed`.

    Its bots think in this process, unless `bot_processes` says otherwise.
    """
    source = random.Random(seed)
    app = create_app(
        Settings(database_url=url, **{"bot_processes": 0, **settings}),
        clock=lambda: 1_800_000_000,
        random_source=lambda: random.Random(source.random()),
    )
    _made.append(app)
    return app


def close_all() -> None:
    """Close the databases of all servers made so far, and end their processes."""
    while _made:
        room = _made.pop().state.room
        room.thinking.close()
        room.engine.dispose()


class Visitor:
    """A browser without a screen. Use as a context manager."""

    def __init__(self, app: FastAPI, headers: Mapping[str, str] | None = None) -> None:
        self.app = app
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app, raise_app_exceptions=False),
            base_url=ORIGIN,
            headers={"Origin": ORIGIN, **(headers or {})},
        )
        self._entering: AbstractContextManager[BlockingPortal] = start_blocking_portal()

    def __enter__(self) -> Self:
        self.portal = self._entering.__enter__()
        return self

    def __exit__(self, *_details: object) -> None:
        self.portal.call(self.client.aclose)
        self._entering.__exit__(None, None, None)

    @property
    def room(self) -> Room:
        room = self.app.state.room
        assert isinstance(room, Room)
        return room

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def send() -> httpx.Response:
            return await self.client.request(method, path, **more)

        return self.portal.call(send)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, form: FormFields | None = None, **more: Any) -> httpx.Response:
        return self.request("POST", path, data=dict(form or {}), **more)

    def prepare(self, game: str, level: str = "beginner", **more: str) -> str:
        """Choose a game in the lobby; return the address of the new table."""
        response = self.post("/matches", {"game": game, "level": level, **more})
        assert response.status_code == 303, response.text
        return response.headers["location"]

    def open(
        self, game: str, level: str = "beginner", client_seed: str = "seed", **more: str
    ) -> str:
        """Start a match; return the address of its table."""
        address = self.prepare(game, level, **more)
        response = self.post(f"{address}/start", {"client_seed": client_seed})
        assert response.status_code == 303, response.text
        return address

    def match(self, address: str) -> Match:
        """Look behind the scenes: the match at a table's address."""
        table = address.removeprefix("/tables/")
        with self.room.engine.connect() as connection:
            session = connection.execute(
                select(matches.c.session).where(matches.c.id == table)
            ).scalar_one()
        return self.room.matches.get(session, table)

    def act(self, address: str, action: str, **more: Any) -> httpx.Response:
        """Send the form that means `action` with the present revision."""
        return self.post(address, fields(action, self.match(address).revision), **more)


def fields(action: str, revision: int | str) -> dict[str, str | list[str]]:
    """Write an action as the fields of a table's form."""
    word, *rest = action.split(" ")
    form: dict[str, str | list[str]] = {"do": word, "revision": str(revision)}
    if word in ("lock", "play"):
        form["card"] = rest
    elif rest:
        form["amount"] = rest[0]
    return form


def some_action(match: Match, rng: random.Random) -> str:
    """Choose any legal action for the person."""
    return match.game.sample(match.position, rng)
