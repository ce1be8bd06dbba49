"""Storage: one table design for SQLite and PostgreSQL."""

from app.store.matches import MatchRow, MatchStore
from app.store.opening import connect
from app.store.sessions import SessionStore

__all__ = ["MatchRow", "MatchStore", "SessionStore", "connect"]
