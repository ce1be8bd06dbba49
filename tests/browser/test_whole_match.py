"""A whole match of each game: with htmx, without scripts, and by keyboard alone."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine.record import Record, agrees, final
from tests.browser.arrange import Arranger, Seen
from tests.browser.conftest import OpenContext
from tests.browser.drive import (
    GAMES,
    Hands,
    do,
    focus_by_tab,
    open_table,
    revision,
    table_id,
    wait_for_change,
)

MOST = 400
"""No match takes this many of a person's actions; one that does hangs."""


def bold(seen: Seen, rng: random.Random) -> str:
    """Choose an action that brings the end nearer: all the chips, as many cards as may be."""
    legal = seen.view["legal"]
    for wish in ("raise", "bet"):
        for each in legal:
            if each.startswith(wish):
                return f"{wish} {each.split('..')[-1]}"
    if "call" in legal:
        return "call"
    return max((seen.sample(rng) for _ in range(20)), key=len)


def various(seen: Seen, rng: random.Random) -> str:
    """Choose anything that is legal; later, what brings the end nearer."""
    return seen.sample(rng) if len(seen.record.actions) < 60 else bold(seen, rng)


def play(
    page: Page,
    arranger: Arranger,
    match: str,
    by: Hands,
    choose: Callable[[Seen, random.Random], str],
) -> Seen:
    """Play to the end, comparing the page with what is stored after every action."""
    rng = random.Random(7)
    for _ in range(MOST):
        seen = arranger.look(match)
        if seen.row.state == "over":
            assert revision(page) is None
            return seen
        assert revision(page) == seen.row.revision
        do(page, choose(seen, rng), by)
    raise AssertionError(f"still going on after {MOST} actions")


def check_the_end(page: Page, seen: Seen) -> None:
    """The page shows the end and gives a record that agrees with itself."""
    record = page.request.get(f"/tables/{table_id(page)}/record")
    assert record.ok
    read = Record.read(record.body())
    assert read.actions == seen.record.actions
    assert read.result is not None
    assert agrees(read, final(read))
    assert page.locator("#main a[download]").count() == 1
    assert page.locator('#main form[action="/matches"] button').is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_with_htmx(page: Page, arranger: Arranger, game: str) -> None:
    match = open_table(page, game)
    page.wait_for_load_state("load")
    loads: list[str] = []
    page.on("load", lambda _: loads.append(page.url))
    seen = play(page, arranger, match, "mouse", various)
    check_the_end(page, seen)
    assert loads == [], "an action loaded a whole page"


@pytest.mark.parametrize("game", GAMES)
def test_without_scripts(plain_page: Page, arranger: Arranger, game: str) -> None:
    match = open_table(plain_page, game)
    seen = play(plain_page, arranger, match, "mouse", various)
    check_the_end(plain_page, seen)


def test_a_press_is_not_lost_in_the_fade_between_pages(
    open_context: OpenContext, arranger: Arranger
) -> None:
    context = open_context(java_script_enabled=False, reduced_motion="no-preference")
    page = context.new_page()
    match = open_table(page, "one-poker")
    for _ in range(4):  # each press at once, where the button is to be, as a hurried thumb would
        before = arranger.look(match)
        if before.row.state == "over":
            break
        what = before.sample(random.Random(5)).split()[0]
        button = page.locator(f'#main button[name=do][value="{what}"]')
        if what == "lock":
            page.locator("#main .pick label").first.click()
        place = button.bounding_box()
        assert place
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        wait_for_change(page, before.row.revision)


@pytest.mark.parametrize("game", GAMES)
def test_by_keyboard_alone(page: Page, arranger: Arranger, game: str) -> None:
    page.goto("/")
    focus_by_tab(page, page.locator(f"#play-{game}"))
    page.keyboard.press("Enter")
    expect(page.locator("#start")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#main input[name=revision]").wait_for(state="attached")
    seen = play(page, arranger, table_id(page), "keys", bold)
    focus_by_tab(page, page.locator('#main form[action="/matches"] button'))
    page.keyboard.press("Enter")
    expect(page.locator("#start")).to_be_focused()
    assert table_id(page) != seen.row.id


def test_enter_in_a_hand_plays_it(page: Page, arranger: Arranger) -> None:
    match = open_table(page, "run-fast")
    arranger.advance(match, lambda view: view["table"] is None and view["legal"] != [])
    page.reload()
    seen = arranger.look(match)
    card = next(card for card in seen.view["hands"][0] if card == "3h" or seen.row.revision)
    focus_by_tab(page, page.locator(f'#main input[value="{card}"]'))
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.locator(f'#main:not(:has(input[name=card][value="{card}"]))').wait_for(state="attached")
    assert f"play {card}" in arranger.look(match).record.actions
