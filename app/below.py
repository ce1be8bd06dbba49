"""A room below a path of its host: every address in a page begins with that path.

Templates and routes write addresses as if the room had the host for itself. With a base path the
templates' source is changed once, before it is compiled; without one nothing happens at all.
"""

import re
from typing import Final

from jinja2 import Environment
from jinja2.ext import Extension

_ADDRESS: Final = re.compile(r'(\s(?:href|src|action|formaction|hx-get|hx-post)=")(/(?!/)|\{\{)')


class Below(Extension):
    """Put the base path in front of the local addresses in attributes."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.globals["base_path"] = ""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Rewrite `href="/x"`, and `href="{{ x }}"` for an x that is such an address."""
        if not self.environment.globals["base_path"]:
            return source
        return _ADDRESS.sub(_rewritten, source)


def _rewritten(found: re.Match[str]) -> str:
    before, begins = found.groups()
    # What an expression gives is always an address of ours, and begins with "/".
    return f"{before}{{{{ base_path }}}}{begins}"
