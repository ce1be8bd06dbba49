"""Key screens look as they did when somebody looked at them."""

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.arrange import Arranger
from tests.browser.screens import CHANGED, FOLDER, SCREENS, Screen, changed, reduced, show
from tests.browser.server import Server

ADVICE = "look at {new}; if it is right: python -m tests.browser.screens {file}"


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.file)
def test_screen(
    browser: Browser, server: Server, arranger: Arranger, tmp_path: Path, screen: Screen
) -> None:
    with Image.open(FOLDER / screen.file) as image:
        before = image.convert("RGB")
    picture = show(browser, server.origin, arranger, screen)
    share = changed(before, reduced(picture))
    if share > CHANGED:
        new = tmp_path / screen.file
        new.write_bytes(picture)
        pytest.fail(f"{share:.2%} changed: " + ADVICE.format(new=new, file=screen.file))


def test_a_moved_button_is_seen(browser: Browser, server: Server, arranger: Arranger) -> None:
    page = browser.new_page(base_url=server.origin, viewport={"width": 1440, "height": 900})
    page.goto("/")
    still = page.screenshot(animations="disabled")
    page.evaluate("() => { document.querySelector('.games .btn').style.translate = '16px 0'; }")
    moved = page.screenshot(animations="disabled")
    page.close()
    assert changed(reduced(still), reduced(still)) == 0
    assert changed(reduced(still), reduced(moved)) > CHANGED


def test_every_picture_has_its_screen() -> None:
    assert len(SCREENS) <= 24
    assert {path.name for path in FOLDER.glob("*.png")} == {each.file for each in SCREENS}
