"""Logs: one line for each event, as text or JSON, with the id of the request it belongs to.

Nothing that is hidden goes in: no seed, card, cookie or token, no address of a visitor. Of an
error the place and the kind are logged, and not its message, which may quote what was sent or
stored. A path is logged as its route ("/tables/{match_id}"), as it was asked for never.
"""

import json
import logging
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being answered, empty outside of one."""

_Problem = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
_FIELDS: Final = ("method", "route", "status", "ms")
"""What a line about a request has beside its message."""


class _Form(logging.Formatter):
    def formatException(self, ei: _Problem) -> str:  # noqa: N802 - logging's name
        """Write where an error came from and of what kind it and its causes are."""
        lines: list[str] = []
        error = ei[1]
        while error is not None:
            lines += [line.rstrip() for line in traceback.format_tb(error.__traceback__)]
            lines.append(f"{type(error).__module__}.{type(error).__qualname__}")
            error = error.__cause__ or error.__context__
        return "\n".join(lines)


class Json(_Form):
    """A JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST_ID.get():
            line["request"] = request
        line |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Text(_Form):
    """A line to read, errors on lines of their own below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        time = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        parts = [time, record.levelname.lower(), record.getMessage()]
        parts += [f"{getattr(record, name)}" for name in _FIELDS if hasattr(record, name)]
        if request := REQUEST_ID.get():
            parts.append(f"[{request}]")
        line = " ".join(parts)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _told_by_us(record: logging.LogRecord) -> bool:
    """Leave out uvicorn's report of an error that our own handler has logged."""
    return not str(record.msg).startswith("Exception in ASGI application")


def configure(form: str, level: str) -> None:
    """Send all logs to standard error as "text" or "json" lines, from `level` on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text())
    handler.addFilter(_told_by_us)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = name != "uvicorn.access"
    logging.getLogger("alembic").setLevel("WARNING")
