"""Thoughts for tests, light enough to be imported by the processes that do them."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
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

    def is_begun(self) -> bool:
        path = self.folder / f"{self.name}-began"
        return path.exists() and bool(path.read_text())

    def began(self) -> int:
        """Wait until it has begun; give the process."""
        deadline = time.monotonic() + 60
        while not self.is_begun():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return int((self.folder / f"{self.name}-began").read_text())

    def go(self) -> None:
        (self.folder / f"{self.name}-go").touch()


@dataclass(frozen=True)
class Kills:
    """Kills its process; counts how often it was tried. At most so many times, then it is done."""

    folder: Path
    times: int = 99

    def __call__(self) -> int:
        if count(self.folder) <= self.times:
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()


@dataclass(frozen=True)
class Hangs:
    """The same, but hangs instead."""

    folder: Path
    times: int = 99

    def __call__(self) -> int:
        if count(self.folder) <= self.times:
            time.sleep(3600)
        return os.getpid()


def count(folder: Path) -> int:
    """Write down that something is tried, in which process; give how often it was."""
    with (folder / "tries").open("a") as file:
        file.write(f"{os.getpid()}\n")
    return len(tries(folder))


def tries(folder: Path) -> list[int]:
    """Give the processes that tried."""
    return [int(line) for line in (folder / "tries").read_text().split()]


@dataclass(frozen=True)
class Fails:
    """Raises an error, or gives what can't be pickled."""

    how: str = "ZeroDivisionError"

    def __call__(self) -> Any:
        match self.how:
            case "no outcome":
                return lambda: None
            case "no error":
                raise Unpickled(lambda: None)
            case "no way back":
                raise Strange("one", "two")
            case "StopIteration":
                raise StopIteration
            case "SystemExit":
                raise SystemExit
        raise ZeroDivisionError


class Unpickled(Exception):
    """Has something with it that can't be pickled."""


class Strange(Exception):
    """Can be pickled, and not be made again from that."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} {two}")


def ends_at_once(_connection: object) -> None:
    """Be a process that never comes up."""


def hangs_at_once(_connection: object) -> None:
    """Be a process that never says anything."""
    time.sleep(3600)


class Thinks:
    """A thinker that keeps what its tasks gave, in the order in which they came."""

    def __init__(self) -> None:
        self.outcomes: list[Any] = []

    def task(self, view: View, memory: bytes = b"") -> Callable[[], Any] | None:
        return None

    def accept(self, task: Any, outcome: Any) -> None:
        self.outcomes.append((task, outcome))
