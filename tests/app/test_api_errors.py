"""Errors of the JSON interface: problem details for everything, never a page."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI

from app.api.problems import Problem
from app.i18n import LANGUAGES
from app.words.errors import error_sentence
from tests.app.program import MATCHES, Player, bearer
from tests.app.visitor import ORIGIN, Visitor, make_app

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def send(app: FastAPI) -> Iterator[Any]:
    with Visitor(app) as visitor:
        del visitor.client.headers["Origin"]
        yield visitor.request


def check(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    problem: dict[str, Any] = answer.json()
    Problem.model_validate(problem)
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["type"] == f"urn:cardavia:problem:{code}"
    assert problem["title"]
    return problem


BODIES: list[tuple[bytes, str, str]] = [
    (b"", "#", "not-json"),
    (b"{", "#", "not-json"),
    (b"\xff", "#", "not-utf-8"),
    (b'{"game": "run-fast", "game": "one-poker"}', "#", "duplicate-key"),
    (b'{"game": "run-fast", "level": NaN}', "#", "not-json"),
    (b"[" * 5000, "#", "too-deep"),
    (b'["run-fast"]', "#", "model_type"),
    (b'"run-fast"', "#", "model_type"),
    (b"null", "#", "model_type"),
    (b"{}", "#/game", "missing"),
    (b'{"game": 1}', "#/game", "string_type"),
    (b'{"game": null}', "#/game", "string_type"),
    (b'{"game": "whist"}', "#/game", "unknown-game"),
    (b'{"game": "run-fast", "level": "god"}', "#/level", "unknown-level"),
    (b'{"game": "run-fast", "level": ""}', "#/level", "unknown-level"),
    (b'{"game": "run-fast", "level": null}', "#/level", "string_type"),
    (b'{"game": "run-fast", "level": 1}', "#/level", "string_type"),
    (b'{"game": "run-fast", "client_seed": ""}', "#/client_seed", "seed-too-long"),
    (b'{"game": "run-fast", "client_seed": null}', "#/client_seed", "string_type"),
    (b'{"game": "run-fast", "client_seed": 5}', "#/client_seed", "string_type"),
    (b'{"game": "run-fast", "client_seed": "%b"}' % (b"x" * 65), "#/client_seed", "seed-too-long"),
    (b'{"game": "run-fast", "client_seed": "\\ud800"}', "#", "string_unicode"),
    (b'{"game": "run-fast", "\\ud800": 1}', "#", "string_unicode"),
    (b'{"game": "run-fast", "\\ud83c\\udca1": 1}', "#/🂡", "extra_forbidden"),
    (b'{"game": "run-fast", "bots": 2}', "#/bots", "extra_forbidden"),
    (b'{"game": "run-fast", "a/b~": 2}', "#/a~1b~0", "extra_forbidden"),
]


@pytest.mark.parametrize(("body", "pointer", "reason"), BODIES)
def test_a_body_that_starts_no_match(send: Any, body: bytes, pointer: str, reason: str) -> None:
    problem = check(send("POST", MATCHES, content=body, headers=JSON), 422, "not-an-action")
    assert {"pointer": pointer, "reason": reason} in problem["errors"]
    assert problem["detail"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"revision": 0}',
        b'{"action": "pass"}',
        b'{"revision": "0", "action": "pass"}',
        b'{"revision": 0.5, "action": "pass"}',
        b'{"revision": true, "action": "pass"}',
        b'{"revision": null, "action": "pass"}',
        b'{"revision": 0, "action": 1}',
        b'{"revision": 0, "action": null}',
        b'{"revision": 0, "action": ["pass"]}',
        b'{"revision": 0, "action": "pass", "seat": 1}',
        b'{"revision": 0, "action": "\\udfff"}',
        b'{"revision": 1' + b"0" * 5000 + b', "action": "pass"}',
    ],
)
@pytest.mark.parametrize("game", ["one-poker", "run-fast"])
def test_a_body_that_is_no_action(send: Any, game: str, body: bytes) -> None:
    player = Player.sit_down(send, game=game)
    headers = {**JSON, **player.headers}
    answer = send("POST", f"{player.address}/actions", content=body, headers=headers)
    check(answer, 422, "not-an-action")
    now = send("GET", player.address, headers=player.headers).json()
    assert (now["revision"], now["view"]) == (player.revision, player.view)


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json"]
)
def test_only_json_is_read(send: Any, kind: str) -> None:
    body = b'{"game": "run-fast"}'
    problem = check(
        send("POST", MATCHES, content=body, headers={"Content-Type": kind}), 422, "not-an-action"
    )
    assert problem["errors"] == [{"pointer": "#", "reason": "content-type"}]
    for accepted in ("application/json", "Application/JSON; charset=utf-8"):
        answer = send("POST", MATCHES, content=body, headers={"Content-Type": accepted})
        assert answer.status_code == 201


def test_bodies_are_bounded(database: str) -> None:
    with Visitor(make_app(database, max_body=2000)) as visitor:
        player = Player.sit_down(visitor.request, game="one-poker")
        body = json.dumps({"revision": 0, "action": "x" * 2000})
        check(visitor.request("POST", MATCHES, content=body, headers=JSON), 413, "too-large")
        headers = {**JSON, **player.headers}
        path = f"{player.address}/actions"
        check(visitor.request("POST", path, content=body, headers=headers), 413, "too-large")

        async def endless() -> Any:
            for _ in range(100):
                yield b"x" * 1000

        answer = visitor.request("POST", MATCHES, content=endless(), headers=JSON)
        check(answer, 413, "too-large")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Sec-Fetch-Site": "same-origin", "Origin": ORIGIN}, 201),
        ({"Origin": ORIGIN}, 201),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://evil.test"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": ORIGIN}, 403),
    ],
)
def test_who_may_post(send: Any, headers: dict[str, str], status: int) -> None:
    player = Player.sit_down(send, game="run-fast")
    answer = send("POST", MATCHES, json={"game": "run-fast"}, headers=headers)
    assert answer.status_code == status
    acted = send(
        "POST",
        f"{player.address}/actions",
        json={"revision": player.revision, "action": "fly"},
        headers={**headers, **player.headers},
    )
    assert acted.status_code == (422 if status == 201 else 403)
    if status == 403:
        check(answer, 403, "cross-site")
        check(acted, 403, "cross-site")


def test_no_other_site_is_allowed_to_ask(send: Any) -> None:
    headers = {"Origin": "https://evil.test", "Access-Control-Request-Method": "POST"}
    for path in (MATCHES, f"{MATCHES}/x"):
        answer = send("OPTIONS", path, headers=headers)
        check(answer, 405, "not-allowed")
        assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/", 404, "not-found"),
        ("GET", "/api/v2/matches", 404, "not-found"),
        ("GET", "/api/docs", 404, "not-found"),
        ("GET", f"{MATCHES}/x/y", 404, "not-found"),
        ("GET", f"{MATCHES}/%00", 404, "not-found"),
        ("GET", f"{MATCHES}/{'x' * 3000}", 404, "not-found"),
        ("GET", MATCHES, 405, "not-allowed"),
        ("DELETE", f"{MATCHES}/x", 405, "not-allowed"),
        ("PUT", f"{MATCHES}/x/actions", 405, "not-allowed"),
        ("POST", f"{MATCHES}/x/record", 405, "not-allowed"),
        ("POST", "/api/openapi.json", 405, "not-allowed"),
    ],
)
def test_other_addresses(send: Any, method: str, path: str, status: int, code: str) -> None:
    answer = send(method, path)
    check(answer, status, code)
    if status == 405:
        assert answer.headers["allow"]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_titles_are_in_the_language_of_the_request(send: Any, language: str) -> None:
    headers = {"Accept-Language": f"{language}-XX, en;q=0.1"}
    player = Player.sit_down(send, game="one-poker")
    answers = {
        "not-found": send("GET", f"{MATCHES}/x", headers=headers),
        "not-finished": send(
            "GET", f"{player.address}/record", headers={**headers, **player.headers}
        ),
        "stale-revision": send(
            "POST",
            f"{player.address}/actions",
            json={"revision": 77, "action": "check"},
            headers={**headers, **player.headers},
        ),
        "not-legal-now": send(
            "POST",
            f"{player.address}/actions",
            json={"revision": player.revision, "action": "check"},
            headers={**headers, **player.headers},
        ),
        "not-an-action": send("POST", MATCHES, json={"game": "whist"}, headers=headers),
    }
    for code, answer in answers.items():
        assert answer.headers["content-language"] == language
        assert "accept-language" in answer.headers["vary"].lower()
        assert answer.json()["code"] == code
        assert answer.json()["title"] == error_sentence(LANGUAGES[language], code)


def test_an_error_of_ours_tells_nothing(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError("a secret of the server")

    with Visitor(app) as visitor:
        player = Player.sit_down(visitor.request, game="run-fast")
        monkeypatch.setattr("app.matches.MatchStore.get", broken)
        answer = visitor.get(player.address, headers=bearer(player.created["token"]))
        problem = check(answer, 500, "server-error")
        assert "secret" not in str(problem)
        assert "content-security-policy" in answer.headers


def test_limits_are_those_of_the_pages(database: str) -> None:
    with Visitor(make_app(database, matches_per_address=2, actions_per_address=1)) as visitor:
        players = [Player.sit_down(visitor.request, game="run-fast") for _ in range(2)]
        refused = visitor.request("POST", MATCHES, json={"game": "run-fast"})
        check(refused, 429, "rate-limited")
        assert int(refused.headers["retry-after"]) > 0
        assert players[0].act("fly").status_code == 422
        check(players[1].act("fly"), 429, "rate-limited")
        assert visitor.get(players[1].address, headers=players[1].headers).status_code == 200
