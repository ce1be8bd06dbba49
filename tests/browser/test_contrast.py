"""At the ends of the light text can be read and suits told apart: computed from what is painted."""

from itertools import combinations, product
from math import dist

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.arrange import Arranger
from tests.browser.conftest import PHONE, OpenContext
from tests.browser.contrast import Text, contrasts, find_text, read_grain
from tests.browser.places import STATES, sit_down, start_page

Corner = tuple[float, float, float]
CORNERS: tuple[Corner, ...] = tuple(product((0, 0.5, 1), (0, 1), (-1, 0, 1)))
"""Contrast, grain and temperature, as the custom properties have them."""
SMALL_DESK: ViewportSize = {"width": 1100, "height": 800}
LEAST, LEAST_AT_FULL_CONTRAST = 4.5, 7.0

DESK = (
    "/",
    "/settings",
    "/rules/one-poker",
    "start",
    "bet, none yet",
    "showdown won",
    "match over",
    "answer",
    "settlement",
)
HAND = ("bet, facing a raise", "answer")


def shine(page: Page, corner: Corner) -> None:
    """Set the light as the sliders do."""
    page.evaluate(
        """light => "cgt".split("").forEach((name, k) =>
          document.documentElement.style.setProperty(`--${name}`, light[k]))""",
        list(corner),
    )


def too_faint(page: Page, reader: Page) -> list[tuple[Corner, Text]]:
    """Measure the page at every corner of the light; give what is below the least."""
    read_grain(page, reader)
    shine(page, (1, 0, 0))
    find_text(page, reader)
    faint = []
    for corner in CORNERS:
        shine(page, corner)
        texts = contrasts(page, reader)
        least = LEAST_AT_FULL_CONTRAST if corner[0] == 1 else LEAST
        faint += [(corner, text) for text in texts if text.ratio < least]
    return faint


def open_place(page: Page, arranger: Arranger, place: str) -> None:
    if place in STATES:
        sit_down(page, arranger, place)
    elif place == "start":
        start_page(page)
    else:
        page.goto(place)


@pytest.mark.parametrize(
    ("place", "phone"), [*((place, False) for place in DESK), *((place, True) for place in HAND)]
)
def test_text_is_readable_at_every_corner_of_the_light(
    open_context: OpenContext, page: Page, arranger: Arranger, place: str, phone: bool
) -> None:
    shown = open_context(viewport=PHONE if phone else SMALL_DESK).new_page()
    open_place(shown, arranger, place)
    if phone:  # the other deck has its turn here
        shown.evaluate("() => { document.documentElement.dataset.deck = '4'; }")
    assert too_faint(shown, page) == []


def test_the_measure_finds_faint_text(page: Page, open_context: OpenContext) -> None:
    reader = open_context().new_page()
    page.goto("/")
    read_grain(page, reader)
    page.evaluate("() => { document.querySelector('h1').style.color = 'rgb(90, 100, 90)'; }")
    find_text(page, reader)
    found = {text.text: text.ratio for text in contrasts(page, reader)}
    title = page.locator("h1").inner_text()[:40]
    assert found[title] < 4
    assert sum(ratio < LEAST for ratio in found.values()) == 1


SIMULATIONS = {
    "usual sight": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Linear RGB as seen by dichromats: Machado, Oliveira and Fernandes 2009, severity 1."""

_SUITS = """shaded => {
  const card = document.createElement("div");
  card.innerHTML = '<span class="card"><i></i></span>';
  card.className = shaded ? "shade" : "";
  document.body.append(card);
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const found = {};
  for (const suit of "shdc") {
    const ink = card.querySelector("i");
    ink.style.color = `var(--s-${suit})`;
    canvas.fillStyle = getComputedStyle(ink).color;
    canvas.fillRect(0, 0, 1, 1);
    found[suit] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }
  card.remove();
  return found;
}"""


def oklab(color: list[int], matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """Convert sRGB, seen through `matrix`, to Oklab (Ottosson 2020)."""
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in scaled(color)]
    r, g, b = (max(0.0, sum(f * v for f, v in zip(row, linear, strict=True))) for row in matrix)
    lms = (
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    )
    long, medium, short = (v ** (1 / 3) for v in lms)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def scaled(color: list[int]) -> list[float]:
    return [v / 255 for v in color]


@pytest.mark.parametrize("shaded", [False, True])
@pytest.mark.parametrize("deck", ["2", "4"])
def test_suits_are_told_apart_by_everyone(page: Page, deck: str, shaded: bool) -> None:
    """Distances in Oklab; 0.02 is what the eye just tells apart side by side."""
    page.goto("/")
    page.evaluate("deck => { document.documentElement.dataset.deck = deck; }", deck)
    pairs = [*combinations("shdc", 2)] if deck == "4" else [*product("sc", "hd")]
    least = 0.035 if deck == "4" else 0.09
    near = []
    for contrast, temperature in product((0, 0.5, 1), (-1, -0.5, 0, 0.5, 1)):
        shine(page, (contrast, 0, temperature))
        colors = page.evaluate(_SUITS, shaded)
        for sight, matrix in SIMULATIONS.items():
            seen = {suit: oklab(color, matrix) for suit, color in colors.items()}
            for one, other in pairs:
                apart = dist(seen[one], seen[other])
                if apart < least:
                    near.append((contrast, temperature, sight, one + other, round(apart, 3)))
    assert near == []
