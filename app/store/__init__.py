"""Storage: one table design for SQLite and PostgreSQL."""

from app.store.matches import MatchRow, MatchStore
from app.store.opening import RETRY_AFTER, UNAVAILABLE, connect
from app.store.sessions import SessionStore

__all__ = ["RETRY_AFTER", "UNAVAILABLE", "MatchRow", "MatchStore", "SessionStore", "connect"]
