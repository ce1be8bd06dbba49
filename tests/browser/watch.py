"""What a page must never do, watched over a whole test."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

_REPORT = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`CSP: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
});
"""
_STATUS = re.compile(r"responded with a status of (\d+)")


class Watch:
    """Collects console errors, script errors, CSP reports and requests to other origins."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.wrong: list[str] = []
        self.allowed_statuses: set[int] = set()
        self.allowed_texts: list[str] = []

    def allow(self, *expected: int | str) -> None:
        """Expect answers with these statuses, or console errors that contain these texts."""
        for each in expected:
            if isinstance(each, int):
                self.allowed_statuses.add(each)
            else:
                self.allowed_texts.append(each)

    def attach(self, context: BrowserContext) -> None:
        """Watch every page that this context opens."""
        context.add_init_script(_REPORT)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)

    def check(self) -> None:
        """Fail if anything went wrong so far."""
        assert not self.wrong, "\n".join(self.wrong)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        text = message.text
        status = _STATUS.search(text)
        if status and int(status.group(1)) in self.allowed_statuses:
            return
        if any(expected in text for expected in self.allowed_texts):
            return
        self.wrong.append(f"console: {text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self.wrong.append(f"script: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self.origin + "/"):
            self.wrong.append(f"request to another origin: {request.url}")


def no_sideways_scroll(page: Page) -> None:
    """Fail if the page is wider than its window, naming what sticks out."""
    found = page.evaluate(
        """() => {
          const root = document.documentElement, wide = root.clientWidth;
          if (root.scrollWidth <= wide) return null;
          const names = [];
          for (const each of document.body.querySelectorAll("*")) {
            const box = each.getBoundingClientRect();
            if (box.width && (box.right > wide + 1 || box.left < -1))
              names.push(`${each.tagName.toLowerCase()}#${each.id}.${each.className}`);
          }
          return `${root.scrollWidth} > ${wide}: ${names.slice(0, 8).join(", ")}`;
        }"""
    )
    assert found is None, f"{page.url} scrolls sideways: {found}"
