"""Sessions: nothing but the hash of a cookie and the time it was given out."""

from dataclasses import dataclass

from sqlalchemy import Engine, insert, select

from app.store.schema import sessions


@dataclass(frozen=True, slots=True)
class SessionStore:
    """Sessions of one database."""

    engine: Engine

    def add(self, session: str, now: int) -> None:
        """Store a new session (the hash of its cookie) made at `now`, seconds since 1970."""
        with self.engine.begin() as connection:
            connection.execute(insert(sessions).values(id=session, created=now))

    def known(self, session: str) -> bool:
        """Whether this server gave out the cookie with this hash."""
        with self.engine.connect() as connection:
            found = connection.execute(select(sessions.c.id).where(sessions.c.id == session))
            return found.first() is not None
