"""A person at a table: opens one, and does an action by what is on the page."""

import re
from typing import Literal

from playwright.sync_api import Locator, Page, expect

GAMES = ("one-poker", "run-fast")
TABLE = re.compile(r"/tables/([\w-]+)")

Hands = Literal["mouse", "keys"]


def table_id(page: Page) -> str:
    """Take the match's id from the address."""
    found = TABLE.search(page.url)
    assert found, f"{page.url} is no table"
    return found.group(1)


def prepare(page: Page, game: str, level: str | None = None) -> str:
    """Choose a game in the lobby; return the id of the table that was laid."""
    page.goto("/")
    form = page.locator(f'form:has(input[name=game][value="{game}"])')
    if level:
        form.locator(f'label:has(input[name=level][value="{level}"])').click()
    form.get_by_role("button").first.click()
    page.wait_for_url(TABLE)
    return table_id(page)


def open_table(page: Page, game: str, level: str | None = None) -> str:
    """Choose a game and have the first cards dealt; return the table's id."""
    match = prepare(page, game, level)
    page.locator("#start").click()
    expect(revision_field(page)).to_be_attached()
    return match


def revision_field(page: Page) -> Locator:
    return page.locator("#main input[name=revision]")


def revision(page: Page) -> int | None:
    """Read the revision that the page's form would send; None if nothing can be done."""
    fields = revision_field(page)
    return int(fields.first.input_value()) if fields.count() else None


def wait_for_change(page: Page, old: int) -> None:
    """Wait until the table is another than the one of revision `old`."""
    changed = f'#main:not(:has(input[name=revision][value="{old}"]))'
    page.locator(changed).wait_for(state="attached")


def choose(page: Page, card: str, by: Hands) -> None:
    """Choose a card; of two that are alike, the first."""
    box = page.locator(f'#main input[name=card][value="{card}"]').first
    if by == "keys":
        focus_by_tab(page, box)
        if not box.is_checked():
            page.keyboard.press("Space")
    elif not box.is_checked():
        box.locator("xpath=ancestor::label").click()
    expect(box).to_be_checked()


def press(page: Page, what: str, by: Hands) -> None:
    """Press the button that does `what`."""
    button = page.locator(f'#main button[name=do][value="{what}"]')
    if by == "keys":
        focus_by_tab(page, button)
        page.keyboard.press("Enter")
    else:
        button.click()


def do(page: Page, action: str, by: Hands = "mouse") -> None:
    """Do an action, written as in a match record, and wait for the table that follows."""
    old = revision(page)
    assert old is not None, "nothing can be done here"
    send(page, action, by)
    wait_for_change(page, old)


def send(page: Page, action: str, by: Hands = "mouse") -> None:
    """Do an action, and don't wait for what comes of it."""
    what, *rest = action.split()
    if what in ("lock", "play"):
        for card in rest:
            choose(page, card, by)
    elif what in ("bet", "raise"):
        field = page.locator("#main #amount")
        if field.count():  # else only one total is possible
            if by == "keys":
                focus_by_tab(page, field)
                page.keyboard.press("Control+a")
                page.keyboard.type(rest[0])
            else:
                field.click(click_count=3)
                page.keyboard.type(rest[0])
    press(page, what, by)


def focus_by_tab(page: Page, wanted: Locator, most: int = 80) -> None:
    """Press Tab, or an arrow within radio buttons and a hand, until `wanted` has the focus."""
    target = wanted.element_handle()
    for _ in range(most):
        # Tab enters a group of radio buttons at one of them; arrows go on from there.
        where = page.evaluate(
            """wanted => {
              const now = document.activeElement;
              if (now === wanted) return "there";
              const group = now.name === wanted.name && now.type === wanted.type;
              if (!group || !["radio", "checkbox"].includes(now.type)) return "away";
              return now.compareDocumentPosition(wanted) & 4 ? "before" : "after";
            }""",
            target,
        )
        if where == "there":
            return
        key = {"before": "ArrowRight", "after": "ArrowLeft", "away": "Tab"}[where]
        page.keyboard.press(key)
    raise AssertionError(f"the keyboard does not reach {wanted}")
