"""The application, put together."""

import random
import secrets
import time
from collections.abc import Callable

from fastapi import Depends, FastAPI, Request
from starlette.middleware.gzip import GZipMiddleware

from app.api import PREFIX, create_api
from app.assets import Assets
from app.matches import Matches
from app.resources import folder
from app.routes import errors, lobby, reading, settings, tables
from app.security import SecurityHeaders, refuse_cross_site
from app.sessions import Sessions
from app.settings import Settings
from app.store import MatchStore, SessionStore, connect
from app.web import Room


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
    engine = connect(chosen.database_url)
    assets = Assets(folder("static"))

    def same_site(request: Request) -> None:
        refuse_cross_site(request, chosen.origins)

    app = FastAPI(
        title="Cardavia",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        dependencies=[Depends(same_site)],
    )
    app.state.room = Room(
        settings=chosen,
        engine=engine,
        sessions=Sessions(SessionStore(engine), clock),
        matches=Matches(MatchStore(engine), clock, random_source),
        assets=assets,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(SecurityHeaders)
    app.mount(assets.prefix, assets)
    app.mount(PREFIX, create_api(app.state.room))
    for module in (lobby, tables, reading, settings):
        app.include_router(module.router)
    errors.install(app)
    return app
