"""Several processes that do the same work, kept at it until the server is told to stop."""

import logging
import signal
import socket
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any, Final

log = logging.getLogger(__name__)
_STOP: Final = (signal.SIGTERM, signal.SIGINT)
_PAUSE: Final = 0.5
"""Seconds before a process that ended is replaced, so that one that can't begin costs little."""
# A fork has loaded what this process has, and shares its memory. Elsewhere it isn't safe.
_CONTEXT: Any = get_context("fork" if sys.platform == "linux" else "spawn")


def work_in_processes(
    count: int, work: Callable[[], None], ended: Callable[[int], None], patience: float
) -> None:
    """Let `count` processes work until SIGTERM or SIGINT; those that end before are replaced.

    `work` returns some time after its process gets SIGTERM, and is ended after `patience` seconds.
    `ended` is told the id of each process that has ended. To be called by the main thread of a
    process that has no others.
    """
    told, teller = socket.socketpair()
    teller.setblocking(False)
    signal.set_wakeup_fd(teller.fileno())
    for sign in _STOP:
        signal.signal(sign, lambda _sign, _frame: None)  # the socket tells
    at_work: list[BaseProcess] = []
    while True:
        while len(at_work) < count:
            process = _CONTEXT.Process(target=_begin, args=(work,))
            process.start()
            at_work.append(process)
        if told in wait([told, *(process.sentinel for process in at_work)]):
            break
        for process in [each for each in at_work if not each.is_alive()]:
            log.warning("a process of the server ended and is replaced")
            at_work.remove(process)
            ended(process.pid or 0)
        if wait([told], _PAUSE):
            break
    _end(at_work, patience)


def _end(processes: list[BaseProcess], patience: float) -> None:
    deadline = time.monotonic() + patience
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(max(0, deadline - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def _begin(work: Callable[[], None]) -> None:
    """Do the work in a new process, which has nothing of what its parent does with signals."""
    signal.set_wakeup_fd(-1)
    for sign in _STOP:
        signal.signal(sign, signal.SIG_DFL)
    try:
        work()
    except KeyboardInterrupt:
        return
    except Exception:
        log.exception("a process of the server failed")
        sys.exit(1)
