"""How much one visitor may do: token buckets for each session and each address, in memory.

Each process counts for itself, so that no action waits for a shared counter; with several
processes a visitor may have as many times the rate.
"""

import hashlib
import math
import threading
from collections import OrderedDict
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.proxy import asker
from app.sessions import secret_of
from app.settings import Settings

_MINUTE = 60.0


class TooMany(HTTPException):
    """Too much in too short a time; `seconds` says when to come again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(429, "rate-limited", {"Retry-After": str(seconds)})


class Buckets:
    """A token bucket for each key: `rate` tokens at most, as many come back in a minute.

    `rate` 0 means no limit. `clock` gives seconds, from any point in time on, and never goes
    back. What hasn't been asked for a minute is full again, and forgotten.
    """

    def __init__(self, rate: int, clock: Callable[[], float]) -> None:
        self.rate = rate
        self.clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str) -> None:
        """Take a token. Raises TooMany if there is none."""
        if not self.rate:
            return
        with self._lock:
            now = self.clock()
            self._forget(now)
            left, then = self._buckets.pop(key, (float(self.rate), now))
            left = min(self.rate, left + (now - then) * self.rate / _MINUTE)
            self._buckets[key] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            raise TooMany(max(1, math.ceil((1 - left) * _MINUTE / self.rate)))

    def _forget(self, now: float) -> None:
        while self._buckets:
            key, (_, then) = next(iter(self._buckets.items()))
            if now - then < _MINUTE:
                return
            del self._buckets[key]

    def __len__(self) -> int:
        return len(self._buckets)


class Limits:
    """The limits of a server."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        self._actions = Buckets(settings.actions_per_session, clock)
        self._actions_from = Buckets(settings.actions_per_address, clock)
        self._matches = Buckets(settings.matches_per_session, clock)
        self._matches_from = Buckets(settings.matches_per_address, clock)

    def count(self, request: Request) -> None:
        """Count a request that starts a match or acts in one. Raises TooMany.

        The session is told apart by the cookie or token itself, known or not, so that a refusal
        costs no look into the database.
        """
        if request.method != "POST" or request.url.path.endswith("/settings"):
            return
        new = request.url.path.endswith("/matches")
        # First, so that made-up sessions take no more room than their address is allowed.
        (self._matches_from if new else self._actions_from).take(asker(request.scope))
        who = request.headers.get("authorization") or secret_of(request)
        if who:
            key = hashlib.sha256(who.encode("utf-8", "replace")).hexdigest()
            (self._matches if new else self._actions).take(key)
