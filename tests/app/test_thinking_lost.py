"""Processes that die, hang, fail or never come up, and what becomes of the thoughts in them."""

import asyncio
import logging
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.thinking import Thinking, ThoughtFailed, ThoughtLost
from engine.memory import Thought
from tests.app import tasks
from tests.app.tasks import Fails, Hangs, Kills, Thinks, Waits, Where, tries
from tests.app.thoughts import Waiting, carry, steps, thinking_in, until

SOON = 0.2
"""Seconds after which a process is taken for hung."""
BAD = pytest.mark.parametrize("bad", [Kills, Hangs])


@pytest.fixture
def bot() -> Thinks:
    return Thinks()


@pytest.fixture
def thinking() -> Iterator[Thinking]:
    """Give a place to think with one process."""
    with thinking_in(1, SOON) as thinking:
        yield thinking


def gone(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return False
    return True


@BAD
def test_a_lost_process_costs_time_only(
    thinking: Thinking, bot: Thinks, tmp_path: Path, bad: type[Kills | Hangs]
) -> None:
    """A fresh one does what it was about, and what comes after that."""
    assert carry(thinking, bot, bad(tmp_path, times=1), Where()) == 2
    first, second = tries(tmp_path)
    assert bot.outcomes[0] == (bad(tmp_path, times=1), second)
    assert bot.outcomes[1][1][0] == second
    assert second not in (first, os.getpid())
    assert gone(first)


@BAD
def test_two_lost_processes_are_enough(
    thinking: Thinking, bot: Thinks, tmp_path: Path, bad: type[Kills | Hangs]
) -> None:
    """Whoever waits is told so, may ask again, and nobody else notices."""
    waiting = [Waiting(thinking, bot, bad(tmp_path), session=each) for each in "ab"]
    assert [type(each.end()) for each in waiting] == [ThoughtLost] * 2
    assert len(set(tries(tmp_path))) == 2
    assert all(map(gone, tries(tmp_path)))
    assert not thinking._entries
    assert carry(thinking, bot, Where()) == 1
    assert bot.outcomes[0][1][0] != os.getpid()
    with pytest.raises(ThoughtLost):
        carry(thinking, bot, bad(tmp_path))
    assert len(set(tries(tmp_path))) == 4


@BAD
def test_others_keep_their_process(
    bot: Thinks, tmp_path: Path, bad: type[Kills | Hangs], caplog: pytest.LogCaptureFixture
) -> None:
    """What is under way in one process goes on while another is lost and replaced, and again."""
    with thinking_in(2) as thinking:
        waits = [Waits(tmp_path, name) for name in ("one", "two")]
        done = [thinking._want(Thought(bot, each), "patient") for each in waits]
        where = [each.began() for each in waits]
        process = thinking._processes[0]._process
        assert process is not None
        patient = where.index(process.pid or 0)
        waits[1 - patient].go()
        assert done[1 - patient].result(60) is None
        thinking._processes[1]._seconds = SOON
        with pytest.raises(ThoughtLost):
            carry(thinking, bot, bad(tmp_path), session="unlucky")
        thinking._processes[1]._seconds = 60
        assert carry(thinking, bot, Where(), session="other") == 1
        assert not done[patient].done()
        waits[patient].go()
        assert done[patient].result(60) is None
    places = [place for _, place in bot.outcomes]
    assert places[::2] == [where[1 - patient], where[patient]]
    assert len({where[0], where[1], places[1][0], *tries(tmp_path)}) == 4
    assert sum("into a task" in record.getMessage() for record in caplog.records) == 2


def test_a_process_that_dies_between_two_tasks(thinking: Thinking, bot: Thinks) -> None:
    assert carry(thinking, bot, Where(1)) == 1
    process = bot.outcomes[0][1][0]
    os.kill(process, signal.SIGKILL)
    assert carry(thinking, bot, Where(2)) == 1
    assert bot.outcomes[1][1][0] not in (process, os.getpid())


def test_a_process_that_stands_still_between_two_tasks(thinking: Thinking, bot: Thinks) -> None:
    assert carry(thinking, bot, Where(1)) == 1
    process = bot.outcomes[0][1][0]
    os.kill(process, signal.SIGSTOP)
    assert carry(thinking, bot, Where(2)) == 1
    assert bot.outcomes[1][1][0] not in (process, os.getpid())
    assert gone(process)


def test_a_machine_without_processes(
    thinking: Thinking,
    bot: Thinks,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def none(_kind: str) -> None:
        raise OSError

    monkeypatch.setattr("app.processes.get_context", none)
    thinking.wake()
    assert carry(thinking, bot, *map(Where, range(6))) == 6
    assert {place for _, (place, _) in bot.outcomes} == {os.getpid()}
    levels = [record.levelno for record in caplog.records]
    assert levels == [logging.WARNING] * 4 + [logging.ERROR]


@pytest.mark.parametrize("how", ["ends_at_once", "hangs_at_once"])
def test_a_process_that_never_comes_up(
    thinking: Thinking, bot: Thinks, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The server does the thought itself, and the next one has its process."""
    with monkeypatch.context() as patch:
        patch.setattr("app.processes.work", getattr(tasks, how))
        patch.setattr("app.processes._START", 0.1)
        assert carry(thinking, bot, Where(1)) == 1
    assert bot.outcomes[0][1][0] == os.getpid()
    assert carry(thinking, bot, Where(2)) == 1
    assert bot.outcomes[1][1][0] != os.getpid()


FAILURES = {
    "ZeroDivisionError": ZeroDivisionError,
    "no outcome": Exception,
    "no error": RuntimeError,
    "no way back": TypeError,
    "StopIteration": StopIteration,
}


@pytest.mark.parametrize("how", FAILURES)
def test_a_thought_that_fails(
    thinking: Thinking, bot: Thinks, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told to whoever waits, with its place in the log, and costs no process."""
    assert carry(thinking, bot, Where(1)) == 1
    with pytest.raises(ThoughtFailed) as failed:
        carry(thinking, bot, Fails(how))
    assert isinstance(failed.value.__cause__, FAILURES[how])
    thinking.begin(Thought(bot, Fails()), "me")
    assert carry(thinking, bot, Where(2)) == 1
    assert bot.outcomes[0][1] == bot.outcomes[1][1]
    if how == "ZeroDivisionError":
        assert "tests/app/tasks.py" in caplog.text


@pytest.mark.parametrize("how", [*FAILURES, "SystemExit"])
def test_a_thought_that_fails_here(bot: Thinks, how: str) -> None:
    with thinking_in(0) as thinking:
        if how != "no outcome":
            with pytest.raises(ThoughtFailed):
                carry(thinking, bot, Fails(how))
        assert carry(thinking, bot, Where()) == 1


def test_an_outcome_that_the_bot_does_not_take(thinking: Thinking) -> None:
    class Picky(Thinks):
        def accept(self, task: object, outcome: object) -> None:
            if task == Where(1):
                raise KeyError
            super().accept(task, outcome)

    bot = Picky()
    with pytest.raises(ThoughtFailed):
        carry(thinking, bot, Where(1))
    assert carry(thinking, bot, Where(2)) == 1


def test_the_end(bot: Thinks, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever waits is let go at once, nothing is begun any more, and no process is left.

    None of that is worth a line in the log.
    """
    with thinking_in(1, 60) as thinking:
        under_way, queued = Hangs(tmp_path), Where(1)
        waiting = [Waiting(thinking, bot, under_way)]
        until((tmp_path / "tries").exists)
        waiting.append(Waiting(thinking, bot, queued))
        until(lambda: thinking.waiting == 1)
        thinking.begin(Thought(bot, Where(2)), "me")
    assert [type(each.end()) for each in waiting] == [ThoughtLost] * 2
    thinking.begin(Thought(bot, Where(3)), "me")
    thinking.wake()
    with pytest.raises(ThoughtLost):
        carry(thinking, bot, Where(4))
    assert bot.outcomes == []
    assert not caplog.records
    assert (thinking.waiting, len(tries(tmp_path))) == (0, 1)
    assert all(map(gone, tries(tmp_path)))


def test_the_end_of_one_that_never_began() -> None:
    for size in (0, 1):
        with thinking_in(size):
            pass


def test_who_waits_when_the_server_ends_can_be_cancelled(bot: Thinks, tmp_path: Path) -> None:
    with thinking_in(1, 60) as thinking:

        async def play() -> None:
            waiting = asyncio.create_task(thinking.carry(steps(bot, Hangs(tmp_path)), "a"))
            while not (tmp_path / "tries").exists():
                await asyncio.sleep(0.01)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting

        asyncio.run(play())
