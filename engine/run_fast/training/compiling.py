"""How the functions of the training are compiled."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def _sources() -> str:
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


# Numba keeps a compiled function until its own file changes, and does not notice that a function
# which it calls has: so what is kept belongs to one state of all sources.
_FOLDER = str(Path(__file__).parent / "__pycache__" / _sources())
setattr(numba.config, "CACHE_DIR", _FOLDER)  # noqa: B010 - the module makes its names at run time


def compiled(function: F) -> F:
    """Compile a function to machine code when it is first called; calls look as before."""
    return cast(F, numba.njit(cache=True)(function))
