"""What every answer carries, and which requests are refused before anything looks at them."""

from collections.abc import Iterable
from urllib.parse import parse_qsl

from starlette.datastructures import FormData, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with that, browsers send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_FIELDS = 64
"""Most fields in a form; a hand has 16 cards."""


def headers_for(scope: Scope, hsts: str) -> dict[str, str]:
    """Return what the answer to a request carries unless it says otherwise.

    `hsts` is the Strict-Transport-Security of answers by https, where it isn't empty.
    """
    secure = {"Strict-Transport-Security": hsts} if hsts and scope["scheme"] == "https" else {}
    return {**HEADERS, **secure, "Cache-Control": "no-store"}


class SecurityHeaders:
    """Middleware that adds HEADERS, and forbids storing what doesn't say otherwise."""

    def __init__(self, app: ASGIApp, hsts: str) -> None:
        self.app = app
        self.hsts = hsts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; add headers to the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in headers_for(scope, self.hsts).items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sending)


def refuse_cross_site(request: Request, origins: Iterable[str], programs: bool = False) -> None:
    """Raise a 403 for a state-changing request that another site's page may have made.

    Browsers say where a request comes from by Sec-Fetch-Site; where that is absent (plain http
    on a LAN), by Origin, which must be our own or one of `origins`. With `programs`, a request
    that says nothing at all may pass.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        allowed = site == "same-origin"
    else:
        own = f"{request.url.scheme}://{request.headers.get('host', '')}".lower()
        origin = request.headers.get("origin", "").lower()
        allowed = origin == own or origin in {known.lower().rstrip("/") for known in origins}
        allowed = allowed or (programs and "origin" not in request.headers)
    if not allowed:
        raise HTTPException(403, "cross-site")


async def read_body(request: Request, most: int) -> bytes:
    """Read a body of at most `most` bytes. Raises 413."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise HTTPException(413)
    return bytes(body)


async def read_form(request: Request, most: int) -> FormData:
    """Read an urlencoded form of at most `most` bytes. Raises 413, 415 or 400."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    body = await read_body(request, most)
    try:
        pairs = parse_qsl(
            body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_FIELDS
        )
    except ValueError:
        raise HTTPException(400) from None
    return FormData([*pairs])
