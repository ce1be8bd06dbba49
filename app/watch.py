"""What is noticed of each request: an id, a line in the log, and numbers."""

import logging
import secrets
import time
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.logs import REQUEST_ID
from app.metrics import Metrics

log = logging.getLogger("app.requests")
HEADER: Final = "X-Request-ID"
_QUIET: Final = ("/healthz", "/readyz", "/metrics")
"""Asked for every few seconds, and of no interest while all is well."""
_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Watch:
    """Middleware that gives each request an id, and reports it once it is answered."""

    def __init__(self, app: ASGIApp, metrics: Metrics | None) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and watch the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        request = secrets.token_hex(8)
        REQUEST_ID.set(request)
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = request
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            self._report(scope, status, time.perf_counter() - began)

    def _report(self, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        if self.metrics is not None:
            self.metrics.request(method, route, status, seconds)
        level = logging.DEBUG if route in _QUIET and status < 400 else logging.INFO
        fields = {
            "method": method,
            "route": route,
            "status": status,
            "ms": round(1000 * seconds, 1),
        }
        log.log(level, "request", extra=fields)


def route_of(scope: Scope) -> str:
    """Name the route that answered a request, without what was filled in."""
    path = getattr(scope.get("route"), "path", None)
    if path is not None:
        mounted = scope.get("root_path", "").removeprefix(scope.get("app_root_path", ""))
        return f"{mounted}{path}"
    return "static" if "/static/" in scope["path"] else "none"
