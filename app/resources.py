"""Where templates, static files and catalogues are, in a checkout and in an installed wheel."""

from pathlib import Path

_APP = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return the folder `name` ("templates", "static" or "locales")."""
    packaged = _APP / "data" / name
    return packaged if packaged.is_dir() else _APP.parent / name
