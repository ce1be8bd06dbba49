"""The Run Fast table in numbers: it fits, nothing is cut off, and everything can be touched."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.arrange import Arranger
from tests.browser.conftest import OpenContext
from tests.browser.drive import open_table
from tests.browser.places import Want
from tests.browser.watch import no_sideways_scroll

LANGUAGES = {"en": "en-GB", "sv": "sv-SE", "ru": "ru-RU"}
SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 640},
    {"width": 360, "height": 640},  # what a browser's own bars leave
    {"width": 360, "height": 740},
    {"width": 667, "height": 375},  # telephones on their sides
    {"width": 740, "height": 360},
    {"width": 844, "height": 390},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 720},
    {"width": 1440, "height": 900},
)
WHOLE = 360
"""From this width on the table is on the screen as a whole."""

STATES: Mapping[str, Want] = {
    "first lead, sixteen cards": lambda view: view["ply"] == 0 and view["turn"] == 0,
    "lead with a bonus": lambda view: (
        view["table"] is None and view["turn"] == 0 and any(view["bonuses"]) and view["ply"] > 9
    ),
    "answer a pair run": lambda view: (
        view["turn"] == 0
        and view["table"] is not None
        and view["table"]["kind"] == "pair-run"
        and view["legal"] != ["pass"]
    ),
    "long play on the table": lambda view: (
        view["turn"] == 0 and view["table"] is not None and len(view["table"]["cards"]) >= 8
    ),
    "few cards left": lambda view: view["turn"] == 0 and view["counts"][1] in (1, 2),
    "bomb on the table": lambda view: (
        view["turn"] == 0 and view["table"] is not None and view["table"]["kind"] == "bomb"
    ),
    "settlement with many cards left": lambda view: (
        view["phase"] == "over" and max(view["counts"]) > 8 and view["counts"][0] > 0
    ),
}

_SMALL = """least => {
  const wrong = [];
  for (const each of document.querySelectorAll("#main :is(button, a, summary)")) {
    if (!each.checkVisibility({visibilityProperty: true}) || each.matches(".skip, .vh")) continue;
    if (each.closest(".fair, .paper") && each.matches("a")) continue;  // links in text
    const box = each.getBoundingClientRect();
    if (box.width < 44 || box.height < 44)
      wrong.push(`${each.id || each.textContent.trim()}: ${box.width} × ${box.height}`);
  }
  const cards = [...document.querySelectorAll(".fan li")].map(each => each.getBoundingClientRect());
  cards.forEach((box, at) => {
    const next = cards[at + 1];
    const beside = next && Math.abs(next.top - box.top) < 30 ? next.left - box.left : 44;
    const below = cards.find(each => each.top > box.top + 30);
    if (beside < least || (below && below.top - box.top < 44))
      wrong.push(`card ${at}: ${beside} × ${below ? below.top - box.top : "–"}`);
  });
  return wrong;
}"""
"""Finds targets under 44 pixels, and cards of which less than `least` pixels can be touched."""

_CUT = """() => [...document.querySelectorAll("#main *")]
  .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest(".vh"))
  .filter(each => !each.closest("svg, .offers, .sheet-of-plays, .aids span"))
  .filter(each => {
    const box = each.getBoundingClientRect(), style = getComputedStyle(each);
    if (box.width === 0) return false;
    const out = box.left < -1 || box.right > innerWidth + 1;
    const inner = each.matches("button") && each.scrollWidth > each.clientWidth + 1;
    const hidden = style.overflowX === "hidden" && each.scrollWidth > each.clientWidth + 1;
    return inner || hidden || (out && !each.closest(".fan, .played"));
  })
  .map(each => each.outerHTML.slice(0, 160))"""
"""Finds what sticks out of the window, and words that are cut off or leave their button."""

_OVERLAP = """() => {
  const parts = [...document.querySelectorAll(".rf > :is(.seat, .plays, .hand), .cap, .dock > *")]
    .filter(each => each.checkVisibility({visibilityProperty: true, opacityProperty: true}));
  const wrong = [];
  parts.forEach((one, at) => parts.slice(at + 1).forEach(other => {
    if (one.contains(other) || other.contains(one)) return;
    if (one.matches(".offers") || other.matches(".offers")) return;
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 2) wrong.push(`${one.className} on ${other.className}: ${high}`);
  }));
  return wrong;
}"""
"""Finds parts of the table that lie over one another."""

_SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`body * { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important } p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets.push(sheet);
}"""
"""The spacing that WCAG 1.4.12 wants to be possible."""


def check(page: Page, least: int) -> None:
    """Fail with a list of what doesn't fit."""
    no_sideways_scroll(page)
    assert page.evaluate(_SMALL, least) == []
    assert page.evaluate(_CUT) == []
    assert page.evaluate(_OVERLAP) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_fits(open_context: OpenContext, arranger: Arranger, language: str) -> None:
    page = open_context(locale=LANGUAGES[language]).new_page()
    match = open_table(page, "run-fast")
    wrong = []
    for name, want in STATES.items():
        arranger.advance(match, want)
        page.goto(f"/tables/{match}")
        page.evaluate("document.fonts.ready")
        for size in SIZES:
            page.set_viewport_size(size)
            at = f"{name}, {size['width']} × {size['height']}"
            try:
                check(page, 36 if size["width"] < WHOLE else 44)
            except AssertionError as error:
                wrong.append(f"{at}: {error}")
            if size["width"] >= WHOLE and "settlement" not in name:
                high = page.evaluate("document.documentElement.scrollHeight - innerHeight")
                if high > 0:
                    wrong.append(f"{at}: {high} pixels are below the window")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_fits_when_enlarged(
    open_context: OpenContext, arranger: Arranger, language: str
) -> None:
    """At 200 percent of a window of 1280 pixels, and with more space in texts."""
    page = open_context(
        locale=LANGUAGES[language], viewport={"width": 640, "height": 360}, device_scale_factor=2
    ).new_page()
    match = open_table(page, "run-fast")
    for name in ("first lead, sixteen cards", "few cards left", "settlement with many cards left"):
        arranger.advance(match, STATES[name])
        page.goto(f"/tables/{match}")
        check(page, 44)
        page.evaluate(_SPACED)
        no_sideways_scroll(page)
        assert page.evaluate(_CUT) == []
        page.set_viewport_size({"width": 360, "height": 740})
        no_sideways_scroll(page)
        assert page.evaluate(_CUT) == []
        page.set_viewport_size({"width": 640, "height": 360})
