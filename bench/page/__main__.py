"""Measure the tables in Chromium with a cold cache: `python -m bench.page`.

Transfer is what came over the wire, compressed. The largest paint is measured at 150 ms of latency
and 1.6 Mbit/s, the reaction (from a press to the next paint) with the processor slowed down four
times; the server's time is in neither. Exit code 1 if a budget is exceeded.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import (
    Browser,
    CDPSession,
    Page,
    StorageState,
    ViewportSize,
    sync_playwright,
)

from tests.browser.arrange import Arranger
from tests.browser.conftest import FLAGS, find_chromium
from tests.browser.drive import GAMES, do, open_table
from tests.browser.server import Server

LATENCY, BYTES_PER_SECOND, SLOWDOWN = 150, 1_600_000 / 8, 4
TURNS = 6
LANGUAGES = {"en": "en-GB", "ru": "ru-RU"}
LICHESS = {"first load": "128", "our JavaScript": "172*"}
"""What its maintainer wrote of lichess.org: a game page without any cache (lichess-org/lila, issue
3913, December 2017), and its two scripts of a game, *minified but not compressed (lichess-org/lila,
pull request 13631, October 2023). A page of chess does more than one of ours."""
PHONE: ViewportSize = {"width": 360, "height": 740}

OBSERVE = """
  globalThis.seen = { paint: 0, shift: 0, reaction: 0 };
  const watch = (type, note, options) => new PerformanceObserver((list) =>
    list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  watch("largest-contentful-paint", (entry) => { seen.paint = entry.startTime; });
  watch("layout-shift", (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  watch("event", (entry) => {  // of what moves under a resting pointer nobody waits for an answer
    if (entry.interactionId) seen.reaction = Math.max(seen.reaction, entry.duration);
  }, { durationThreshold: 16 });
"""


class Figure(NamedTuple):
    """One measured number; `most` is its budget."""

    name: str
    value: float
    most: float
    unit: str


class Loads:
    """Counts what comes over the wire."""

    def __init__(self, session: CDPSession) -> None:
        self.urls: dict[str, str] = {}
        self.bytes: dict[str, int] = {}
        session.on("Network.requestWillBeSent", self._begun)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    def _begun(self, event: dict[str, Any]) -> None:
        self.urls[event["requestId"]] = event["request"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.urls:  # else it had begun before this counted
            self.bytes[event["requestId"]] = int(event["encodedDataLength"])

    def sum(self, wanted: Callable[[str], bool] = lambda url: True) -> int:
        """Add up the bytes of what has an address that is wanted."""
        return sum(size for key, size in self.bytes.items() if wanted(self.urls[key]))


@contextmanager
def opened(
    browser: Browser, origin: str, language: str, state: StorageState | None = None
) -> Iterator[Page]:
    """Open a telephone's window with nothing in its cache, and the cookies of `state`."""
    context = browser.new_context(
        base_url=origin, viewport=PHONE, locale=LANGUAGES[language], storage_state=state
    )
    context.add_init_script(OBSERVE)
    try:
        yield context.new_page()
    finally:
        context.close()


def first_load(page: Page, table: str, name: str) -> list[Figure]:
    """Load a table over a slow line, nothing in the cache."""
    session = page.context.new_cdp_session(page)
    loads = Loads(session)
    began = time.perf_counter()
    page.request.get(table)
    server = (time.perf_counter() - began) * 1000
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND,
        },
    )
    page.goto(table, wait_until="networkidle")
    page.wait_for_timeout(500)
    return [
        Figure(f"{name}: first load", loads.sum() / 1000, 110, "kB"),
        Figure(f"{name}: requests", len(loads.bytes), 16, ""),
        Figure(f"{name}: our JavaScript", loads.sum(lambda url: "/js/" in url) / 1000, 8, "kB"),
        Figure(f"{name}: largest paint", page.evaluate("() => seen.paint") - server, 1800, "ms"),
    ]


def play(page: Page, arranger: Arranger, table: str, name: str) -> list[Figure]:
    """Play some turns, then some with a slow processor."""
    page.goto(table)
    session = page.context.new_cdp_session(page)
    loads = Loads(session)
    turns(page, arranger, table)
    shift = page.evaluate("() => seen.shift")
    match = table.rpartition("/")[2]
    arranger.advance(match, lambda view: view["ply"] == 0 or view["phase"] == "lock")
    page.goto(table)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    turns(page, arranger, table)
    fragments = [size for key, size in loads.bytes.items() if loads.urls[key].endswith(match)]
    return [
        Figure(f"{name}: largest fragment", max(fragments) / 1000, 8, "kB"),
        Figure(f"{name}: layout shift in play", shift, 0, ""),
        Figure(f"{name}: slowest reaction", page.evaluate("() => seen.reaction"), 100, "ms"),
    ]


def turns(page: Page, arranger: Arranger, table: str) -> None:
    """Do some actions, slowly enough that each answer has come."""
    rng = random.Random(4)
    for _ in range(TURNS):
        seen = arranger.look(table.rpartition("/")[2])
        if seen.row.state == "over":
            return
        do(page, seen.sample(rng))
        page.wait_for_timeout(600)


def long_match(page: Page, arranger: Arranger, table: str) -> list[Figure]:
    """Weigh the fragment of a match of One Poker that has gone on for long."""
    match = table.rpartition("/")[2]
    view = arranger.advance(match, lambda view: view["deal"] > 24 and view["phase"] == "bet")
    loads = Loads(page.context.new_cdp_session(page))
    page.goto("/")
    page.evaluate(
        """address => fetch(address, { headers: {
          "HX-Request": "true", "HX-Request-Type": "partial" } }).then(each => each.text())""",
        table,
    )
    size = loads.sum(lambda url: url.endswith(match))
    return [Figure(f"one-poker: fragment in deal {view['deal']}", size / 1000, 8, "kB")]


def measure(server: Server, arranger: Arranger) -> Iterator[Figure]:
    """Measure everything."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for language in LANGUAGES:
            for game in GAMES:
                with opened(browser, server.origin, language) as page:
                    open_table(page, game)
                    table, state = page.url, page.context.storage_state()
                with opened(browser, server.origin, language, state) as page:
                    yield from first_load(page, table, f"{game}, {language}")
                if language == "ru":
                    with opened(browser, server.origin, language) as page:
                        open_table(page, game)
                        yield from play(page, arranger, page.url, game)
        with opened(browser, server.origin, "ru") as page:
            open_table(page, "one-poker")
            yield from long_match(page, arranger, page.url)
        browser.close()


def main() -> int:
    """Print the figures beside their budgets; return the exit status."""
    argparse.ArgumentParser(prog="bench.page", description=__doc__.partition("\n")[0]).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        arranger = Arranger(server.database)
        try:
            figures = list(measure(server, arranger))
        finally:
            arranger.close()
            server.stop()
    sys.stdout.write(f"{'':42}{'measured':>10}{'budget':>10}{'lichess':>10}\n")
    for name, value, most, unit in figures:
        mark = "" if value <= most else "  over"
        peer = LICHESS.get(name.partition(": ")[2], "")
        sys.stdout.write(f"{name:42}{value:10.4g}{most:10g}{peer:>10} {unit}{mark}\n")
    return 1 if any(figure.value > figure.most for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
