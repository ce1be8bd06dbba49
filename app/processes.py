"""What processes do first that others start. Nothing here imports numpy, which comes later."""

import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import parent_process
from typing import Final

_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def one_thread() -> None:
    """Let numpy, not yet imported, use one thread: other processes have the other cores."""
    for name in _THREADS:
        os.environ[name] = "1"


def begin() -> None:
    """Make this a process for bots' thoughts: it stands back for the server, and ends with it."""
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


def ready() -> None:
    """Do nothing; what asks for this knows afterwards that a process is up."""
