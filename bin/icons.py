"""Draw the pictures that are not drawn by hand: `python bin/icons.py`.

Icons for home screens come from static/img/icon.svg; the grain of paper and felt is a small tile of
noise. Needs the environment of the browser tests. The pictures are kept in static/img.
"""

import os
import shutil
import struct
import sys
import zlib
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

IMAGES = Path(__file__).resolve().parents[1] / "static" / "img"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ICONS = {"icon-180": (180, False), "icon-192": (192, True), "icon-512": (512, True)} | {
    "icon-mask-512": (512, False)
}
"""File to its side in pixels, and whether its corners are round. Systems that cut a shape out
themselves want it square; all that is drawn lies in the middle circle of 80 percent."""

TILE = 96
"""Side of the grain's tile in pixels."""
NOISE = f"""
<svg xmlns="http://www.w3.org/2000/svg" width="{TILE}" height="{TILE}">
<filter id="g" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
<feTurbulence type="fractalNoise" baseFrequency="1.15" numOctaves="2" seed="11"
 stitchTiles="stitch"/></filter><rect width="100%" height="100%" filter="url(#g)"/></svg>"""
DARK, LIGHT = (-2.1, 1.05), (0.36, -0.18)
"""Specks from the noise's red, as factor and summand: light ones would cost text its contrast."""
LEVELS = 16


def icons(browser: Browser) -> None:
    """Draw the icons."""
    drawing = (IMAGES / "icon.svg").read_text(encoding="utf-8")
    for name, (side, round_) in ICONS.items():
        page = browser.new_page(viewport={"width": side, "height": side})
        shown = drawing if round_ else drawing.replace(' rx="7"', "")
        page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{shown}")
        page.screenshot(path=IMAGES / f"{name}.png", omit_background=True)
        page.close()


def grain(browser: Browser) -> None:
    """Draw the grain: a picture and not a filter, which browsers would compute at every paint."""
    page = browser.new_page()
    red: list[int] = page.evaluate(
        """async (drawing) => {
          const image = new Image();
          image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
          canvas.drawImage(image, 0, 0);
          const { data } = canvas.getImageData(0, 0, image.width, image.height);
          return Array.from({ length: data.length / 4 }, (_, k) => data[4 * k]);
        }""",
        NOISE,
    )
    page.close()
    # Palette: 0 to 12 ever darker, 13 to 15 ever lighter.
    darkest = max(_speck(DARK, value) for value in red)
    lightest = max(_speck(LIGHT, value) for value in red)
    palette = [(0, 0, 0, round(255 * darkest * level / 12)) for level in range(13)]
    palette += [(255, 250, 240, round(255 * lightest * level / 3)) for level in range(1, 4)]
    indices = []
    for value in red:
        dark, light = _speck(DARK, value), _speck(LIGHT, value)
        level = round(12 * dark / darkest)
        if light > dark:
            step = round(3 * light / lightest)
            level = 12 + step if step else 0
        indices.append(level)
    rows = (indices[at : at + TILE] for at in range(0, TILE * TILE, TILE))
    packed = b"".join(
        b"\0" + bytes(row[k] << 4 | row[k + 1] for k in range(0, TILE, 2)) for row in rows
    )
    header = struct.pack(">IIBBBBB", TILE, TILE, 4, 3, 0, 0, 0)
    chunks = [
        (b"IHDR", header),
        (b"PLTE", bytes(part for color in palette for part in color[:3])),
        (b"tRNS", bytes(color[3] for color in palette)),
        (b"IDAT", zlib.compress(packed, 9)),
        (b"IEND", b""),
    ]
    (IMAGES / "grain.png").write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in chunks
        )
    )


def _speck(line: tuple[float, float], red: int) -> float:
    factor, summand = line
    return min(1.0, max(0.0, factor * red / 255 + summand))


def main() -> int:
    """Draw them all; return the exit status."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        icons(browser)
        grain(browser)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
