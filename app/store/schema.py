"""Tables, and how a database is opened."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
)
from sqlalchemy.engine import make_url

metadata = MetaData()

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True, doc="SHA-256 of the cookie, in hex"),
    Column("created", BigInteger, nullable=False, doc="seconds since 1970"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("session", String(64), ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("level", String(32), nullable=False),
    Column("sitting", String(32), nullable=False, index=True, doc="id of its first match"),
    Column("state", String(16), nullable=False, doc="prepared, live, over or abandoned"),
    Column("revision", Integer, nullable=False, doc="number of actions in the record"),
    Column("record", Text, nullable=False, doc="the match record, JSON"),
    Column("created", BigInteger, nullable=False, doc="seconds since 1970"),
    Column("updated", BigInteger, nullable=False, doc="seconds since 1970"),
    Index("matches_of_session", "session", "state", "updated"),
)


def connect(url: str) -> Engine:
    """Open the database at `url` (SQLAlchemy's form) and create what it lacks."""
    engine = create_engine(url)
    if make_url(url).get_backend_name() == "sqlite":
        event.listen(engine, "connect", _durable)
    metadata.create_all(engine)
    return engine


def _durable(connection: Any, _record: object) -> None:
    """Make SQLite keep an answered action through a power cut, and wait for a busy file."""
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
