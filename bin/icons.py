"""Draw the icons for home screens from static/img/icon.svg: `python bin/icons.py`.

Needs the environment of the browser tests. The pictures are kept in static/img.
"""

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).resolve().parents[1] / "static" / "img"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ICONS = {"icon-180": (180, False), "icon-192": (192, True), "icon-512": (512, True)} | {
    "icon-mask-512": (512, False)
}
"""File to its side in pixels, and whether its corners are round. Systems that cut a shape out
themselves want it square; all that is drawn lies in the middle circle of 80 percent."""


def main() -> int:
    """Draw them all; return the exit status."""
    drawing = (IMAGES / "icon.svg").read_text(encoding="utf-8")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (side, round_) in ICONS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            shown = drawing if round_ else drawing.replace(' rx="7"', "")
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{shown}")
            page.screenshot(path=IMAGES / f"{name}.png", omit_background=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
