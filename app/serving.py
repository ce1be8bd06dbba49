"""Running the server: `cardavia serve` and what goes with it for whoever hosts a room."""

import gc
import math
import os
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from pydantic import ValidationError

from app import logs
from app.i18n import Language
from app.processes import one_thread, when_parent_ends
from app.settings import Settings
from app.words import operator
from app.workers import work_in_processes

_FAREWELL: Final = 10
"""Seconds that requests get to finish when the server is told to stop."""
_GRACE: Final = 3
"""Seconds that a process has beyond that to end."""
_KEEP_ALIVE: Final = 75
"""Seconds that a connection stays open unused: while somebody thinks, so that the next action
reaches the process that has the match in mind."""


class Trouble(Exception):
    """Something that the host has to see to; the message is a sentence in the host's language."""


@contextmanager
def _in_words(lang: Language) -> Iterator[None]:
    """Turn what a host can put right into Trouble."""
    from app.store.opening import NoDatabase, NotWritable
    from app.store.upgrade import TooNew

    try:
        yield
    except NotWritable as error:
        user = os.geteuid() if hasattr(os, "geteuid") else 0
        raise Trouble(operator.not_writable(lang, error.path, user)) from error
    except NoDatabase as error:
        raise Trouble(operator.no_database(lang, str(error))) from error
    except TooNew as error:
        raise Trouble(operator.too_new(lang, str(error))) from error


def read_settings(given: dict[str, Any], lang: Language) -> Settings:
    """Read the settings; what is `given` and not None wins. Raises Trouble."""
    named = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**named)
    except ValidationError as error:
        name = "_".join(str(part) for part in error.errors()[0]["loc"][:1]).upper()
        raise Trouble(operator.bad_setting(lang, f"CARDAVIA_{name}")) from error


def serve(settings: Settings, lang: Language) -> int:
    """Serve until told to stop; return the exit code. Raises Trouble."""
    one_thread()
    logs.configure(settings.log_format, settings.log_level)
    count = settings.processes
    with _numbers_of_all(settings) as forget, _in_words(lang):
        from app.main import create_app  # not before it is known where the numbers are
        from app.store import connect

        if count == 1:
            app = create_app(settings)
        else:
            connect(settings.database_url).dispose()
        # Not before: whoever connects would wait instead of asking another server.
        listening = _listen(settings, lang)
        print(operator.open_at(lang, _address(settings, listening)), flush=True)
        if count == 1:
            _answer(app, listening)
        else:
            gc.freeze()  # so that the memory of what is loaded stays shared
            work = partial(_work, _share(settings), listening)
            work_in_processes(count, work, forget, _FAREWELL + _GRACE)
    return 0


def _work(settings: Settings, listening: socket.socket) -> None:
    """Be one process of several."""
    from app.main import create_app

    when_parent_ends(lambda: os.kill(os.getpid(), signal.SIGTERM))
    logs.configure(settings.log_format, settings.log_level)
    _answer(create_app(settings), listening)


def _answer(app: FastAPI, listening: socket.socket) -> None:
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # app/proxy.py reads them, whatever server runs the application
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_FAREWELL,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _share(settings: Settings) -> Settings:
    """Give each process of the server its part of the processes for bots' thoughts."""
    each = math.ceil(settings.bot_processes / settings.processes)
    return settings.model_copy(update={"bot_processes": each})


@contextmanager
def _numbers_of_all(settings: Settings) -> Iterator[Callable[[int], None]]:
    """Let the numbers of several processes be added up, in files of a folder that goes at the end.

    Give what forgets the numbers of a process that has ended, but for what it has counted.
    """
    if not settings.metrics or settings.processes == 1:
        yield lambda _process: None
        return
    with TemporaryDirectory(prefix="cardavia-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        from prometheus_client.multiprocess import mark_process_dead  # not before it is set

        yield mark_process_dead


def _listen(settings: Settings, lang: Language) -> socket.socket:
    """Open the socket; "::" stands for all addresses of IPv6 and IPv4."""
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server(
            (host, port), family=family, backlog=2048, dualstack_ipv6=host == "::"
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise Trouble(operator.no_address(lang, f"{host}:{port}", reason)) from error


def _address(settings: Settings, listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - not listened on but compared
        host = "localhost"
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}{settings.base_path}/"


def prune(settings: Settings, days: int | None, lang: Language) -> int:
    """Remove what is old, and say how much. Raises Trouble."""
    from app.store import connect
    from app.store.pruning import prune as remove

    days = settings.keep_days if days is None else days
    if not days:
        print(operator.kept_for_ever(lang))
        return 0
    with _in_words(lang):
        engine = connect(settings.database_url)
        removed = remove(engine, int(time.time()), days)
        engine.dispose()
    for line in operator.pruned(lang, removed.matches, removed.sessions):
        print(line)
    return 0


def backup(settings: Settings, target: Path, lang: Language) -> int:
    """Copy a SQLite database to a file, and say so. Raises Trouble."""
    from app.store.backup import backup as copy
    from app.store.opening import address, file_of

    source = file_of(address(settings.database_url))
    if source is None:
        raise Trouble(operator.no_file_to_copy(lang))
    try:
        copy(source, target)
    except FileExistsError as error:
        raise Trouble(operator.copy_exists(lang, target)) from error
    except sqlite3.Error as error:
        raise Trouble(operator.no_database(lang, str(error))) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise Trouble(operator.not_copied(lang, target, reason)) from error
    print(operator.copied(lang, target))
    return 0


def tell(trouble: Trouble) -> int:
    """Say what is wrong, in one line; return the exit code for it."""
    print(f"cardavia: {trouble}", file=sys.stderr)
    return 1
