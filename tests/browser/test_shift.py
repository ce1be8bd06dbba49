"""Nothing moves by itself while a match is played, however late an answer comes."""

import random
import time

import pytest
from playwright.sync_api import Page, Route

from tests.browser.arrange import Arranger
from tests.browser.conftest import PHONE, OpenContext
from tests.browser.drive import GAMES, do, open_table

LATE = 0.6
"""Seconds until an answer: what moves within half a second of a press is taken for its effect."""
OBSERVE = """
  globalThis.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (!entry.hadRecentInput) shifts.push(...entry.sources.map((source) =>
      (source.node?.outerHTML ?? source.node?.textContent ?? "").slice(0, 80)));
  })).observe({ type: "layout-shift", buffered: true });
"""


def answer_late(route: Route) -> None:
    if route.request.method == "POST":
        time.sleep(LATE)
    route.continue_()


@pytest.mark.parametrize("game", GAMES)
def test_no_layout_shift(open_context: OpenContext, arranger: Arranger, game: str) -> None:
    context = open_context(viewport=PHONE, locale="ru-RU", reduced_motion="no-preference")
    context.add_init_script(OBSERVE)
    page = context.new_page()
    match = open_table(page, game)
    page.wait_for_timeout(300)
    page.evaluate("shifts = []")
    page.route("**/tables/*", answer_late)
    rng = random.Random(11)
    for _ in range(6):
        seen = arranger.look(match)
        if seen.row.state == "over":
            break
        actions = [seen.sample(rng) for _ in range(20)]
        # A wager would be filled in by a program, whose input the browser doesn't count as such.
        do(page, next(each for each in actions if not each.startswith(("bet", "raise"))))
        page.wait_for_timeout(400)
    assert page.evaluate("shifts") == []


def test_what_moves_is_seen(page: Page) -> None:
    page.context.add_init_script(OBSERVE)
    page.goto("/")
    page.wait_for_timeout(700)
    page.evaluate("() => { document.querySelector('.hero').style.paddingTop = '200px'; }")
    page.wait_for_timeout(300)
    assert page.evaluate("shifts") != []
