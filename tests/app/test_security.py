"""Who may change something, how much may be sent, and what every answer carries."""

import pytest
from fastapi import FastAPI

from app.web import local
from tests.app.visitor import HTMX, ORIGIN, Visitor, make_app

CREATE = {"game": "run-fast", "level": "beginner"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 403),
        # What the browser says of the site counts, not an Origin beside it.
        ({"Sec-Fetch-Site": "cross-site", "Origin": ORIGIN}, 403),
        ({"Origin": ORIGIN}, 303),
        ({"Origin": ORIGIN.upper()}, 303),
        ({"Origin": "http://evil.test"}, 403),
        ({"Origin": "https://cards.test"}, 403),
        ({"Origin": "http://cards.test:8080"}, 403),
        ({"Origin": "http://cards.test.evil.test"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
    ],
)
def test_who_may_post(app: FastAPI, headers: dict[str, str], status: int) -> None:
    with Visitor(app) as visitor:
        visitor.client.headers.pop("Origin")
        response = visitor.post("/matches", CREATE, headers=headers)
        assert response.status_code == status
        if status == 403:
            assert "set-cookie" not in response.headers
            assert "<h1" in response.text


def test_no_word_of_where_it_comes_from(visitor: Visitor) -> None:
    visitor.client.headers.pop("Origin")
    assert visitor.post("/matches", CREATE).status_code == 403


def test_an_origin_in_the_settings(database: str) -> None:
    app = make_app(database, origins=["https://play.example/"])
    with Visitor(app, {"Origin": "https://play.example"}) as visitor:
        assert visitor.post("/matches", CREATE).status_code == 303


def test_reading_is_for_everybody(visitor: Visitor) -> None:
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.test"}):
        assert visitor.get("/", headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/matches", "/settings", "{table}", "{table}/start"])
def test_bodies_are_bounded(database: str, path: str) -> None:
    with Visitor(make_app(database, max_body=2000)) as visitor:
        path = path.format(table=visitor.open("run-fast"))
        assert visitor.post(path, {"x": "y" * 3000}).status_code == 413
        many = {f"x{number}": "" for number in range(200)}
        assert visitor.post(path, many).status_code == 400
        for kind in ("application/json", "multipart/form-data; boundary=x", "text/plain", ""):
            response = visitor.request(
                "POST", path, content=b"game=run-fast", headers={"Content-Type": kind}
            )
            assert response.status_code == 415, kind
        bytes_ = {"Content-Type": "application/x-www-form-urlencoded"}
        for body in (b"\xff\xfe", b"%ff=%00", b"&&&", b"=", b"do=%F0%9F%98"):
            status = visitor.request("POST", path, content=body, headers=bytes_).status_code
            assert status in (303, 400, 409, 422), body


def test_every_answer_carries_the_headers(visitor: Visitor) -> None:
    table = visitor.open("one-poker")
    answers = [
        visitor.get("/"),
        visitor.get(table),
        visitor.get(f"{table}/restart"),
        visitor.get("/settings"),
        visitor.get("/fairness"),
        visitor.get("/rules/run-fast"),
        visitor.get("/sv/rules/one-poker"),
        visitor.get("/nothing"),
        visitor.get("/light.css?c=50&g=50&t=50"),
        visitor.get(visitor.room.assets.url("css/base.css")),
        visitor.post(table, {"do": "x", "revision": "0"}),
        visitor.post(table, {"do": "x", "revision": "9"}, headers=HTMX),
        visitor.post("/settings", {"lang": "sv"}),
        visitor.request("PUT", "/"),
    ]
    for answer in answers:
        assert answer.status_code < 500
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "cache-control" in answer.headers
    assert answers[1].headers["cache-control"] == "no-store"
    assert "HX-Request-Type" in answers[1].headers["vary"]


def test_an_error_of_ours_is_a_page_with_headers(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr("app.matches.MatchStore.live", broken)
    visitor.open("one-poker")
    answer = visitor.get("/")
    assert answer.status_code == 500
    assert "<h1" in answer.text
    assert "secret" not in answer.text
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/tables/x", True),
        ("/", True),
        ("//evil.test", False),
        ("/\\evil.test", False),
        ("https://evil.test", False),
        ("/a\r\nSet-Cookie: x", False),
        ("", False),
        ("tables", False),
        ("/ä", False),
    ],
)
def test_only_local_addresses_are_gone_to(visitor: Visitor, path: str, allowed: bool) -> None:
    assert (local(path) == path) == (allowed or path == "/")
    answer = visitor.post("/settings", {"lang": "sv", "next": path})
    assert (answer.headers["location"] == path) == allowed


def test_secure_cookies_come_with_https(app: FastAPI) -> None:
    with Visitor(app, {"Origin": "https://cards.test"}) as visitor:
        answer = visitor.post("https://cards.test/matches", CREATE)
        assert "Secure" in answer.headers["set-cookie"]
        likes = visitor.post("https://cards.test/settings", {"deck": "4"})
        assert "Secure" in likes.headers["set-cookie"]
