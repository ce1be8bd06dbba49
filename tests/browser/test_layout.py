"""Every page fits its window in every language."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.arrange import Arranger
from tests.browser.conftest import DESKTOP, PHONE, OpenContext
from tests.browser.drive import open_table
from tests.browser.places import OTHERS, PAGES, STATES, sit_down
from tests.browser.watch import Watch, no_sideways_scroll

LANGUAGES = {"en": "en-GB", "sv": "sv-SE", "ru": "ru-RU"}
SIZES: tuple[ViewportSize, ...] = (
    DESKTOP,
    PHONE,
    {"width": 320, "height": 640},  # 1280 pixels at a zoom of 400 percent
    {"width": 740, "height": 360},  # a telephone on its side
)


def fits(page: Page) -> None:
    """Fail if the page scrolls sideways, or something to act with lies left of it, at any size."""
    for size in SIZES:
        page.set_viewport_size(size)
        no_sideways_scroll(page)
        lost = page.evaluate(
            """() => [...document.querySelectorAll("#main :is(button, a, input, summary)")]
              .filter(each => each.checkVisibility() && !each.closest(".vh"))
              .filter(each => each.getBoundingClientRect().right < 0)
              .map(each => each.outerHTML.slice(0, 120))"""
        )
        assert lost == [], f"{page.url} at {size}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits(
    open_context: OpenContext, arranger: Arranger, watch: Watch, language: str
) -> None:
    watch.allow(404)
    page = open_context(locale=LANGUAGES[language]).new_page()
    for address in PAGES.values():
        page.goto(address)
        fits(page)
        if not address.startswith("/en/"):
            assert page.locator("html").get_attribute("lang") == language
    for opening in OTHERS.values():
        opening(page)
        fits(page)
    tables = {game: open_table(page, game) for game in ("one-poker", "run-fast")}
    for game, want in STATES.values():
        arranger.advance(tables[game], want)
        page.goto(f"/tables/{tables[game]}")
        fits(page)


def test_text_may_be_spaced_out(page: Page, arranger: Arranger) -> None:
    """WCAG 1.4.12: nothing is cut off where a reader needs more space."""
    spaced = """
      for (const each of document.querySelectorAll("body *")) {
        each.style.setProperty("line-height", "1.5", "important");
        each.style.setProperty("letter-spacing", ".12em", "important");
        each.style.setProperty("word-spacing", ".16em", "important");
      }"""
    page.set_viewport_size({"width": 360, "height": 740})
    for state in ("bet, facing a raise", "answer"):
        sit_down(page, arranger, state)
        page.evaluate(spaced)
        no_sideways_scroll(page)


def test_choosing_a_language_keeps_the_page(page: Page) -> None:
    page.goto("/rules/run-fast")
    page.locator('header button[name=lang][value="sv"]:visible').click()
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    assert page.url.endswith("/rules/run-fast")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "sv")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_short_phone_needs_no_scroll_to_bet(
    open_context: OpenContext, arranger: Arranger, language: str
) -> None:
    """A browser's own bars leave 616 of 740 pixels: the buttons and one's own seat are there."""
    page = open_context(
        locale=LANGUAGES[language], viewport={"width": 360, "height": 616}
    ).new_page()
    match = open_table(page, "one-poker")
    for state in ("lock", "bet, none yet", "showdown tied"):
        arranger.advance(match, STATES[state][1])
        page.goto(f"/tables/{match}")
        close = page.locator(".first button")
        if close.count():
            close.click()
        dock, purse = (page.locator(each).bounding_box() for each in (".dock", ".near .purse"))
        assert dock
        assert purse
        assert dock["y"] + dock["height"] <= 616
        assert purse["y"] + purse["height"] <= dock["y"], state


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_phone_on_its_side_needs_no_scroll(
    open_context: OpenContext, arranger: Arranger, language: str
) -> None:
    """Seats, cards, the pot or the play and the buttons of a turn are in the window at once."""
    page = open_context(locale=LANGUAGES[language]).new_page()
    tables = {game: open_table(page, game) for game in ("one-poker", "run-fast")}
    missing = []
    for state in ("lock", "bet, none yet", "bet, facing a raise", "showdown won", "answer"):
        game, want = STATES[state]
        arranger.advance(tables[game], want)
        page.goto(f"/tables/{tables[game]}")
        for width, height in ((667, 375), (740, 360), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            below = page.evaluate(
                """() => [...document.querySelectorAll(
                    ".seat, .first, .pot, .show, .mid, .hand2, .pick, .fan, .dock, .dock button")]
                  .filter(each => each.checkVisibility())
                  .filter(each => each.getBoundingClientRect().bottom > innerHeight + .5)
                  .map(each => each.className || each.id)"""
            )
            missing += [f"{state} at {width}: {each}" for each in below]
    assert missing == []
