"""A process that does one thing after the other for the server, and may be lost at any time.

What runs in it is here too. Nothing here imports numpy, which comes with what is to be done.
"""

import logging
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

log = logging.getLogger(__name__)
_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_START: Final = 60.0
"""Seconds that a new process has to come up and to load what its first task needs."""
_PROTOCOL: Final = 5
_BEGUN: Final = b""
"""Told by a process that has read a task and goes about it."""
_spawning: Final = threading.Lock()
"""The standard library's list of processes is not made for several threads."""


class Lost(Exception):
    """The process died in mid-task, or took too long and was ended. It can be tried again."""


class NoProcess(Exception):
    """No process could be started, or it never got as far as its first task."""


class Process:
    """A process that is started when there is something to do, and anew when it was lost.

    A task has to be done within so many seconds. All but `end` is for one thread only.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._fresh = True
        self._ended = False

    def start(self) -> None:
        """Start it, if it isn't there; it comes up in its own time. Raises Lost, NoProcess."""
        self._connected()

    def do(self, task: Callable[[], Any]) -> Any:
        """Do a task there and give what it gives, or raise what it raises.

        It and what it gives are pickled, and the task has to be small, some 100 KB at most. Raises
        Lost and NoProcess.
        """
        job = pickle.dumps(task, _PROTOCOL)
        connection = self._connected()
        fresh, began = self._fresh, time.monotonic()
        try:
            connection.send_bytes(job)
            answer = _receive(connection, _START if fresh else self._seconds)
            self._fresh = False
            if answer == _BEGUN:
                answer = _receive(connection, self._seconds)
        except (EOFError, OSError) as error:
            hung = isinstance(error, TimeoutError)
            code, seconds = self._stop(kill=hung), time.monotonic() - began
            if self._ended:
                raise Lost from error
            how = "hung" if hung else f"died with code {code}"
            log.warning("a process for bots' thoughts %s, %.1f s into a task", how, seconds)
            raise (NoProcess if self._fresh else Lost) from error
        done, value, place = pickle.loads(answer)  # noqa: S301 - from our own process
        if not done:
            log.error("a task failed in a process for bots' thoughts\n%s", place)
            raise value
        return value

    def end(self) -> None:
        """End it for good, whatever it does. May be called by any thread."""
        with self._lock:
            self._ended = True
            process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Clear away what is left of it. For its own thread."""
        self._stop(kill=True)

    def _connected(self) -> Connection:
        if self._process is not None and not self._process.is_alive():
            log.warning("a process for bots' thoughts died with code %s", self._stop(kill=True))
        if self._connection is None:
            self._connection = self._start()
        return self._connection

    def _start(self) -> Connection:
        with self._lock:
            if self._ended:
                raise Lost
            try:
                context = get_context("spawn")
                ours, theirs = context.Pipe()
                process = context.Process(target=work, args=(theirs,), daemon=True)
                with _spawning:
                    process.start()
            except Exception as error:  # whatever a system without processes comes up with
                raise NoProcess from error
            theirs.close()
            self._process, self._fresh = process, True
        return ours

    def _stop(self, *, kill: bool) -> int | None:
        """See to its end; give its exit code, None if it isn't known."""
        with self._lock:
            process, self._process = self._process, None
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if process is None:
            return None
        if not kill:  # it is about to die, and its exit code tells of what
            process.join(1)
        process.kill()
        process.join(1)
        return process.exitcode


def _receive(connection: Connection, seconds: float) -> bytes:
    if not connection.poll(seconds):
        raise TimeoutError
    return connection.recv_bytes()


def one_thread() -> None:
    """Let numpy, not yet imported, use one thread: other processes have the other cores."""
    for name in _THREADS:
        os.environ[name] = "1"


def work(connection: Connection) -> None:
    """Do what comes in by the connection, one task after the other: all that the process does."""
    _stand_back()
    with suppress(EOFError, OSError):  # the server is gone
        while True:
            job = connection.recv_bytes()
            try:
                task = pickle.loads(job)  # noqa: S301 - from our own server
                connection.send_bytes(_BEGUN)
                answer = _packed(True, task(), "")
            except MemoryError:
                sys.exit(1)  # what is tried again then has all of the memory
            except Exception as error:
                answer = _failed(error)
            connection.send_bytes(answer)


def _packed(done: bool, value: Any, place: str) -> bytes:
    return pickle.dumps((done, value, place), _PROTOCOL)


def _failed(error: Exception) -> bytes:
    # Where it came from, and not its message, which may quote what is hidden.
    place = "".join(traceback.format_tb(error.__traceback__))
    try:
        return _packed(False, error, place)
    except Exception:
        return _packed(False, RuntimeError(type(error).__qualname__), place)


def _stand_back() -> None:
    """Leave the processor to the server when it wants it, and end with it."""
    one_thread()
    # Ctrl+C reaches every process of a terminal; the server tells us when to go.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    # At once, whatever is being worked out.
    when_parent_ends(lambda: os._exit(0))


def when_parent_ends(do: Callable[[], None]) -> None:
    """Do something when the process that started this one is gone, however it went."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            do()

    threading.Thread(target=wait, name="parent", daemon=True).start()
