"""All routes: what their answers carry, and whose matches they show."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount

from tests.app.program import MATCHES, bearer, start
from tests.app.visitor import Visitor, some_action

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def routes(app: FastAPI, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Iterate over (method, path) of every route, with those of mounted applications."""
    for route in iter_route_contexts(app.routes):
        if isinstance(route.route, Mount) and isinstance(route.route.app, FastAPI):
            yield from routes(route.route.app, prefix + route.route.path)
        for method in sorted(route.methods or ["GET"]):
            yield method, f"{prefix}{route.path}"


def filled(path: str, match: str) -> str:
    known = {"match_id": match, "game": "one-poker", "language": "sv"}
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda name: known.get(name[1], "x"), path)


def test_the_routes_are_found(app: FastAPI) -> None:
    found = set(routes(app))
    assert ("POST", "/tables/{match_id}") in found
    assert ("POST", f"{MATCHES}/{{match_id}}/actions") in found
    assert len(found) > 15


def test_every_route_carries_the_headers(app: FastAPI) -> None:
    """What Mozilla's Observatory and chapter 3 of OWASP's ASVS 5 ask of every answer."""
    with Visitor(app) as visitor:
        for origin in ("http://cards.test", "https://cards.test"):
            for method, path in sorted(set(routes(app))):
                where = origin + filled(path, "x" * 32)
                answer = visitor.request(method, where, headers={"Origin": origin})
                check_headers(answer.headers, secure=origin.startswith("https"))
        for method in METHODS:
            check_headers(visitor.request(method, "/").headers, secure=False)


def check_headers(headers: Any, secure: bool) -> None:
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    for directive in ("default-src", "object-src", "base-uri", "frame-ancestors"):
        assert policy[directive] == "'none'"
    for directive in ("script-src", "style-src", "form-action"):
        assert policy[directive] == "'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] in ("same-origin", "no-referrer")
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "cache-control" in headers
    assert "server" not in headers
    assert "access-control-allow-origin" not in headers
    given = headers.get("strict-transport-security", "")
    age = re.search(r"max-age=(\d+)", given)
    assert bool(age) == secure
    if age:
        assert int(age[1]) >= 365 * 24 * 3600
        assert "includeSubDomains" in given
    for cookie in headers.get_list("set-cookie"):
        assert "samesite=lax" in cookie.lower()
        assert ("Secure" in cookie) == secure


def test_headers_alone(app: FastAPI) -> None:
    with Visitor(app) as visitor:
        table = visitor.open("run-fast")
        for path in ("/", "/healthz", "/readyz", "/rules/one-poker", "/light.css", table):
            got, asked = visitor.get(path), visitor.request("HEAD", path)
            assert (asked.status_code, asked.headers["content-type"]) == (
                got.status_code,
                got.headers["content-type"],
            )
        assert visitor.request("HEAD", "/matches").status_code == 405


@pytest.mark.parametrize("state", ["prepared", "live", "over"])
def test_no_route_touches_another_sessions_match(app: FastAPI, state: str) -> None:
    with Visitor(app) as owner, Visitor(app) as other:
        table = owner.prepare("one-poker") if state == "prepared" else owner.open("one-poker")
        rng = random.Random(7)
        while state == "over" and owner.match(table).state == "live":
            owner.act(table, some_action(owner.match(table), rng))
        before = owner.match(table)
        assert before.state == state
        other.open("one-poker")
        token = start(other.request, game="run-fast")["token"]
        forms = [
            {"do": "next", "revision": str(before.revision), "client_seed": "mine"},
            {"game": "one-poker", "level": "beginner", "after": before.id},
        ]
        if state == "live":
            forms.append({"do": "lock", "card": before.view()["hands"][0][0], "revision": "0"})
        for path in sorted({path for _, path in routes(app)}):
            for method in METHODS:
                where = filled(path, before.id)
                for form in forms:
                    answer = other.request(method, where, data=form)
                    assert answer.status_code < 500
                    if "{match_id}" in path:
                        assert answer.status_code in (403, 404, 405, 415, 422), (method, where)
                    assert str(before.record.server_seed) not in answer.text
                body = {"revision": before.revision, "action": "fold"}
                if "{match_id}" in path:
                    answer = other.request(method, where, json=body, headers=bearer(token))
                    assert answer.status_code in (403, 404, 405, 415, 422), (method, where)
        assert owner.match(table).row == before.row


def test_a_strange_address_of_the_interface_gets_a_problem(app: FastAPI) -> None:
    with Visitor(app) as visitor:
        for method in ("GET", "POST"):
            answer = visitor.request(method, f"{MATCHES}/x%0Ay/actions")
            assert answer.status_code == 404
            assert answer.headers["content-type"] == "application/problem+json"
