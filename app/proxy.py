"""What a proxy in front says of a request: who asks, by which scheme and host, below which path."""

import re
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
_HOST: Final = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?")


class Proxy:
    """Middleware that believes X-Forwarded headers of `trusted` networks and of nobody else.

    With a `base` path the room is reached with that path before its own or, from a proxy that
    takes it away, without.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[Network], base: str) -> None:
        self.app = app
        self.trusted = trusted
        self.base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Correct the request's scope, in place: the page for an error of ours reads it too."""
        if scope["type"] == "http":
            self._believe(scope)
            if self.base:
                self._move(scope)
        await self.app(scope, receive, send)

    def _believe(self, scope: Scope) -> None:
        peer = read_address(scope["client"][0]) if scope.get("client") else None
        if peer is None:
            return
        scope["client"] = (str(peer), scope["client"][1])
        if not self._trusts(peer):
            return
        headers = Headers(scope=scope)
        hops = [read_address(hop) for hop in _items(headers.getlist("x-forwarded-for"))]
        for hop in reversed(hops):
            if hop is None:
                break
            scope["client"] = (str(hop), 0)
            if not self._trusts(hop):
                break
        for scheme in _items(headers.getlist("x-forwarded-proto"))[:1]:
            if scheme in ("http", "https"):
                scope["scheme"] = scheme
        for host in _items(headers.getlist("x-forwarded-host"))[:1]:
            if _HOST.fullmatch(host):
                MutableHeaders(scope=scope)["host"] = host

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self.trusted)

    def _move(self, scope: Scope) -> None:
        path: str = scope["path"]
        if path != self.base and not path.startswith(f"{self.base}/"):
            scope["path"] = self.base + path
        scope["root_path"] = self.base


def read_address(text: str) -> Address | None:
    """Read an IP address, with or without a port; an IPv4 address inside IPv6 becomes itself."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def asker(scope: Scope | dict[str, Any]) -> str:
    """Name who asks, for limits: an IPv4 address, or the /64 network that a house gets in IPv6."""
    client = scope.get("client")
    address = read_address(client[0]) if client else None
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return str(address)


def _items(values: Iterable[str]) -> list[str]:
    return [item.strip() for value in values for item in value.split(",") if item.strip()]
