"""Makes the pictures of README.md from the real pages: python -m tests.browser.screenshots.

They are reduced to a palette if Pillow is installed; without it they are large.
"""

import contextlib
import importlib
import tempfile
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import sync_playwright

from engine.game import View
from tests.browser.arrange import Arranger
from tests.browser.conftest import FLAGS, find_chromium
from tests.browser.drive import open_table
from tests.browser.places import Want
from tests.browser.server import ROOT, Server


def _bet(view: View) -> bool:
    return bool(
        view["phase"] == "bet"
        and view["deal"] >= 5
        and view["wagers"][1] > view["wagers"][0] > 0
        and any(each.startswith("raise") for each in view["legal"])
    )


def _answer(view: View) -> bool:
    return bool(
        view["table"] is not None
        and len(view["table"]["cards"]) >= 5
        and 9 <= len(view["hands"][0]) <= 13
        and view["legal"] not in ([], ["pass"])
    )


PICTURES: Mapping[str, tuple[str, Want]] = {
    "one-poker": ("one-poker", _bet),
    "run-fast": ("run-fast", _answer),
}


def _reduce(path: Path) -> None:
    with contextlib.suppress(ImportError):
        image = importlib.import_module("PIL.Image")
        image.open(path).convert("RGB").quantize(128).save(path, optimize=True)


def main() -> None:
    """Write the pictures to docs/img."""
    folder = ROOT / "docs" / "img"
    folder.mkdir(exist_ok=True)
    path = find_chromium()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(Path(scratch))
        server.start()
        arranger = Arranger(server.database)
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        context = chromium.new_context(
            base_url=server.origin,
            viewport={"width": 1280, "height": 800},
            reduced_motion="reduce",
            locale="en-GB",
        )
        page = context.new_page()
        for name, (game, want) in PICTURES.items():
            match = open_table(page, game)
            arranger.advance(match, want)
            page.reload()
            page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
            page.screenshot(path=folder / f"{name}.png")
            _reduce(folder / f"{name}.png")
        chromium.close()
        arranger.close()
        server.stop()


if __name__ == "__main__":
    main()
