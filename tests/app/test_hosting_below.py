"""The room below a path of its host, walked like a person does: by what the pages link to."""

import random
import re
from collections.abc import Iterator

import pytest

from app.web import local
from tests.app.visitor import HTMX, Visitor, fields, make_app, some_action

BASE = "/a/cards"
ADDRESS = re.compile(r'\s(?:href|src|action|formaction|hx-get|hx-post)="([^"]*)"')


@pytest.fixture(params=["kept", "taken away"])
def visitor(request: pytest.FixtureRequest, database: str) -> Iterator[Visitor]:
    """Give a visitor behind a proxy that keeps the path or takes it away."""
    with Visitor(make_app(database, base_path=BASE)) as visitor:
        if request.param == "taken away":
            send = visitor.client.request

            async def taken_away(method: str, url: str, **more: object) -> object:
                assert url.startswith(BASE)
                return await send(method, url.removeprefix(BASE) or "/", **more)  # type: ignore[arg-type]

            visitor.client.request = taken_away  # type: ignore[method-assign, assignment]
        yield visitor


def addresses(text: str) -> set[str]:
    return {address.replace("&amp;", "&") for address in ADDRESS.findall(text)}


def test_every_address_is_below_the_path(visitor: Visitor) -> None:
    table = visitor.post(f"{BASE}/matches", {"game": "one-poker", "level": "beginner"})
    start = table.headers["location"]
    visitor.post(f"{start}/start", {"client_seed": "x"})
    todo, seen = [f"{BASE}/", f"{start}/restart"], {f"{BASE}/matches"}
    while todo:
        page = todo.pop()
        answer = visitor.get(page)
        assert answer.status_code < 400, page
        seen.add(page)
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        for address in addresses(answer.text):
            where = address.partition("#")[0]
            assert where == "" or where.startswith(f"{BASE}/"), (page, address)
            if where and where not in seen and not where.endswith("/start"):
                todo.append(where)
        for here in re.findall(r'name="next" value="([^"]*)"', answer.text):
            assert local(here) == here
            assert BASE not in here
    assert len(seen) > 20
    assert any(address.endswith(".css") for address in seen)


def test_forms_lead_below_the_path(visitor: Visitor) -> None:
    answer = visitor.post(f"{BASE}/settings", {"lang": "sv", "next": "/rules/run-fast"})
    assert answer.headers["location"] == f"{BASE}/rules/run-fast"
    made = visitor.post(f"{BASE}/matches", {"game": "run-fast", "level": "beginner"})
    address = made.headers["location"]
    assert address.startswith(f"{BASE}/tables/")
    assert "; Path=/;" in made.headers["set-cookie"]
    table = address.removeprefix(BASE)
    visitor.post(f"{address}/start", {"client_seed": "x"})
    match = visitor.match(table)
    form = fields(some_action(match, random.Random(1)), match.revision)
    answer = visitor.post(address, form, headers=HTMX)
    assert answer.status_code == 200
    assert f'hx-post="{address}"' in answer.text or f'action="{BASE}/matches"' in answer.text
    again = visitor.post(f"{BASE}/tables/none", {"do": "x"}, headers=HTMX)
    assert (again.status_code, f'href="{BASE}/"' in again.text) == (404, True)


def test_programs_and_health(visitor: Visitor) -> None:
    made = visitor.request("POST", f"{BASE}/api/v1/matches", json={"game": "run-fast"})
    assert made.status_code == 201
    found = visitor.get(f"{BASE}/api/openapi.json").json()
    assert "/api/v1/matches" in found["paths"]
    assert visitor.get(f"{BASE}/healthz").text == "ok\n"
