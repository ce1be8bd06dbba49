"""What the routes share: the room with its parts, and how a page is rendered."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Request
from jinja2 import Environment
from sqlalchemy import Engine
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app import preferences
from app.assets import Assets
from app.i18n import LANGUAGES
from app.limits import Limits
from app.matches import Matches
from app.metrics import Metrics
from app.security import read_form
from app.sessions import Sessions
from app.settings import Settings
from app.templates import environment
from app.thinking import Thinking

_LOCAL = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path on this server: not //host, no backslash, printable ASCII."""
_ID = re.compile(r"[\w-]{1,40}", re.ASCII)


@dataclass(frozen=True)
class Room:
    """Everything a request needs; one for each application."""

    settings: Settings
    engine: Engine
    sessions: Sessions
    matches: Matches
    thinking: Thinking
    assets: Assets
    limits: Limits
    metrics: Metrics | None
    environments: Mapping[str, Environment] = field(init=False)

    def __post_init__(self) -> None:
        base = self.settings.base_path
        environments = {code: environment(code, self.assets.prefix, base) for code in LANGUAGES}
        object.__setattr__(self, "environments", environments)

    def render(
        self,
        request: Request,
        template: str,
        context: Mapping[str, Any],
        status: int = 200,
        language: str | None = None,
    ) -> HTMLResponse:
        """Render a page or fragment in the request's language, or in `language`.

        Pages to read know by `?from=` the table from which they were opened, and lead back there.
        """
        likes = preferences.of(request)
        here, whence = context.get("here", "/"), _table(request, context)
        since = f"?from={whence}" if whence else ""
        if "here" not in context and request.method in ("GET", "HEAD"):
            here = request.url.path.removeprefix(self.settings.base_path)
        common = {
            "likes": likes,
            "light": likes.light,
            "light_css": likes.light.stylesheet,
            "deck": likes.deck,
            "here": here if "table" in context else here + since,
            "since": since,
            "back": f"/tables/{whence}" if whence else None,
            "partial": wants_fragment(request),
        }
        page = self.environments[language or likes.language.code].get_template(template)
        return HTMLResponse(
            page.render({**common, **context, "here": common["here"]}),
            status,
            {"Vary": "HX-Request, HX-Request-Type, Cookie, Accept-Language"},
        )


def _table(request: Request, context: Mapping[str, Any]) -> str | None:
    """Return the id of the table that a page shows, or from which it was opened."""
    if "table" in context:
        return str(context["table"].id)
    whence = request.query_params.get("from", "")
    return whence if _ID.fullmatch(whence) else None


def wants_fragment(request: Request) -> bool:
    """Whether HTMX asks for the swapped part alone."""
    return (
        request.headers.get("hx-request") == "true"
        and request.headers.get("hx-request-type") == "partial"
    )


def see(request: Request, path: str) -> Response:
    """Send the browser to `path` of the room after a form."""
    path = _room(request).settings.base_path + path
    if wants_fragment(request):
        return Response(status_code=200, headers={"HX-Redirect": path})
    return RedirectResponse(path, 303)


def local(path: object, default: str = "/") -> str:
    """Return `path` if it stays on this server, else `default`."""
    return path if isinstance(path, str) and _LOCAL.fullmatch(path) else default


def _room(request: Request) -> Room:
    room = request.app.state.room
    assert isinstance(room, Room)
    return room


async def _in_room(request: Request) -> Room:  # not def: that would take a turn in another thread
    return _room(request)


async def _form(request: Request) -> FormData:
    return await read_form(request, _room(request).settings.max_body)


InRoom = Annotated[Room, Depends(_in_room)]
Form = Annotated[FormData, Depends(_form)]
