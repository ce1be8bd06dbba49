"""How a database is opened: SQLite or PostgreSQL, by its address alone."""

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, TimeoutError
from sqlalchemy.pool import StaticPool

from app.store.upgrade import upgrade

_PATIENCE: Final = 5
"""Seconds that a request waits for a connection or a lock before it is told to come again."""

UNAVAILABLE: Final = (OperationalError, InterfaceError, TimeoutError)
"""What any use of the database raises while it is away, full or too busy."""
RETRY_AFTER: Final = 5
"""Seconds after which to try again."""


class NoDatabase(Exception):
    """The database can't be reached; the message is the driver's."""


class NotWritable(Exception):
    """The file of a SQLite database, or its folder, may not be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


def connect(url: str, connections: int = 10) -> Engine:
    """Open the database at `url` and bring its tables up to date.

    At most so many connections are open at a time. Every statement is a transaction of its own:
    what is stored in one place is written by one statement. Raises NoDatabase, NotWritable, and
    upgrade.TooNew for a database that a later version has changed.
    """
    parsed = address(url)
    try:
        engine = _sqlite(parsed, connections) if is_sqlite(parsed) else _server(parsed, connections)
    except ModuleNotFoundError as error:
        raise NoDatabase(str(error)) from error
    try:
        upgrade(engine)
    except BaseException as error:
        engine.dispose()
        if not isinstance(error, DBAPIError):
            raise
        path = file_of(parsed)
        if path is not None and not _writable(path):
            raise NotWritable(path) from error
        raise NoDatabase(str(error.orig).strip()) from error
    return engine


def address(url: str) -> URL:
    """Read a database's address; "postgres:" and "postgresql:" mean psycopg."""
    parsed = make_url(url)
    if parsed.drivername in ("postgres", "postgresql"):
        return parsed.set(drivername="postgresql+psycopg")
    return parsed


def is_sqlite(url: URL) -> bool:
    """Whether the database is a file of this machine."""
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path | None:
    """Return the file of a SQLite database; None for a server or a database in memory."""
    if not is_sqlite(url) or not url.database or url.database == ":memory:":
        return None
    return Path(url.database).absolute()


def _writable(path: Path) -> bool:
    """Try what SQLite needs: to write the file, and to make others beside it."""
    probe = path.with_name(f"{path.name}-probe")
    try:
        with path.open("ab"):
            probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def _sqlite(url: URL, connections: int) -> Engine:
    several: dict[str, Any] = {
        "pool_size": connections,
        "max_overflow": 0,
        "pool_timeout": _PATIENCE,
    }
    one = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    engine = create_engine(
        url,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        **(one if file_of(url) is None else several),
    )
    event.listen(engine, "connect", _durable)
    return engine


def _server(url: URL, connections: int) -> Engine:
    return create_engine(
        url,
        isolation_level="AUTOCOMMIT",
        pool_size=connections,
        max_overflow=0,
        pool_timeout=_PATIENCE,
        # A connection that died with the server, or in a firewall, is replaced and not used.
        pool_pre_ping=True,
        connect_args={"connect_timeout": _PATIENCE, "tcp_user_timeout": 1000 * _PATIENCE},
        hide_parameters=True,
    )


def _durable(connection: Any, _record: object) -> None:
    """Make SQLite keep an answered action through a power cut, and wait for a busy file."""
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={1000 * _PATIENCE}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
