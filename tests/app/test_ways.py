"""Ways to play and first-time lines: kept in cookies, settable without scripts, never garbage."""

import pytest

from app.preferences import Ways
from tests.app.visitor import HTMX, Visitor, fields


def root(visitor: Visitor) -> str:
    """Give the first tag of the lobby."""
    return visitor.get("/").text.split("<head>")[0]


def test_ways_are_set_one_by_one_without_scripts(visitor: Visitor) -> None:
    assert Ways().words == ("normal", "off", "on", "off", "off", "off")
    visitor.post("/settings", {"speed": "fast", "keys": "off"})
    visitor.post("/settings", {"autopass": "on"})
    assert visitor.client.cookies["cardavia_ways"] == "fast.off.off.on.off.off"
    for attribute in ('speed="fast"', 'keys="off"', 'autopass="on"', 'autonext="off"'):
        assert f"data-{attribute}" in root(visitor)
    page = visitor.get("/settings").text
    assert 'value="fast" id="way-speed-fast" aria-describedby="way-speed-help" checked' in page
    assert page.count(" checked") == 1 + 1 + 5  # language, deck, ways


@pytest.mark.parametrize("cookie", ["", "x", "warp.maybe", "normal", '"><script>', "." * 50])
def test_garbage_in_the_cookie_is_the_usual_way(visitor: Visitor, cookie: str) -> None:
    visitor.client.cookies.set("cardavia_ways", cookie)
    assert 'data-speed="normal" data-autonext="off" data-keys="on"' in root(visitor)


def test_garbage_in_the_form_changes_nothing(visitor: Visitor) -> None:
    visitor.post("/settings", {"speed": "slow"})
    visitor.post("/settings", {"speed": "warp", "keys": "1"})
    assert visitor.client.cookies["cardavia_ways"] == "slow.off.on.off.off.off"


def test_lines_that_were_closed_are_kept_and_can_be_shown_again(visitor: Visitor) -> None:
    visitor.post("/settings", {"told": "signal", "next": "/"})
    visitor.post("/settings", {"told": ["lock", "<b>", "x" * 99]})
    assert visitor.client.cookies["cardavia_told"] == "lock.signal"
    visitor.post("/settings", {"untold": "1"})
    assert "cardavia_told" not in visitor.client.cookies


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_action_ends_the_time_of_a_line(visitor: Visitor, headers: dict[str, str]) -> None:
    table = visitor.open("one-poker")
    match = visitor.match(table)
    card = match.view()["hands"][0][0]
    form = {**fields(f"lock {card}", match.revision), "told": "signal"}
    visitor.post(table, {**form, "card": "2x"}, headers=headers)
    assert "cardavia_told" not in visitor.client.cookies, "a refused action tells nothing"
    visitor.post(table, form, headers=headers)
    assert visitor.client.cookies["cardavia_told"] == "signal"
