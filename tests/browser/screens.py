"""The key screens, as pictures: `python -m tests.browser.screens` takes those of the tests anew.

Each is kept at a quarter of its scale, which a moved button changes and a changed pixel does not.
`python -m tests.browser.contact_sheet` makes larger ones, of every screen, size and language.
"""

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.arrange import Arranger
from tests.browser.conftest import FLAGS, find_chromium
from tests.browser.places import OTHERS, PAGES, STATES, sit_down
from tests.browser.server import Server

FOLDER: Final = Path(__file__).parent / "screens"
SIZES: Final[Mapping[str, tuple[int, int]]] = {
    "phone": (360, 740),
    "tablet": (768, 1024),
    "desk": (1440, 900),
    "narrow": (320, 700),
}
SCALE: Final = 4
APART: Final = 16
"""Steps of 255 by which a color of a pixel may differ before the pixel counts as changed."""
CHANGED: Final = 0.0006
"""The share of pixels that may have changed; a button moved by 16 px in a large window is more."""
_FRAMES: Final = 20
_NEXT_FRAME: Final = """() => new Promise(done => {
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""


class Screen(NamedTuple):
    """One picture: what it shows, how wide the window is, the language."""

    place: str
    size: str
    locale: str

    @property
    def file(self) -> str:
        words = self.place.replace(",", "").replace(" ", "-").lower()
        return f"{words}.{self.size}.{self.locale[:2]}.png"


SCREENS: Final = (
    Screen("lobby", "phone", "ru-RU"),
    Screen("lobby", "desk", "en-GB"),
    Screen("start", "tablet", "sv-SE"),
    Screen("lock", "phone", "en-GB"),
    Screen("lock", "desk", "sv-SE"),
    Screen("bet, none yet", "phone", "ru-RU"),
    Screen("bet, facing a raise", "desk", "en-GB"),
    Screen("bet, facing a raise", "tablet", "ru-RU"),
    Screen("bet, all-in or fold", "phone", "sv-SE"),
    Screen("showdown won", "desk", "ru-RU"),
    Screen("showdown won", "phone", "en-GB"),
    Screen("folded", "tablet", "en-GB"),
    Screen("match over", "phone", "sv-SE"),
    Screen("first lead", "narrow", "ru-RU"),
    Screen("lead", "desk", "en-GB"),
    Screen("answer", "phone", "en-GB"),
    Screen("answer", "tablet", "sv-SE"),
    Screen("must pass", "phone", "ru-RU"),
    Screen("long play on the table", "desk", "ru-RU"),
    Screen("settlement", "phone", "sv-SE"),
    Screen("settlement", "desk", "en-GB"),
    Screen("settings", "desk", "ru-RU"),
    Screen("rules of One Poker", "phone", "en-GB"),
    Screen("not found", "tablet", "en-GB"),
)


def show(
    browser: Browser, origin: str, arranger: Arranger, screen: Screen, **options: Any
) -> bytes:
    """Open a screen in a context of its own, and give its picture (PNG, full scale).

    `options` are more of the context's.
    """
    width, height = SIZES[screen.size]
    settings: dict[str, Any] = {
        "base_url": origin,
        "viewport": {"width": width, "height": height},
        "locale": screen.locale,
        "reduced_motion": "reduce",
    }
    context = browser.new_context(**{**settings, **options})
    try:
        page = context.new_page()
        go(page, arranger, screen.place)
        page.wait_for_load_state("load")
        page.evaluate("() => document.fonts.ready")
        page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
        page.mouse.move(0, 0)
        return settled(page)
    finally:
        context.close()


def settled(page: Page) -> bytes:
    """Give the first picture that is like the one before it.

    On a busy machine a frame may come before all of its drawings are there.
    """
    before = b""
    for _ in range(_FRAMES):
        now = page.screenshot(animations="disabled", caret="hide")
        if now == before:
            return now
        before = now
        page.evaluate(_NEXT_FRAME)
    raise AssertionError(f"{page.url} changes all the time")


def go(page: Page, arranger: Arranger, place: str) -> None:
    """Go to a place by its name in `tests.browser.places`."""
    if place in STATES:
        sit_down(page, arranger, place)
    elif place in OTHERS:
        OTHERS[place](page)
    else:
        page.goto(PAGES[place])


def reduced(picture: bytes) -> Image.Image:
    """Give a picture at a quarter of its scale."""
    with Image.open(BytesIO(picture)) as image:
        return image.convert("RGB").reduce(SCALE)


def changed(before: Image.Image, after: Image.Image) -> float:
    """Give the share of pixels that differ visibly; 1 if the pictures are of different sizes."""
    if before.size != after.size:
        return 1.0
    first, second = (_pixels(each) for each in (before, after))
    return float((np.abs(first - second).max(axis=2) > APART).mean())


def _pixels(image: Image.Image) -> npt.NDArray[np.int16]:
    return np.asarray(image.convert("RGB"), np.int16)


@contextmanager
def room() -> Iterator[tuple[Browser, Server, Arranger]]:
    """Start a server and a browser for pictures outside the tests."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(Path(scratch))
        server.start()
        arranger = Arranger(server.database)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser, server, arranger
        browser.close()
        arranger.close()
        server.stop()


def main() -> None:
    """Take the pictures anew, all or those whose file names are given."""
    FOLDER.mkdir(exist_ok=True)
    wanted = [each for each in SCREENS if not sys.argv[1:] or each.file in sys.argv[1:]]
    with room() as (browser, server, arranger):
        for screen in wanted:
            reduced(show(browser, server.origin, arranger, screen)).save(
                FOLDER / screen.file, optimize=True
            )


if __name__ == "__main__":
    main()
