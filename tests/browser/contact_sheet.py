"""Every screen, size and language on sheets to look at: python -m tests.browser.contact_sheet DIR.

Writes one sheet for each size and language. `--only lock "must pass"` limits the screens,
`--sizes` and `--locales` the sheets. What a page looks like in forced colors, or at 200 % zoom of
a window of 1280 px, is asked for by `--forced-colors` and `--zoomed`.
"""

import argparse
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from tests.browser.places import OTHERS, PAGES, STATES
from tests.browser.screens import SIZES, Screen, room, show

LOCALES = ("en-GB", "sv-SE", "ru-RU")
SHEET = 2400
"""Width of a sheet in pixels."""
GAP = 16
LINE = 14


def sheet(pictures: list[tuple[str, bytes]]) -> Image.Image:
    """Put pictures of one size side by side, each under its name."""
    images = [(name, Image.open(BytesIO(data)).convert("RGB")) for name, data in pictures]
    width, height = images[0][1].size
    scale = min(1.0, 480 / width)
    cell = (round(width * scale), round(height * scale))
    across = max(1, SHEET // (cell[0] + GAP))
    down = -(-len(images) // across)
    result = Image.new("RGB", (across * (cell[0] + GAP), down * (cell[1] + GAP + LINE)), "white")
    draw = ImageDraw.Draw(result)
    for place, (name, image) in enumerate(images):
        left, top = place % across * (cell[0] + GAP), place // across * (cell[1] + GAP + LINE)
        draw.text((left, top), name, fill="black")
        result.paste(image.resize(cell), (left, top + LINE))
    return result


def main() -> None:
    """Write the sheets."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[*PAGES, *OTHERS, *STATES], metavar="SCREEN")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--locales", nargs="+", choices=LOCALES, default=list(LOCALES))
    parser.add_argument("--forced-colors", action="store_true")
    parser.add_argument("--zoomed", action="store_true")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    options: dict[str, Any] = {"forced_colors": "active"} if wanted.forced_colors else {}
    if wanted.zoomed:
        options |= {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}
    with room() as (browser, server, arranger):
        for size in wanted.sizes:
            for locale in wanted.locales:
                pictures = [
                    (place, show(browser, server.origin, arranger, screen, **options))
                    for place in wanted.only
                    for screen in [Screen(place, size, locale)]
                ]
                sheet(pictures).save(wanted.folder / f"{size}.{locale[:2]}.png")


if __name__ == "__main__":
    main()
