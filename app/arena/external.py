"""A bot that is a program of its own: a line of JSON in, a line of JSON out.

For each decision the program gets {"game", "seed", "view"} as one line on its standard input; it
answers {"action": "…"} as one line on its standard output. ``seed`` is a number for whoever wants
randomness that can be repeated. Every seat of every match has a process to itself, so that the
program can't see more than one hand. At the end its standard input is closed.
"""

import contextlib
import json
import os
import random
import shlex
import signal
import subprocess
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Self

from engine.arena import BotFault
from engine.game import View

PREFIX = "exec:"
_LINE = 65_536
"""Most bytes in an answer."""
_GRACE = 1.0
"""Seconds that a program may take to end by itself once its input is closed."""


class External:
    """One process, for one seat of one match. Use as a context manager.

    `limit` is the number of seconds for an answer; the first one includes the start.
    """

    def __init__(self, command: str, game: str, limit: float) -> None:
        self.command = command
        self.game = game
        self.limit = limit
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(_GRACE if kind is None else 0)
        except subprocess.TimeoutExpired:
            _kill(process)
        assert process.stdout is not None
        process.stdout.close()

    def choose(self, view: View, rng: random.Random) -> str:
        """Ask the program. Raises BotFault."""
        question = {"game": self.game, "seed": rng.getrandbits(32), "view": view}
        line = self._exchange(json.dumps(question, ensure_ascii=True) + "\n")
        if not line:
            raise BotFault("crashed")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise BotFault("no-answer") from None
        action = answer.get("action") if isinstance(answer, dict) else None
        if not isinstance(action, str):
            raise BotFault("no-answer")
        return action

    def _exchange(self, question: str) -> str:
        """Send a line and wait for one; empty if the program has ended."""
        if self._process is None:
            self._process = _start(self.command)
        process = self._process
        answers: SimpleQueue[bytes] = SimpleQueue()

        def exchange() -> None:
            assert process.stdin is not None
            assert process.stdout is not None
            left = memoryview(question.encode())
            try:
                while left:
                    left = left[process.stdin.write(left) :]
                answers.put(process.stdout.readline(_LINE))
            except (OSError, ValueError):
                answers.put(b"")

        Thread(target=exchange, daemon=True).start()
        try:
            return answers.get(timeout=self.limit).decode("utf-8", "replace")
        except Empty:
            # The thread may be left behind: what the program has started can keep its pipes open.
            _kill(process)
            raise BotFault("timeout") from None


def _start(command: str) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - the user's own command, without a shell
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,  # without the locks of buffers, pipes can be closed whoever still reads them
            start_new_session=True,
        )
    except OSError:
        raise BotFault("crashed") from None


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process, and what it has started, at once."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
