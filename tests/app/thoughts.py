"""What tests of thinking share: somewhere to think, and somebody who waits for it."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from app.thinking import Thinking
from engine.memory import Steps, Thought
from tests.app.tasks import Thinks

Task = Callable[[], Any]


@contextmanager
def thinking_in(size: int, seconds: float = 60) -> Iterator[Thinking]:
    """Give a place to think with so many processes."""
    thinking = Thinking(size, seconds)
    try:
        yield thinking
    finally:
        thinking.close()


def steps(bot: Thinks, *tasks: Task) -> Steps[int]:
    """Think of one thing after the other; give how many there were."""
    for task in tasks:
        yield Thought(bot, task)
    return len(tasks)


def carry(thinking: Thinking, bot: Thinks, *tasks: Task, session: str = "me") -> int:
    """Think of one thing after the other, and wait for each."""
    return asyncio.run(thinking.carry(steps(bot, *tasks), session))


class Waiting:
    """Somebody who waits for thoughts in a thread."""

    def __init__(self, thinking: Thinking, bot: Thinks, *tasks: Task, session: str = "me") -> None:
        self.error: Exception | None = None
        self._wait_for = partial(carry, thinking, bot, *tasks, session=session)
        self._thread = threading.Thread(target=self._wait)
        self._thread.start()

    def _wait(self) -> None:
        try:
            self._wait_for()
        except Exception as error:
            self.error = error

    def end(self) -> Exception | None:
        """Wait until it is over; give what it came to if it wasn't right."""
        self._thread.join(60)
        assert not self._thread.is_alive()
        return self.error


def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)
