"""Where bots' long thoughts are done: in a few processes beside the server's own.

A thought begins when it can be foreseen, and whoever needs it waits for it without keeping a
thread, a connection to the database or anything else. Thoughts that somebody waits for come first.
Where a thought is done makes no difference to what it gives, so a process that dies costs time
only: its thought is done again, and at last by the server itself.
"""

import asyncio
import logging
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import Any, Final, TypeVar, cast

from anyio import to_thread

from app import processes
from engine.memory import Steps, Thought

T = TypeVar("T")
log = logging.getLogger(__name__)

_FORESEEN: Final = 1000
"""Thoughts nobody waits for that are kept in the queue; others are begun when they are needed."""
_TRIES: Final = 2
"""How often a thought may lose its process before the server does it itself."""
_BREAKS: Final = 4
"""How many losses without a success in between show that processes don't work here."""


@dataclass(eq=False)
class _Entry:
    thought: Thought
    done: Future[None] = field(default_factory=Future)
    lost: int = 0


class Thinking:
    """Does thoughts in `size` processes, which start with the first thought; 0 for none.

    All methods may be called by any thread.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        # Never held while a pool is asked for something: pools call back, with locks of their own.
        self._lock = threading.Lock()
        self._wanted: dict[Thought, _Entry] = {}
        self._foreseen: dict[Thought, _Entry] = {}
        self._begun: dict[Thought, _Entry] = {}
        self._pool: Executor | None = None
        self._here = ThreadPoolExecutor(1, "thinking")
        self._breaks = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a process."""
        return len(self._wanted) + len(self._foreseen)

    def wake(self) -> None:
        """Start the processes, if they aren't there yet."""
        with self._lock:
            if self._pool is not None or not self._size or self._closed:
                return
            pool = self._executor()
        for _ in range(self._size):
            with suppress(RuntimeError, OSError):
                pool.submit(processes.ready)

    def begin(self, thought: Thought) -> None:
        """Do a thought when nothing more urgent is to be done."""
        with self._lock:
            known = thought in self._begun or thought in self._wanted or thought in self._foreseen
            if not known and not self._closed and len(self._foreseen) < _FORESEEN:
                self._foreseen[thought] = _Entry(thought)
        self._go_on()

    async def carry(self, steps: Steps[T]) -> T:
        """Drive steps in threads of the server, and wait for their thoughts in between."""
        try:
            while True:
                thought, result = await to_thread.run_sync(_next, steps)
                if thought is None:
                    return cast("T", result)
                done = self._want(thought)
                # Others may wait for it too, so that it must survive whoever gives up.
                await asyncio.shield(asyncio.wrap_future(done))
        finally:
            steps.close()

    def close(self) -> None:
        """End the processes. What somebody still waits for is done by the server."""
        with self._lock:
            self._closed = True
            self._foreseen.clear()
            pool, self._pool = self._pool, self._here
        if pool is not None:
            pool.shutdown(cancel_futures=True)
        self._here.shutdown()

    def _want(self, thought: Thought) -> Future[None]:
        """Give what tells that a thought is done; it comes before all that is only foreseen."""
        with self._lock:
            entry = self._begun.get(thought) or self._wanted.get(thought)
            if entry is None:
                entry = self._foreseen.pop(thought, None) or _Entry(thought)
                self._wanted[thought] = entry
        self._go_on()
        return entry.done

    def _go_on(self) -> None:
        """Give each process something to do, as long as there is something."""
        while True:
            with self._lock:
                queue = self._wanted or self._foreseen
                if not queue or len(self._begun) >= max(1, self._size):
                    return
                entry = queue.pop(next(iter(queue)))
                self._begun[entry.thought] = entry
            self._submit(entry)

    def _submit(self, entry: _Entry) -> None:
        with self._lock:
            pool = self._here if entry.lost >= _TRIES else self._executor()
        try:
            future = pool.submit(entry.thought.task)
        except (BrokenProcessPool, OSError) as error:
            self._lose(entry, pool, error)
        except RuntimeError as error:  # shut down
            self._end(entry, error)
        else:
            future.add_done_callback(partial(self._take, entry, pool))

    def _executor(self) -> Executor:
        """Give what has the processes; the server's own thread if there are to be none."""
        if self._pool is None:
            self._pool = _processes(self._size) or self._here
        return self._pool

    def _take(self, entry: _Entry, pool: Executor, future: Future[Any]) -> None:
        if future.cancelled():
            self._lose(entry, pool, None)
            return
        error = future.exception()
        if isinstance(error, BrokenProcessPool):
            self._lose(entry, pool, error)
            return
        try:
            if error is None:
                entry.thought.bot.accept(entry.thought.task, future.result())
        except Exception as broken:
            error = broken
        self._end(entry, error)

    def _lose(self, entry: _Entry, pool: Executor, error: BaseException | None) -> None:
        """Try again with other processes, or without."""
        entry.lost += 1
        with self._lock:
            if self._pool is pool and pool is not self._here:
                self._pool = None
                self._breaks += 1
                log.warning("a process for bots' thoughts was lost", exc_info=error)
                if self._breaks >= _BREAKS:
                    log.error("bots think in the server's own process from now on")
                    self._size = 0
        self._submit(entry)

    def _end(self, entry: _Entry, error: BaseException | None) -> None:
        with self._lock:
            if error is None:
                self._breaks = 0
            del self._begun[entry.thought]
        if error is None:
            entry.done.set_result(None)
        else:
            log.error("a bot's thought failed", exc_info=error)
            entry.done.set_exception(error)
        self._go_on()


def _next(steps: Steps[T]) -> tuple[Thought | None, T | None]:
    """Take the next step; give the thought it stops at, or else the result."""
    try:
        return next(steps), None
    except StopIteration as end:
        return None, end.value


def _processes(size: int) -> Executor | None:
    """Make what starts processes; None if there are to be none, or this machine has none."""
    if not size:
        return None
    try:
        return ProcessPoolExecutor(size, get_context("spawn"), processes.begin)
    except (ImportError, NotImplementedError, OSError) as error:
        log.warning("no processes for bots' thoughts", exc_info=error)
        return None
