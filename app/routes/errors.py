"""Answers to what went wrong, in the room's style and the person's language."""

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app import preferences
from app.matches import NotFinished, NotFound
from app.security import HEADERS
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
}


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = _page(request, error.status_code, _KEYS.get(error.status_code, "server-error"))
    response.headers.update(error.headers or {})
    return response


async def _not_understood(request: Request, _error: Exception) -> Response:
    return _page(request, 422, "bad-request")


async def _no_table(request: Request, _error: Exception) -> Response:
    return _page(request, 404, "no-table")


async def _not_finished(request: Request, _error: Exception) -> Response:
    return _page(request, 409, "not-finished")


async def _broken(request: Request, error: Exception) -> Response:
    log.error("unhandled error", exc_info=error)
    response = _page(request, 500, "server-error")
    # This answer is made outside the middleware that adds them elsewhere.
    response.headers.update(HEADERS)
    response.headers["Cache-Control"] = "no-store"
    return response


def install(app: FastAPI) -> None:
    """Make `app` answer errors with pages."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(NotFound, _no_table)
    app.add_exception_handler(NotFinished, _not_finished)
    app.add_exception_handler(Exception, _broken)
