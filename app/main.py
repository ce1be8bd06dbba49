"""The application, put together."""

import asyncio
import logging
import random
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.routing import APIRoute
from sqlalchemy.exc import SQLAlchemyError
from starlette.middleware.gzip import GZipMiddleware

from app.api import PREFIX, create_api
from app.assets import Assets
from app.limits import Limits
from app.matches import Matches
from app.metrics import Metrics
from app.proxy import Proxy
from app.resources import folder
from app.routes import errors, health, lobby, reading, settings, tables
from app.security import SecurityHeaders, refuse_cross_site
from app.sessions import Sessions
from app.settings import Settings
from app.store import MatchStore, SessionStore, connect
from app.store.pruning import prune
from app.thinking import Thinking
from app.watch import Watch
from app.web import Room

log = logging.getLogger(__name__)
_DAY = 24 * 3600


def _now() -> int:
    return int(time.time())


def _unpredictable() -> random.Random:
    return random.Random(secrets.randbits(128))  # noqa: S311 - a bot's choices, not a deck


def create_app(
    settings_: Settings | None = None,
    clock: Callable[[], int] = _now,
    random_source: Callable[[], random.Random] = _unpredictable,
) -> FastAPI:
    """Make a server.

    `clock` gives seconds since 1970, `random_source` the randomness of the bots; both have
    defaults for play and are set by tests.
    """
    chosen = settings_ or Settings()
    engine = connect(chosen.database_url, chosen.database_connections)
    thinking = Thinking(chosen.bot_processes, chosen.bot_seconds)
    metrics = Metrics(lambda: thinking.waiting) if chosen.metrics else None
    assets = Assets(folder("static"))

    limits = Limits(chosen, time.monotonic)

    async def may_enter(request: Request) -> None:
        refuse_cross_site(request, chosen.origins)
        limits.count(request)

    app = FastAPI(
        title="Cardavia",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=_lifespan,
        dependencies=[Depends(may_enter)],
    )
    app.state.room = Room(
        settings=chosen,
        engine=engine,
        sessions=Sessions(SessionStore(engine), clock),
        matches=Matches(
            MatchStore(engine),
            clock,
            random_source,
            chosen.live_matches,
            metrics,
            ahead=thinking,
        ),
        thinking=thinking,
        assets=assets,
        limits=limits,
        metrics=metrics,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(SecurityHeaders, hsts=chosen.hsts)
    app.add_middleware(Watch, metrics=metrics)
    app.add_middleware(Proxy, trusted=chosen.trusted_networks, base=chosen.base_path)
    app.mount(assets.prefix, assets)
    app.mount(PREFIX, create_api(app.state.room))
    for module in (lobby, tables, reading, settings, health):
        app.include_router(_with_head(module.router))
    errors.install(app)
    return app


def _with_head(router: APIRouter) -> APIRouter:
    """Let what can be read be asked for its headers alone, as those do who watch a server."""
    for route in router.routes:
        if isinstance(route, APIRoute) and route.methods and "GET" in route.methods:
            route.methods.add("HEAD")
    return router


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Remove what is old once a day while the server runs; end what it started at its end."""
    room = app.state.room
    assert isinstance(room, Room)
    daily = asyncio.create_task(_prune_daily(room)) if room.settings.keep_days else None
    yield
    if daily is not None:
        daily.cancel()
        with suppress(asyncio.CancelledError):
            await daily
    await asyncio.to_thread(room.thinking.close)
    room.engine.dispose()


async def _prune_daily(room: Room) -> None:
    while True:
        # Not at once: a server that is being started has better things to do.
        await asyncio.sleep(60 + secrets.randbelow(600))
        try:
            now = room.sessions.clock()
            await asyncio.to_thread(prune, room.engine, now, room.settings.keep_days)
        except SQLAlchemyError:
            log.exception("pruning failed")
        await asyncio.sleep(_DAY)
