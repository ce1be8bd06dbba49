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


@pytest.mark.parametrize("page", ["/settings", "/fairness", "/rules/one-poker"])
def test_pages_lead_back_to_the_table_from_which_they_were_opened(
    visitor: Visitor, page: str
) -> None:
    table = visitor.open("one-poker")
    address = f"{page}?from={table.removeprefix('/tables/')}"
    assert f'href="{address}"' in visitor.get(table).text
    text = visitor.get(address).text
    assert f'href="{table}"' in text
    assert f'name="next" value="{address}"' in text, "choosing a language must keep the way back"
    assert 'href="/tables/' not in visitor.get(f"{page}?from=../x").text.replace(table, "")


def test_saved_settings_keep_the_way_back(visitor: Visitor) -> None:
    assert 'name="next" value="/settings?from=a1&amp;saved=1"' in (
        visitor.get("/settings?from=a1").text
    )
    answer = visitor.post("/settings", {"deck": "4", "next": "/settings?from=a1&saved=1"})
    assert answer.headers["location"] == "/settings?from=a1&saved=1"
