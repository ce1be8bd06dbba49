"""Static files under an address that changes with their content, so that browsers may keep them.

Several stylesheets or modules of one folder are sent as one by naming them together, as in
css/tokens+base.css: a page is a handful of requests, and the files stay short. Comments, and
spaces of stylesheets that say nothing, stay here.
"""

import hashlib
import os
import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_JOINED = re.compile(r"(css|js)/([a-z_]+(?:\+[a-z_]+){1,15})\.(css|js)", re.ASCII)
_TYPES = {"css": "text/css", "js": "text/javascript"}
_REMARK = re.compile(r"^\s*//.*\n", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IDLE_SPACE = re.compile(r"\s*([{};,])\s*|(?<=:) ")
_MOST_JOINED = 64
_FOREVER = "public, max-age=31536000, immutable"


def version_of(root: Path) -> str:
    """Return a short hash over all files below `root`, by name and content.

    One hash for the whole tree: relative addresses inside stylesheets and modules stay valid.
    """
    digest = hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


class Assets(StaticFiles):
    """The static files of one version."""

    def __init__(self, root: Path) -> None:
        super().__init__(directory=root)
        self._root = root
        self._joined: dict[str, bytes | None] = {}
        self.prefix = f"/static/{version_of(root)}"

    def url(self, path: str) -> str:
        """Return the address of the file at `path`, relative to the static folder."""
        return f"{self.prefix}/{path}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Send a file, or several as one. Raises 404 and 405."""
        joined = _JOINED.fullmatch(path) if scope["method"] in ("GET", "HEAD") else None
        if joined is None or joined[1] != joined[3]:
            return await super().get_response(path, scope)
        if path not in self._joined:
            if len(self._joined) >= _MOST_JOINED:
                self._joined.clear()
            self._joined[path] = self._join(joined[1], joined[2].split("+"))
        body = self._joined[path]
        if body is None:
            return await super().get_response(path, scope)
        return Response(body, media_type=_TYPES[joined[1]], headers={"Cache-Control": _FOREVER})

    def _join(self, kind: str, names: list[str]) -> bytes | None:
        """Put files together; None if one of them doesn't exist."""
        paths = [self._root / kind / f"{name}.{kind}" for name in names]
        if not all(path.is_file() for path in paths):
            return None
        texts = [path.read_text(encoding="utf-8") for path in paths]
        if kind == "js":
            # A block keeps what a module declares to itself, as a module of its own would be.
            texts = [f"{{\n{_REMARK.sub('', text)}}}\n" for text in texts]
        else:
            texts = [_IDLE_SPACE.sub(r"\1", _COMMENT.sub("", text)) for text in texts]
        return "".join(texts).encode()

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: MutableMapping[str, Any],
        status_code: int = 200,
    ) -> Response:
        """Send a file; it never changes at this address."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = _FOREVER
        return response
