"""A consistent copy of a SQLite database, also while people play."""

import sqlite3
from contextlib import closing
from pathlib import Path


def backup(source: Path, target: Path) -> None:
    """Copy the database file `source` to `target`, which must not exist.

    `target` is there only once it is whole. Raises OSError if it can't be written (FileExistsError,
    FileNotFoundError for its folder), and sqlite3.Error.
    """
    if target.exists():
        raise FileExistsError(target)
    part = target.with_name(f"{target.name}.part")
    part.write_bytes(b"")  # SQLite wouldn't say why it can't
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as reading,
            closing(sqlite3.connect(part)) as writing,
        ):
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)
