"""The anonymous session: a random cookie or token, of which only the hash is stored."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from app.store import SessionStore

COOKIE = "cardavia_session"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""The cookie's name by https: browsers let no other host and no page by http set one so named."""
_LONGEST = 100
_AGE = 400 * 24 * 3600
"""Seconds a cookie lives after the lobby was last seen; browsers allow 400 days at most."""


@dataclass(frozen=True, slots=True)
class Sessions:
    """Finds and opens sessions. `clock` gives seconds since 1970."""

    store: SessionStore
    clock: Callable[[], int]

    def of(self, request: Request) -> str | None:
        """Return the id of the request's session, or None if it has none that we gave out."""
        return self.find(secret_of(request))

    def claimed(self, request: Request) -> str | None:
        """Return the id of the session that the request's cookie would open, ours or not.

        Enough where a match is looked for, since only a session that exists has matches.
        """
        secret = secret_of(request)
        return _hash(secret) if secret and len(secret) <= _LONGEST else None

    def find(self, secret: str | None) -> str | None:
        """Return the id of the session that this cookie or token opens, None if there is none."""
        if not secret or len(secret) > _LONGEST:
            return None
        session = _hash(secret)
        return session if self.store.known(session) else None

    def open(self) -> tuple[str, str]:
        """Make a new session; return its id and the cookie, or token, that opens it."""
        cookie = secrets.token_hex(32)
        session = _hash(cookie)
        self.store.add(session, self.clock())
        return session, cookie


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def secret_of(request: Request) -> str | None:
    """Return the session cookie that came with a request, ours or not."""
    return request.cookies.get(_name(request))


def _name(request: Request) -> str:
    return SECURE_COOKIE if request.url.scheme == "https" else COOKIE


def renew(response: Response, request: Request) -> None:
    """Send the session cookie that came with a request again, so that its time starts anew."""
    give(response, request, secret_of(request) or "")


def give(response: Response, request: Request, cookie: str) -> None:
    """Send the session cookie; Secure when the request came by https."""
    response.set_cookie(
        _name(request),
        cookie,
        max_age=_AGE,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )
