"""Thoughts for tests, light enough to be imported by the processes that do them."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

from engine.game import View


@dataclass(frozen=True)
class Where:
    """Tells in which process it was done, and with how many threads for numpy."""

    number: int = 0

    def __call__(self) -> tuple[int, str]:
        return os.getpid(), os.environ.get("OPENBLAS_NUM_THREADS", "")


@dataclass(frozen=True)
class Waits:
    """Says that it has begun, and ends when it is let go."""

    folder: Path
    name: str = "task"

    def __call__(self) -> int:
        (self.folder / f"{self.name}-began").write_text(str(os.getpid()))
        while not (self.folder / f"{self.name}-go").exists():
            time.sleep(0.01)
        return os.getpid()

    def began(self) -> int:
        """Wait until it has begun; give the process."""
        path = self.folder / f"{self.name}-began"
        deadline = time.monotonic() + 60
        while not path.exists() or not path.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return int(path.read_text())

    def go(self) -> None:
        (self.folder / f"{self.name}-go").touch()


@dataclass(frozen=True)
class Kills:
    """Kills its process, unless that is the server's own; counts how often it was tried."""

    folder: Path

    def __call__(self) -> int:
        with (self.folder / "tries").open("a") as file:
            file.write("x")
        if parent_process() is not None:
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()


@dataclass(frozen=True)
class Fails:
    """Raises an error."""

    def __call__(self) -> None:
        raise ZeroDivisionError


class Thinks:
    """A thinker that keeps what its tasks gave, in the order in which they came."""

    def __init__(self) -> None:
        self.outcomes: list[Any] = []

    def task(self, view: View, memory: bytes = b"") -> Callable[[], Any] | None:
        return None

    def accept(self, task: Any, outcome: Any) -> None:
        self.outcomes.append((task, outcome))
