"""Answers to what went wrong, in the room's style and the person's language."""

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app import preferences
from app.api import PREFIX, problems
from app.logs import REQUEST_ID
from app.matches import NotFinished, NotFound, TooManyMatches
from app.positions import Damaged
from app.security import headers_for
from app.store import RETRY_AFTER, UNAVAILABLE
from app.thinking import ThoughtLost
from app.watch import HEADER
from app.web import Room
from app.words.error_pages import error_page

log = logging.getLogger(__name__)


def _page(request: Request, status: int, key: str) -> Response:
    room = request.app.state.room
    assert isinstance(room, Room)
    title, text = error_page(preferences.of(request).language, key)
    return room.render(
        request, "error.html", {"status": status, "error_title": title, "text": text}, status
    )


_KEYS = {
    400: "bad-request",
    403: "cross-site",
    404: "not-found",
    405: "bad-request",
    413: "too-large",
    415: "bad-request",
    422: "bad-request",
    429: "rate-limited",
}


def _is_for_programs(request: Request) -> bool:
    """Whether an address belongs to the interface, even if it is too strange to get there."""
    base = request.app.state.room.settings.base_path
    path = str(request.scope["path"]).removeprefix(base)
    return path.startswith(f"{PREFIX}/")


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if _is_for_programs(request):
        code = problems.CODES.get(error.status_code, "bad-request")
        return problems.problem(request, error.status_code, code, dict(error.headers or {}))
    response = _page(request, error.status_code, _KEYS.get(error.status_code, "server-error"))
    response.headers.update(error.headers or {})
    return response


async def _not_understood(request: Request, _error: Exception) -> Response:
    return _page(request, 422, "bad-request")


async def _no_table(request: Request, _error: Exception) -> Response:
    return _page(request, 404, "no-table")


async def _not_finished(request: Request, _error: Exception) -> Response:
    return _page(request, 409, "not-finished")


async def _too_many(request: Request, _error: Exception) -> Response:
    return _page(request, 409, "too-many-matches")


async def _damaged(request: Request, _error: Exception) -> Response:
    return _page(request, 500, "damaged")


async def _no_database(request: Request, error: Exception) -> Response:
    log.warning("database unavailable", exc_info=error)
    return _later(request, "unavailable")


async def _no_thought(request: Request, _error: Exception) -> Response:
    return _later(request, "no-answer")


def _later(request: Request, key: str) -> Response:
    response = _page(request, 503, key)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


async def _broken(request: Request, error: Exception) -> Response:
    log.error("unhandled error", exc_info=error)
    response = _page(request, 500, "server-error")
    # This answer is made outside the middleware that adds them elsewhere.
    hsts = request.app.state.room.settings.hsts
    response.headers.update(headers_for(request.scope, hsts))
    response.headers[HEADER] = REQUEST_ID.get()
    return response


def install(app: FastAPI) -> None:
    """Make `app` answer errors with pages."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(NotFound, _no_table)
    app.add_exception_handler(NotFinished, _not_finished)
    app.add_exception_handler(TooManyMatches, _too_many)
    app.add_exception_handler(Damaged, _damaged)
    for kind in UNAVAILABLE:
        app.add_exception_handler(kind, _no_database)
    app.add_exception_handler(ThoughtLost, _no_thought)
    app.add_exception_handler(Exception, _broken)
