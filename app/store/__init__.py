"""Storage: one table design for every database that SQLAlchemy speaks to."""

from app.store.matches import MatchRow, MatchStore
from app.store.schema import connect
from app.store.sessions import SessionStore

__all__ = ["MatchRow", "MatchStore", "SessionStore", "connect"]
