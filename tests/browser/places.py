"""Every page of the room, and every state of its tables."""

from collections.abc import Callable, Mapping

from playwright.sync_api import Page

from engine.game import View
from tests.browser.arrange import Arranger
from tests.browser.drive import open_table, prepare

Want = Callable[[View], bool]

STATES: Mapping[str, tuple[str, Want]] = {
    "lock": ("one-poker", lambda view: view["phase"] == "lock" and view["deal"] > 1),
    "bet, none yet": (
        "one-poker",
        lambda view: view["phase"] == "bet" and "check" in view["legal"] and view["deal"] > 2,
    ),
    "bet, facing a raise": (
        "one-poker",
        lambda view: view["phase"] == "bet" and view["wagers"][1] > view["wagers"][0] > 0,
    ),
    "bet, all-in or fold": ("one-poker", lambda view: view["legal"] == ["fold", "call"]),
    "bet, rich": ("one-poker", lambda view: view["phase"] == "bet" and view["stacks"][0] > 34),
    "bet, poor": ("one-poker", lambda view: view["phase"] == "bet" and view["stacks"][1] > 34),
    "lock, rich": ("one-poker", lambda view: view["phase"] == "lock" and view["stacks"][0] > 36),
    "lock, poor": ("one-poker", lambda view: view["phase"] == "lock" and view["stacks"][1] > 36),
    "showdown won": (
        "one-poker",
        lambda view: (
            view["phase"] == "settled"
            and view["result"]["kind"] == "showdown"
            and view["result"]["winner"] == 0
        ),
    ),
    "showdown tied": (
        "one-poker",
        lambda view: view["phase"] == "settled" and view["result"]["winner"] is None,
    ),
    "folded": (
        "one-poker",
        lambda view: view["phase"] == "settled" and view["result"]["kind"] == "fold",
    ),
    "match over": ("one-poker", lambda view: view["phase"] == "over"),
    "first lead": ("run-fast", lambda view: view["ply"] == 0 and view["legal"] != []),
    "lead": ("run-fast", lambda view: view["table"] is None and view["ply"] > 9),
    "answer": (
        "run-fast",
        lambda view: (
            view["table"] is not None and view["legal"] not in ([], ["pass"]) and view["ply"] > 5
        ),
    ),
    "must pass": ("run-fast", lambda view: view["legal"] == ["pass"]),
    "long play on the table": (
        "run-fast",
        lambda view: (
            view["table"] is not None and len(view["table"]["cards"]) >= 8 and view["turn"] == 0
        ),
    ),
    "settlement": (
        "run-fast",
        lambda view: view["phase"] == "over" and any(view["bonuses"]),
    ),
}
"""States of the tables: the game, and what the person's view must be like."""

PAGES: Mapping[str, str] = {
    "lobby": "/",
    "settings": "/settings",
    "settings saved": "/settings?saved=1",
    "fairness": "/fairness",
    "rules of One Poker": "/en/rules/one-poker",
    "rules of Run Fast": "/rules/run-fast",
    "not found": "/no-such-page",
    "no such table": "/tables/nothing",
}
"""Pages by their address."""


def sit_down(page: Page, arranger: Arranger, state: str) -> str:
    """Open a table in the given state; return its id."""
    game, want = STATES[state]
    match = open_table(page, game)
    arranger.advance(match, want)
    page.reload()
    return match


def start_page(page: Page) -> None:
    """Open a table before its first card."""
    prepare(page, "one-poker")


def restart_page(page: Page) -> None:
    """Open the question that comes before a restart."""
    page.goto(f"/tables/{open_table(page, 'run-fast')}/restart")


def given_up(page: Page) -> None:
    """Open a match that was given up for another."""
    restart_page(page)
    left = page.url.removesuffix("/restart")
    page.locator("#restart").click()
    page.locator("#start").wait_for()
    page.goto(left)


OTHERS: Mapping[str, Callable[[Page], None]] = {
    "start": start_page,
    "restart": restart_page,
    "given up": given_up,
}
"""Pages that need a match of their own."""
