"""Errors as problem details (RFC 9457), in the language of the request."""

import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from pydantic import ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from app import preferences
from app.api.views import AnyView, Model
from app.matches import NotFinished, NotFound, NotStarted
from app.positions import Damaged
from app.store import RETRY_AFTER, UNAVAILABLE
from app.thinking import ThoughtLost
from app.words.errors import SERVER_ERRORS, error_sentence

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"


class FieldError(Model):
    """A part of the body that was not as it has to be."""

    pointer: str = Field(description="Where in the body, as a JSON Pointer.", examples=["#/level"])
    reason: str = Field(description="A code for what is wrong.", examples=["unknown-level"])


class Problem(Model):
    """What went wrong; nothing has changed."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:cardavia:problem:too-high",
                    "title": "That is too high.",
                    "status": 422,
                    "code": "too-high",
                    "detail": "Bet at most 19.",
                    "legal": ["check", "bet 1..19"],
                }
            ]
        },
    )

    type: str = Field(description="Identifies the kind of problem.")
    title: str = Field(description="A sentence in the request's language.")
    status: int = Field(description="The status of the answer.")
    code: str = Field(description="A code that stays the same in every language.")
    detail: str | SkipJsonSchema[None] = Field(
        default=None, description="A sentence about this very case, if there is one."
    )
    legal: list[str] | SkipJsonSchema[None] = Field(
        default=None, description="What may be done, for an illegal action."
    )
    revision: int | SkipJsonSchema[None] = Field(
        default=None, description="The present one, for `stale-revision`."
    )
    view: AnyView | SkipJsonSchema[None] = Field(
        default=None, description="The present one, for `stale-revision`."
    )
    errors: list[FieldError] | SkipJsonSchema[None] = Field(
        default=None, description="What is wrong with the body."
    )


class Refused(Exception):
    """A request that changes nothing, with what its problem says beside the title."""

    def __init__(self, status: int, code: str, **members: Any) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.members = members


class Invalid(Exception):
    """A body that is not of the form it has to have: (path, reason) for each thing wrong."""

    def __init__(self, errors: Sequence[tuple[Sequence[str | int], str]]) -> None:
        super().__init__(errors)
        self.errors = errors


def problem(
    request: Request, status: int, code: str, headers: dict[str, str] | None = None, **members: Any
) -> Response:
    """Answer with a problem; members that are None are left out."""
    language = preferences.of(request).language
    content = {
        "type": f"urn:cardavia:problem:{code}",
        "title": error_sentence(language, code),
        "status": status,
        "code": code,
        **{name: value for name, value in members.items() if value is not None},
    }
    told = {"Content-Language": language.code, "Vary": "Accept-Language, Cookie"}
    return JSONResponse(content, status, {**(headers or {}), **told}, MEDIA_TYPE)


CODES = {
    403: "cross-site",
    404: "not-found",
    405: "not-allowed",
    413: "too-large",
    429: "rate-limited",
    503: "unavailable",
}
"""The codes of problems that have no other than their status."""


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    other = "bad-request" if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR else ""
    code = CODES.get(error.status_code, other or "server-error")
    return problem(request, error.status_code, code, dict(error.headers or {}))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return problem(request, error.status, error.code, **error.members)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, Invalid)
    errors = [{"pointer": _pointer(path), "reason": reason} for path, reason in error.errors]
    known = (reason for _, reason in error.errors if reason in SERVER_ERRORS)
    detail = error_sentence(preferences.of(request).language, next(known, "bad-request"))
    return problem(request, 422, "not-an-action", detail=detail, errors=errors)


def _pointer(path: Sequence[str | int]) -> str:
    """Write a path as the fragment form of a JSON Pointer (RFC 6901)."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(["#", *(f"/{step}" for step in steps)])


async def _not_found(request: Request, _error: Exception) -> Response:
    return problem(request, 404, "not-found")


async def _not_started(request: Request, _error: Exception) -> Response:
    return problem(request, 409, "not-started")


async def _not_finished(request: Request, _error: Exception) -> Response:
    return problem(request, 409, "not-finished")


async def _damaged(request: Request, _error: Exception) -> Response:
    return problem(request, 500, "damaged")


async def _no_database(request: Request, error: Exception) -> Response:
    log.warning("database unavailable", exc_info=error)
    return problem(request, 503, "unavailable", {"Retry-After": str(RETRY_AFTER)})


async def _no_thought(request: Request, _error: Exception) -> Response:
    return problem(request, 503, "unavailable", {"Retry-After": str(RETRY_AFTER)})


async def _broken(request: Request, error: Exception) -> Response:
    log.error("unhandled error", exc_info=error)
    return problem(request, 500, "server-error")


def install(api: FastAPI) -> None:
    """Make `api` answer every error with a problem."""
    api.add_exception_handler(HTTPException, _http)
    api.add_exception_handler(Refused, _refused)
    api.add_exception_handler(Invalid, _invalid)
    api.add_exception_handler(NotFound, _not_found)
    api.add_exception_handler(NotStarted, _not_started)
    api.add_exception_handler(NotFinished, _not_finished)
    api.add_exception_handler(Damaged, _damaged)
    for kind in UNAVAILABLE:
        api.add_exception_handler(kind, _no_database)
    api.add_exception_handler(ThoughtLost, _no_thought)
    api.add_exception_handler(Exception, _broken)
