"""Tables. What changes here needs a step in migrations/versions too; a test compares the two."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

HEAD: Final = "0003"
"""The last step in migrations/versions."""

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
    Column("memory", LargeBinary, doc="what the bots remember: a cache"),
    Column("created", BigInteger, nullable=False, doc="seconds since 1970"),
    Column("updated", BigInteger, nullable=False, doc="seconds since 1970"),
    Index("matches_of_session", "session", "state", "updated"),
    Index("matches_by_state", "state", "game"),
)
