"""Behind a proxy, below a path, by https, by plain http on a LAN, by IPv6."""

from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from anyio.from_thread import start_blocking_portal
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from app.proxy import Proxy, asker, read_address
from app.sessions import COOKIE, SECURE_COOKIE
from app.settings import networks
from tests.app.visitor import ORIGIN, Visitor, make_app

CREATE = {"game": "run-fast", "level": "beginner"}
PROXY = ("10.1.2.3", 40000)


def seen(
    headers: Mapping[str, str],
    client: tuple[str, int] | None = PROXY,
    base: str = "",
    path: str = "/",
) -> Scope:
    """Send a request through the middleware; return the scope that comes out."""
    out: dict[str, Any] = {}

    async def end(scope: Scope, _receive: Receive, _send: Send) -> None:
        out.update(scope)

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    scope: Scope = {
        "type": "http",
        "scheme": "http",
        "path": path,
        "client": client,
        "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
    }
    with start_blocking_portal() as portal:
        portal.call(Proxy(end, networks("10.0.0.0/8, ::1,fd00::/8"), base), scope, nothing, nothing)
    return out


@pytest.mark.parametrize(
    ("chain", "client", "asks"),
    [
        ("203.0.113.9", "10.1.2.3", "203.0.113.9"),
        ("203.0.113.9, 10.9.9.9", "10.1.2.3", "203.0.113.9"),
        # Whoever is not trusted may write what he likes to the left of himself.
        ("1.1.1.1, 203.0.113.9", "10.1.2.3", "203.0.113.9"),
        ("10.8.8.8, 10.9.9.9", "10.1.2.3", "10.8.8.8"),
        ("203.0.113.9:5555", "10.1.2.3", "203.0.113.9"),
        ("[2001:db8:1:2:3::4]:5555", "::1", "2001:db8:1:2:3::4"),
        ("2001:db8:1:2:3::4", "::ffff:10.1.2.3", "2001:db8:1:2:3::4"),
        ("what", "10.1.2.3", "10.1.2.3"),
        ("", "10.1.2.3", "10.1.2.3"),
        ("203.0.113.9", "203.0.113.77", "203.0.113.77"),
        ("203.0.113.9", "::2", "::2"),
    ],
)
def test_who_asks(chain: str, client: str, asks: str) -> None:
    scope = seen({"X-Forwarded-For": chain}, (client, 1))
    assert scope["client"][0] == asks


def test_scheme_and_host_come_from_a_trusted_proxy_alone() -> None:
    headers = {"Host": "inner", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    trusted, other = seen(headers), seen(headers, ("192.0.2.1", 1))
    assert (trusted["scheme"], dict(trusted["headers"])[b"host"]) == ("https", b"cards.example")
    assert (other["scheme"], dict(other["headers"])[b"host"]) == ("http", b"inner")
    strange = {"Host": "inner", "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "a b<i>"}
    left = seen(strange)
    assert (left["scheme"], dict(left["headers"])[b"host"]) == ("http", b"inner")
    assert seen(headers, None)["scheme"] == "http"


@pytest.mark.parametrize("path", ["/cards/tables/x", "/tables/x"])
def test_a_base_path_taken_away_by_the_proxy_or_not(path: str) -> None:
    scope = seen({}, base="/cards", path=path)
    assert (scope["root_path"], scope["path"]) == ("/cards", "/cards/tables/x")


def test_a_house_is_one_address() -> None:
    def name(address: str) -> str:
        return asker({"client": (address, 1)})

    assert name("2001:db8:1:2:3::4") == name("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert name("::ffff:192.0.2.1") == name("192.0.2.1") == "192.0.2.1"
    assert name("192.0.2.2") != name("192.0.2.1")
    assert asker({"client": None}) == "None"
    assert read_address("unix:") is None


def test_https_ends_at_the_proxy(database: str) -> None:
    app = make_app(database, trusted_proxies="127.0.0.1")
    https = {"X-Forwarded-Proto": "https", "Origin": "https://cards.test"}
    with Visitor(app, https) as visitor:
        answer = visitor.post("/matches", CREATE)
        assert answer.status_code == 303
        given = answer.headers["set-cookie"]
        assert given.startswith(f"{SECURE_COOKIE}=")
        assert "; Secure" in given
        assert "; Path=/;" in given
        assert "HttpOnly" in given
        assert "Domain" not in given
        assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
        cookie = given.partition("=")[2].partition(";")[0]
        table = answer.headers["location"]
        known = {"Cookie": f"{SECURE_COOKIE}={cookie}"}
        assert visitor.get(table, headers=known).status_code == 200
        # A page by http, or another host of the domain, could have set a cookie of this name.
        assert visitor.get(table, headers={"Cookie": f"{COOKIE}={cookie}"}).status_code == 404


def test_nobody_else_says_https(database: str) -> None:
    app = make_app(database, trusted_proxies="10.0.0.1")
    with Visitor(app, {"X-Forwarded-Proto": "https"}) as visitor:
        answer = visitor.post("/matches", CREATE)
        assert "Secure" not in answer.headers["set-cookie"]
        assert "strict-transport-security" not in answer.headers


def test_hsts_can_be_switched_off(database: str) -> None:
    with Visitor(make_app(database, hsts="")) as visitor:
        answer = visitor.get("https://cards.test/")
        assert answer.status_code == 200
        assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize("origin", ["http://living-room.lan:8000", "http://[fd00::5]:8000"])
def test_plain_http_on_a_lan_keeps_the_session(app: FastAPI, origin: str) -> None:
    with Visitor(app) as visitor:
        visitor.client.base_url = httpx.URL(origin)
        visitor.client.headers["Origin"] = origin
        table = visitor.open("one-poker")
        assert "Secure" not in str(visitor.client.cookies.jar)
        assert visitor.get(table).status_code == 200
        assert "/tables/" in visitor.get("/").text
        assert "strict-transport-security" not in visitor.get(table).headers
        assert visitor.post("/matches", CREATE, headers={"Origin": ORIGIN}).status_code == 403
