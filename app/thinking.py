"""Where bots' long thoughts are done: in a few processes beside the server's own.

A thought begins when it can be foreseen, and whoever needs it waits for it without keeping a
thread, a connection to the database or anything else. Thoughts that somebody waits for come first,
and sessions take turns. Where a thought is done makes no difference to what it gives, so a process
that dies or hangs costs time only: its thought is done once more by a fresh one.
"""

import asyncio
import logging
import threading
from collections import Counter
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeVar, cast

from anyio import to_thread

from app.processes import Lost, NoProcess, Process
from app.turns import Turns
from engine.memory import Steps, Thought

T = TypeVar("T")
log = logging.getLogger(__name__)

_FORESEEN: Final = 1000
"""Thoughts nobody waits for that are kept in the queue; others are begun when they are needed."""
_FORESEEN_OF_ONE: Final = 100
"""The same for one session."""
_TRIES: Final = 2
"""How many processes a thought may cost."""
_BREAKS: Final = 4
"""How many vain starts without a success in between show that processes don't work here."""


class ThoughtLost(Exception):
    """A thought cost as many processes as it may, or the server ends; asking again is safe."""


class ThoughtFailed(Exception):
    """A thought raised the error that is the cause of this one."""


@dataclass(eq=False)
class _Entry:
    """A thought, what will tell how it ended, and whose turn it was when it was begun."""

    thought: Thought
    done: Future[BaseException | None] = field(default_factory=Future)
    whose: str | None = None


class Thinking:
    """Does thoughts in `size` processes, which start with the first thought; 0 for none.

    A thought in a process has so many `seconds`; the server's own thread can't be ended, and takes
    as long as it takes. All methods may be called by any thread.
    """

    def __init__(self, size: int, seconds: float) -> None:
        self._processes = [Process(seconds) for _ in range(size)]
        self._seconds = seconds
        self._changed = threading.Condition()
        self._entries: dict[Thought, _Entry] = {}
        self._wanted: Turns[Thought] = Turns()
        self._foreseen: Turns[Thought] = Turns()
        self._busy: Counter[str] = Counter()
        self._threads: list[threading.Thread] = []
        self._here = threading.Lock()
        self._breaks = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a process."""
        return len(self._wanted) + len(self._foreseen)

    def wake(self) -> None:
        """Start the processes, if they aren't there yet."""
        with self._changed, suppress(RuntimeError):
            self._up()

    def begin(self, thought: Thought, session: str) -> None:
        """Do a thought when nothing more urgent is to be done."""
        with self._changed:
            full = (
                len(self._foreseen) >= _FORESEEN
                or self._foreseen.count(session) >= _FORESEEN_OF_ONE
            )
            if thought in self._entries or self._closed or full:
                return
            self._entries[thought] = _Entry(thought)
            self._foreseen.add(session, thought)
            self._changed.notify()
        self.wake()

    async def carry(self, steps: Steps[T], session: str) -> T:
        """Drive steps in threads of the server, and wait for their thoughts in between.

        Raises what they raise, ThoughtLost and ThoughtFailed.
        """
        try:
            while True:
                thought, result = await to_thread.run_sync(_next, steps)
                if thought is None:
                    return cast("T", result)
                done = asyncio.wrap_future(self._want(thought, session))
                # Others may wait for it too, so that it must survive whoever gives up.
                error = await asyncio.shield(done)
                if isinstance(error, ThoughtLost):
                    raise ThoughtLost
                if error is not None:
                    raise ThoughtFailed from error
        finally:
            steps.close()

    def close(self) -> None:
        """End the processes, and let go whoever waits."""
        with self._changed:
            self._closed = True
            left = [entry for entry in self._entries.values() if entry.whose is None]
            for entry in left:
                self._wanted.drop(entry.thought)
                self._foreseen.drop(entry.thought)
                del self._entries[entry.thought]
            self._changed.notify_all()
        for process in self._processes:
            process.end()
        for entry in left:
            entry.done.set_result(ThoughtLost())
        for thread in self._threads:
            thread.join(self._seconds)

    def _want(self, thought: Thought, session: str) -> Future[BaseException | None]:
        """Give what tells how a thought ends; it comes before all that is only foreseen."""
        with self._changed:
            if self._closed:
                raise ThoughtLost
            entry = self._entries.get(thought)
            if entry is None:
                entry = self._entries[thought] = _Entry(thought)
            if entry.whose is None:
                self._foreseen.drop(thought)
                self._wanted.add(session, thought)
                self._up()
                self._changed.notify()
        return entry.done

    def _up(self) -> None:
        """Start the threads that see to the processes, if they aren't there yet."""
        if self._threads or self._closed:
            return
        places: list[Process | None] = [*self._processes]
        for process in places or [None]:
            thread = threading.Thread(
                target=self._work, args=(process,), name="thinking", daemon=True
            )
            thread.start()
            self._threads.append(thread)

    def _work(self, process: Process | None) -> None:
        """Do one thought after the other; all that a thread does."""
        if process is not None:
            with suppress(Lost, NoProcess):
                process.start()
        while (entry := self._take()) is not None:
            error: BaseException | None = None
            try:
                self._do(entry.thought, process)
            except BaseException as found:
                error = found
            self._end(entry, error)
        if process is not None:
            process.close()

    def _take(self) -> _Entry | None:
        """Wait for a thought that is to be done next; None if there will be none."""
        with self._changed:
            while not self._closed:
                queue = self._wanted or self._foreseen
                if queue:
                    session, thought = queue.take(self._busy)
                    self._busy[session] += 1
                    entry = self._entries[thought]
                    entry.whose = session
                    return entry
                self._changed.wait()
        return None

    def _do(self, thought: Thought, process: Process | None) -> None:
        for _ in range(_TRIES):
            if process is None or self._breaks >= _BREAKS:
                break
            try:
                outcome = process.do(thought.task)
            except Lost:
                continue
            except NoProcess as error:
                self._count(error)
                break
            self._breaks = 0
            thought.bot.accept(thought.task, outcome)
            return
        else:
            raise ThoughtLost
        with self._here:
            thought.think()

    def _count(self, error: NoProcess) -> None:
        self._breaks += 1
        log.warning("no process for bots' thoughts", exc_info=error)
        if self._breaks == _BREAKS:
            log.error("bots think in the server's own process from now on")

    def _end(self, entry: _Entry, error: BaseException | None) -> None:
        with self._changed:
            assert entry.whose is not None
            del self._entries[entry.thought]
            self._busy[entry.whose] -= 1
            if not self._busy[entry.whose]:
                del self._busy[entry.whose]
        if isinstance(error, ThoughtLost):
            if not self._closed:
                log.error("a bot's thought was given up")
        elif error is not None:
            log.error("a bot's thought failed", exc_info=error)
        entry.done.set_result(error)


def _next(steps: Steps[T]) -> tuple[Thought | None, T | None]:
    """Take the next step; give the thought it stops at, or else the result."""
    try:
        return next(steps), None
    except StopIteration as end:
        return None, end.value
