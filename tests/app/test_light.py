"""The room's light and the deck: kept in cookies, right on first paint, never out of range."""

import pytest

from app.preferences import Light, light_of
from tests.app.visitor import Visitor


@pytest.mark.parametrize(
    ("cookie", "css"),
    [
        ("0.0.0", ":root{--c:0;--g:0;--t:-1}"),
        ("50.50.50", ":root{--c:0.5;--g:0.5;--t:0}"),
        ("100.25.75", ":root{--c:1;--g:0.25;--t:0.5}"),
        ("999.1.1", ":root{--c:1;--g:0.01;--t:-0.98}"),
        ("x", ":root{--c:0.5;--g:0.5;--t:0}"),
        ("1.2", ":root{--c:0.5;--g:0.5;--t:0}"),
        ("-1.2.3", ":root{--c:0.5;--g:0.5;--t:0}"),
    ],
)
def test_the_cookie_lights_the_first_paint(visitor: Visitor, cookie: str, css: str) -> None:
    visitor.client.cookies.set("cardavia_light", cookie)
    page = visitor.get("/").text
    href = page.split('href="/light.css?')[1].split('"')[0].replace("&amp;", "&")
    sheet = visitor.get(f"/light.css?{href}")
    assert sheet.text.strip() == css
    assert sheet.headers["content-type"].startswith("text/css")
    assert "immutable" in sheet.headers["cache-control"]


@pytest.mark.parametrize("query", ["", "c=}body{display:none", "c=1e1&g=-5&t=٣", "c=&g=&t="])
def test_nothing_but_numbers_gets_into_the_stylesheet(visitor: Visitor, query: str) -> None:
    assert visitor.get(f"/light.css?{query}").text.strip() == Light().css.strip()


def test_without_scripts(visitor: Visitor) -> None:
    answer = visitor.post(
        "/settings", {"contrast": "80", "grain": "0", "temperature": "100", "next": "/"}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert visitor.client.cookies["cardavia_light"] == "80.0.100"
    assert "c=80&amp;g=0&amp;t=100" in visitor.get("/").text
    visitor.post("/settings", {"contrast": "10", "next": "/"})
    assert visitor.client.cookies["cardavia_light"] == "10.0.100"


def test_the_deck(visitor: Visitor) -> None:
    assert 'data-deck="2"' in visitor.get("/").text
    visitor.post("/settings", {"deck": "4", "next": "/"})
    assert 'data-deck="4"' in visitor.get("/").text
    visitor.post("/settings", {"deck": "5", "lang": "xx", "next": "/"})
    assert 'data-deck="4"' in visitor.get("/").text


def test_too_much_is_all() -> None:
    assert light_of("100", "101", "999") == Light(100, 100, 100)
