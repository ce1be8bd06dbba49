"""A Chromium, a server, and pages that are watched."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.arrange import Arranger
from tests.browser.server import Server
from tests.browser.watch import Watch

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
PATIENCE = 15_000
"""Milliseconds to wait for what must come; the machine may be busy."""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies in this folder, and try again where the browser itself lost the thread."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun="Protocol error"))


def find_chromium() -> str | None:
    """Find a Chromium: CHROMIUM, one on the PATH, Playwright's own."""
    chosen = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if chosen:
        return chosen
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


# The package is the scope, so that no event loop of Playwright's runs on in the other tests.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    path = find_chromium()
    if path is None:
        if os.environ.get("CARDAVIA_BROWSER") == "required":
            pytest.fail("no Chromium, and CARDAVIA_BROWSER says that one is required")
        pytest.skip("no Chromium: install one, name one by CHROMIUM, or run bin/test.py")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that don't hurt it; none where no browser is."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(browser: Browser, tmp_path: Path) -> Iterator[Server]:
    """Give a server that the test may kill."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def arranger(server: Server) -> Iterator[Arranger]:
    """Look into the common server's matches, and move them."""
    looking = Arranger(server.database)
    yield looking
    looking.close()


class OpenContext(Protocol):
    """Opens a context, as a person's browser is: cookies, language, window, scripts."""

    def __call__(self, origin: str = ..., **options: Any) -> BrowserContext: ...


@pytest.fixture
def watch(server: Server) -> Iterator[Watch]:
    """Fail the test if a page did what no page may."""
    watching = Watch(server.origin)
    yield watching
    watching.check()


@pytest.fixture
def open_context(browser: Browser, server: Server, watch: Watch) -> Iterator[OpenContext]:
    """Open contexts that are watched, and close them in the end."""
    contexts: list[BrowserContext] = []

    def opened(origin: str = server.origin, **options: Any) -> BrowserContext:
        settings = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=origin, **settings)
        context.set_default_timeout(PATIENCE)
        watch.origin = origin
        watch.attach(context)
        contexts.append(context)
        return context

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_context: OpenContext) -> Page:
    """Open a page at a desk, with scripts."""
    return open_context().new_page()


@pytest.fixture
def plain_page(open_context: OpenContext) -> Page:
    """Open a page at a desk, with scripts switched off."""
    return open_context(java_script_enabled=False).new_page()
