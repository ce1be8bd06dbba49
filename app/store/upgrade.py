"""Bringing a database to the tables of this version, by one process at a time."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.pool import StaticPool

from app.store.schema import HEAD, matches

_FIRST: Final = "0001"
_FOLDER: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x43415244_41564941
"""The key of the lock in PostgreSQL: "CARDAVIA" in ASCII."""
_WAIT: Final = 60_000
"""Milliseconds to wait while another process changes the tables of a SQLite file."""


class TooNew(Exception):
    """A later version of the server has changed the tables; the message is their version."""


def upgrade(engine: Engine) -> None:
    """Apply the steps that the database lacks, all of them or none. Raises TooNew.

    Processes that start together wait for each other. A database from before there were steps is
    taken as it is: its tables are those of the first step.
    """
    with engine.connect() as connection:
        if version(connection) == HEAD:
            return
    with engine.connect() as connection:
        _lock(connection)
        found = version(connection)
        if found != HEAD:
            _apply(connection, found)
        connection.commit()


def version(connection: Connection) -> str | None:
    """Return the last step that was applied, None if there was none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return None if found is None else str(found)


def _lock(connection: Connection) -> None:
    """Begin a transaction that no other process can be in at the same time."""
    if isinstance(connection.engine.pool, StaticPool):
        return  # in memory, where nobody else is, and gone with its only connection
    if connection.dialect.name == "sqlite":
        connection.detach()  # so that what is set here doesn't go back into the pool
        connection.exec_driver_sql(f"PRAGMA busy_timeout={_WAIT}")
        # A table that is made anew must not take along what refers to it.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execution_options(isolation_level="READ COMMITTED")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


def _apply(connection: Connection, found: str | None) -> None:
    from alembic import command  # most starts don't need it, and it takes a while to load
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise TooNew(found)
    if found is None and inspect(connection).has_table(matches.name):
        command.stamp(config, _FIRST)
    command.upgrade(config, HEAD)
