"""Where bots think: in processes that may die, most urgent first, with nothing held up."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from app.thinking import Thinking
from engine.memory import Steps, Thought, at_once
from tests.app.tasks import Fails, Kills, Thinks, Waits, Where


@pytest.fixture
def bot() -> Thinks:
    return Thinks()


@pytest.fixture
def make() -> Iterator[Callable[[int], Thinking]]:
    made: list[Thinking] = []

    def one(size: int) -> Thinking:
        made.append(Thinking(size))
        return made[-1]

    yield one
    for each in made:
        each.close()


Make = Callable[[int], Thinking]


def steps(bot: Thinks, *tasks: Callable[[], Any]) -> Steps[int]:
    """Think of one thing after the other; give how many there were."""
    for task in tasks:
        yield Thought(bot, task)
    return len(tasks)


def carry(thinking: Thinking, bot: Thinks, *tasks: Callable[[], Any]) -> int:
    return asyncio.run(thinking.carry(steps(bot, *tasks)))


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("size", [0, 2])
def test_thoughts_are_done_where_they_are_to_be(make: Make, bot: Thinks, size: int) -> None:
    thinking = make(size)
    thinking.wake()
    assert carry(thinking, bot, *map(Where, range(6))) == 6
    assert [task for task, _ in bot.outcomes] == list(map(Where, range(6)))
    places = {place for _, (place, _) in bot.outcomes}
    if size == 0:
        assert places == {os.getpid()}
    else:
        assert os.getpid() not in places
        assert {threads for _, (_, threads) in bot.outcomes} == {"1"}


def test_steps_without_thoughts_and_at_once(make: Make, bot: Thinks) -> None:
    assert carry(make(1), bot) == 0
    assert at_once(steps(bot, Where(1))) == 1
    assert bot.outcomes == [(Where(1), Where(1)())]


def test_equal_thoughts_are_one(make: Make, bot: Thinks, tmp_path: Path) -> None:
    thinking, task = make(0), Waits(tmp_path)
    for _ in range(3):
        thinking.begin(Thought(bot, Waits(tmp_path)))
    task.began()
    done = [thinking._want(Thought(bot, Waits(tmp_path))) for _ in range(2)]
    assert thinking.waiting == 0
    task.go()
    for each in done:
        each.result(60)
    assert bot.outcomes == [(task, os.getpid())]


def test_what_somebody_waits_for_comes_first(make: Make, bot: Thinks, tmp_path: Path) -> None:
    thinking = make(0)
    first = Waits(tmp_path)
    thinking.begin(Thought(bot, first))
    first.began()
    for number in range(5):
        thinking.begin(Thought(bot, Where(number)))
    assert thinking.waiting == 5
    waiting = []
    for number in (9, 3):
        waiting.append(threading.Thread(target=carry, args=(thinking, bot, Where(number))))
        waiting[-1].start()
        until(lambda: len(thinking._wanted) == len(waiting))
    first.go()
    for thread in waiting:
        thread.join(60)
    until(lambda: len(bot.outcomes) == 7)
    assert [task for task, _ in bot.outcomes] == [first, *map(Where, (9, 3, 0, 1, 2, 4))]


def test_the_queue_is_bounded(
    make: Make, bot: Thinks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.thinking._FORESEEN", 3)
    thinking, first = make(0), Waits(tmp_path)
    thinking.begin(Thought(bot, first))
    first.began()
    for number in range(9):
        thinking.begin(Thought(bot, Where(number)))
    assert thinking.waiting == 3
    first.go()
    assert carry(thinking, bot, Where(7)) == 1


def test_who_gives_up_takes_nothing_from_others(make: Make, bot: Thinks, tmp_path: Path) -> None:
    thinking, task = make(0), Waits(tmp_path)

    async def play() -> int:
        impatient = asyncio.create_task(thinking.carry(steps(bot, task)))
        patient = asyncio.create_task(thinking.carry(steps(bot, task)))
        await asyncio.to_thread(task.began)
        impatient.cancel()
        with suppress(asyncio.CancelledError):
            await impatient
        task.go()
        return await patient

    assert asyncio.run(play()) == 1
    assert len(bot.outcomes) == 1


def test_a_process_that_is_killed(make: Make, bot: Thinks, tmp_path: Path) -> None:
    """Its thought is done by another one."""
    thinking, task = make(1), Waits(tmp_path)
    waiting = threading.Thread(target=carry, args=(thinking, bot, task))
    waiting.start()
    first = task.began()
    (tmp_path / "task-began").unlink()
    os.kill(first, signal.SIGKILL)
    second = task.began()
    task.go()
    waiting.join(60)
    assert bot.outcomes == [(task, second)]
    assert second not in (first, os.getpid())


def test_a_thought_that_kills_each_process(make: Make, bot: Thinks, tmp_path: Path) -> None:
    """The server does it itself; others have their process all the same."""
    thinking = make(1)
    assert carry(thinking, bot, Kills(tmp_path), Where()) == 2
    assert bot.outcomes[0] == (Kills(tmp_path), os.getpid())
    assert (tmp_path / "tries").read_text() == "xxx"
    assert bot.outcomes[1][1][0] != os.getpid()


def test_a_machine_without_processes(
    make: Make, bot: Thinks, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_arguments: object) -> None:
        raise OSError

    monkeypatch.setattr("app.thinking.ProcessPoolExecutor", none)
    thinking = make(2)
    thinking.wake()
    assert carry(thinking, bot, Where()) == 1
    assert bot.outcomes[0][1][0] == os.getpid()


@pytest.mark.parametrize("size", [0, 1])
def test_a_thought_that_fails(make: Make, bot: Thinks, size: int) -> None:
    thinking = make(size)
    with pytest.raises(ZeroDivisionError):
        carry(thinking, bot, Fails())
    thinking.begin(Thought(bot, Fails()))
    assert carry(thinking, bot, Where()) == 1


def test_the_end(bot: Thinks, tmp_path: Path) -> None:
    """Nothing foreseen is begun any more, and what somebody waits for is done."""
    thinking, task = Thinking(1), Waits(tmp_path)
    results: list[int] = []
    waiting = [
        threading.Thread(target=lambda one=one: results.append(carry(thinking, bot, one)))
        for one in (task, Where(1))
    ]
    waiting[0].start()
    began = task.began()
    waiting[1].start()
    until(lambda: thinking.waiting == 1)
    thinking.begin(Thought(bot, Where(2)))
    closing = threading.Thread(target=thinking.close)
    closing.start()
    until(lambda: thinking.waiting == 1)
    thinking.begin(Thought(bot, Where(3)))
    task.go()
    for thread in (*waiting, closing):
        thread.join(60)
    assert results == [1, 1]
    assert (task, began) in bot.outcomes
    assert {one for one, _ in bot.outcomes} == {task, Where(1)}
    with pytest.raises(ProcessLookupError):
        os.kill(began, 0)
