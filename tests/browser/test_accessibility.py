"""No page has a barrier that axe can find, in any state, at any light."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.arrange import Arranger
from tests.browser.conftest import PHONE, OpenContext
from tests.browser.drive import open_table, press
from tests.browser.places import OTHERS, PAGES, STATES, sit_down
from tests.browser.watch import Watch


@pytest.mark.parametrize("name", PAGES)
def test_pages(page: Page, watch: Watch, name: str) -> None:
    watch.allow(404)
    page.goto(PAGES[name])
    assert_accessible(page)


@pytest.mark.parametrize("name", OTHERS)
def test_pages_around_a_match(page: Page, name: str) -> None:
    OTHERS[name](page)
    assert_accessible(page)


@pytest.mark.parametrize("state", STATES)
def test_tables(page: Page, arranger: Arranger, state: str) -> None:
    sit_down(page, arranger, state)
    assert_accessible(page)


@pytest.mark.parametrize("state", ["bet, facing a raise", "answer", "settlement"])
def test_tables_on_a_phone_in_russian(
    open_context: OpenContext, arranger: Arranger, state: str
) -> None:
    page = open_context(viewport=PHONE, locale="ru-RU").new_page()
    sit_down(page, arranger, state)
    assert_accessible(page)


def test_lobby_with_unfinished_matches(page: Page) -> None:
    for game in ("one-poker", "run-fast"):
        open_table(page, game)
    page.goto("/")
    expect(page.locator('#main a[href^="/tables/"]')).to_have_count(2)
    assert_accessible(page)


def test_a_refusal(page: Page, arranger: Arranger, watch: Watch) -> None:
    watch.allow(422)
    sit_down(page, arranger, "answer")
    press(page, "play", "mouse")
    page.get_by_role("alert").wait_for()
    assert_accessible(page)


def test_the_panel_of_light(page: Page) -> None:
    page.goto("/")
    page.locator("[popovertarget=prefs]").click()
    expect(page.locator("#light-c")).to_be_visible()
    assert_accessible(page)


@pytest.mark.parametrize("light", ["0.0.0", "0.100.100", "100.0.100", "100.100.0"])
@pytest.mark.parametrize("deck", ["2", "4"])
def test_contrast_at_the_ends_of_the_light(
    page: Page, arranger: Arranger, light: str, deck: str
) -> None:
    sit_down(page, arranger, "answer" if deck == "4" else "bet, facing a raise")
    origin = page.url.partition("/tables")[0]
    page.context.add_cookies(
        [
            {"name": "cardavia_light", "value": light, "url": origin},
            {"name": "cardavia_deck", "value": deck, "url": origin},
        ]
    )
    page.reload()
    assert_accessible(page)
