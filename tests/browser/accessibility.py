"""axe-core against the page that is open."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

_AXE = Path(__file__).parent / "vendor" / "axe-4.14.1.min.js"
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def _source() -> str:
    return _AXE.read_text(encoding="utf-8")


def assert_accessible(page: Page) -> None:
    """Fail with a readable list if axe finds a violation of WCAG 2.2 A or AA."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    found = page.evaluate(
        "tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})"
        ".then(result => result.violations)",
        _TAGS,
    )
    lines = [
        f"{rule['id']} ({rule['impact']}): {rule['help']}\n    {node['html'][:200]}\n"
        f"    {node['failureSummary'][:400]}"
        for rule in found
        for node in rule["nodes"][:4]
    ]
    assert not lines, f"{page.url}\n" + "\n".join(lines)
