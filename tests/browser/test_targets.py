"""What can be pressed is large enough, and no text is cut off, at every size and in Russian."""

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.arrange import Arranger
from tests.browser.conftest import OpenContext
from tests.browser.drive import open_table
from tests.browser.places import PAGES, STATES
from tests.browser.watch import Watch, no_sideways_scroll

SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 640},
    {"width": 360, "height": 740},
    {"width": 640, "height": 450},  # 1280 pixels at a zoom of 200 percent
    {"width": 740, "height": 360},
    {"width": 768, "height": 1024},
    {"width": 1440, "height": 900},
)

SMALL = """least => [...document.querySelectorAll(
    "button, summary, input:not([type=hidden]), .tabs a, .btn, .langs a")]
  .filter(each => each.checkVisibility() && !each.closest(".vh, .skip, .fan, [popover], .toasts"))
  .map(each => [each, (each.closest("label") ?? each).getBoundingClientRect()])
  .filter(([, box]) => box.width > 2 && (box.width < least - .5 || box.height < least - .5))
  .map(([each, box]) =>
    `${box.width.toFixed()} x ${box.height.toFixed()} ${each.outerHTML.slice(0, 90)}`)"""

CUT = """() => [...document.querySelectorAll(
    "button, .btn, .tabs a, h1, h2, .lead, .did, dd, dt, p")]
  .filter(each => each.checkVisibility() && !each.closest(".vh, .skip, .strip, [popover]"))
  .filter(each => each.clientWidth > 2 && each.scrollWidth > each.clientWidth + 2
    && getComputedStyle(each).display !== "inline")
  .map(each => `${each.scrollWidth} > ${each.clientWidth} ${each.outerHTML.slice(0, 90)}`)"""


def test_the_measure_finds_what_is_small_or_cut_off(page: Page) -> None:
    page.goto("/settings")
    assert page.evaluate(SMALL, 44) + page.evaluate(CUT) == []
    assert len(page.evaluate(SMALL, 60)) > 5
    page.evaluate("() => { Object.assign(save.style, { width: '4rem', whiteSpace: 'nowrap' }); }")
    page.evaluate("() => { save.textContent = 'Сохранить настройки'; }")
    assert len(page.evaluate(CUT)) == 1


def look(page: Page, where: str) -> list[str]:
    """List what is too small or cut off."""
    wrong = []
    for size in SIZES:
        page.set_viewport_size(size)
        no_sideways_scroll(page)
        found = page.evaluate(SMALL, 44) + page.evaluate(CUT)
        wrong += [f"{where} at {size['width']}: {each}" for each in found]
    return wrong


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_pages(open_context: OpenContext, watch: Watch, locale: str) -> None:
    watch.allow(404)
    page = open_context(locale=locale).new_page()
    wrong = []
    for name, address in PAGES.items():
        page.goto(address)
        wrong += look(page, name)
    assert wrong == []


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_one_poker(open_context: OpenContext, arranger: Arranger, locale: str) -> None:
    page = open_context(locale=locale).new_page()
    match = open_table(page, "one-poker")
    wrong = []
    for state, (game, want) in STATES.items():
        if game == "one-poker":
            arranger.advance(match, want)
            page.goto(f"/tables/{match}")
            wrong += look(page, state)
    assert wrong == []


def test_forced_colors_keep_everything_in_sight(
    open_context: OpenContext, arranger: Arranger
) -> None:
    page = open_context(forced_colors="active").new_page()
    match = open_table(page, "one-poker")
    arranger.advance(match, STATES["bet, none yet"][1])
    page.goto(f"/tables/{match}")
    assert look(page, "bet") == []
    lit = page.locator(".lamps i.on").first.evaluate(
        "each => getComputedStyle(each).backgroundColor"
    )
    dark = page.locator(".lamps i:not(.on)").first.evaluate(
        "each => getComputedStyle(each).backgroundColor"
    )
    assert lit != dark
    card = page.locator(".near .card").first
    assert card.evaluate("each => getComputedStyle(each).borderTopStyle") == "solid"
