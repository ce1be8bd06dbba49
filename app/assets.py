"""Static files under an address that changes with their content, so that browsers may keep them."""

import hashlib
import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles


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
        self.prefix = f"/static/{version_of(root)}"

    def url(self, path: str) -> str:
        """Return the address of the file at `path`, relative to the static folder."""
        return f"{self.prefix}/{path}"

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: MutableMapping[str, Any],
        status_code: int = 200,
    ) -> Response:
        """Send a file; it never changes at this address."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
