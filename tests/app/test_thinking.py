"""Where bots think: most urgent first, each session in turn, with nothing held up."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.thinking import Thinking
from engine.memory import Thought, at_once
from tests.app.tasks import Thinks, Waits, Where
from tests.app.thoughts import Task, Waiting, carry, steps, thinking_in, until


@pytest.fixture
def bot() -> Thinks:
    return Thinks()


@pytest.fixture
def thinking() -> Iterator[Thinking]:
    """Give a place to think with no process: one thing at a time is done by this one."""
    with thinking_in(0) as thinking:
        yield thinking


@pytest.mark.parametrize("size", [0, 2])
def test_thoughts_are_done_where_they_are_to_be(bot: Thinks, size: int) -> None:
    with thinking_in(size) as thinking:
        thinking.wake()
        assert carry(thinking, bot, *map(Where, range(6))) == 6
    assert [task for task, _ in bot.outcomes] == list(map(Where, range(6)))
    places = {place for _, (place, _) in bot.outcomes}
    if size == 0:
        assert places == {os.getpid()}
    else:
        assert os.getpid() not in places
        assert {threads for _, (_, threads) in bot.outcomes} == {"1"}


def test_steps_without_thoughts_and_at_once(thinking: Thinking, bot: Thinks) -> None:
    assert carry(thinking, bot) == 0
    assert at_once(steps(bot, Where(1))) == 1
    assert bot.outcomes == [(Where(1), Where(1)())]


def test_equal_thoughts_are_one(thinking: Thinking, bot: Thinks, tmp_path: Path) -> None:
    task = Waits(tmp_path)
    for session in "abc":
        thinking.begin(Thought(bot, Waits(tmp_path)), session)
    task.began()
    done = [thinking._want(Thought(bot, Waits(tmp_path)), session) for session in "cd"]
    assert thinking.waiting == 0
    task.go()
    assert [each.result(60) for each in done] == [None] * 2
    assert bot.outcomes == [(task, os.getpid())]
    assert not thinking._entries
    assert not thinking._busy


def test_what_somebody_waits_for_comes_first(
    thinking: Thinking, bot: Thinks, tmp_path: Path
) -> None:
    first = Waits(tmp_path)
    thinking.begin(Thought(bot, first), "me")
    first.began()
    for number in range(5):
        thinking.begin(Thought(bot, Where(number)), "me")
    assert thinking.waiting == 5
    waiting = []
    for number in (9, 3):
        waiting.append(Waiting(thinking, bot, Where(number)))
        until(lambda: len(thinking._wanted) == len(waiting))
    first.go()
    assert [each.end() for each in waiting] == [None] * 2
    until(lambda: len(bot.outcomes) == 7)
    assert [task for task, _ in bot.outcomes] == [first, *map(Where, (9, 3, 0, 1, 2, 4))]


@pytest.mark.parametrize("foreseen", [False, True])
def test_one_session_does_not_hold_up_another(
    thinking: Thinking, bot: Thinks, tmp_path: Path, foreseen: bool
) -> None:
    """One has asked for 20; another's only one is done after what is under way and one more."""
    first = Waits(tmp_path)
    tasks: list[Task] = [first, *map(Where, range(19))]
    for task in tasks:
        if foreseen:
            thinking.begin(Thought(bot, task), "greedy")
        else:
            thinking._want(Thought(bot, task), "greedy")
    first.began()
    assert thinking.waiting == 19
    if foreseen:
        thinking.begin(Thought(bot, Where(99)), "modest")
    else:
        thinking._want(Thought(bot, Where(99)), "modest")
    first.go()
    until(lambda: len(bot.outcomes) == 21)
    assert [task for task, _ in bot.outcomes].index(Where(99)) <= 2


def test_a_session_with_something_under_way_stands_back(bot: Thinks, tmp_path: Path) -> None:
    """Of two processes one does what another session asked for, whatever was asked before."""
    with thinking_in(2) as thinking:
        under_way = [Waits(tmp_path, name) for name in ("one", "two")]
        tasks: list[Task] = [*under_way, *map(Where, range(9))]
        for each in tasks:
            thinking._want(Thought(bot, each), "greedy")
        for task in under_way:
            task.began()
        done = thinking._want(Thought(bot, Where(99)), "modest")
        under_way[0].go()
        assert done.result(60) is None
        assert [task for task, _ in bot.outcomes][:2] == [under_way[0], Where(99)]
        under_way[1].go()
        until(lambda: len(bot.outcomes) == 12)


def test_the_queue_is_bounded(
    thinking: Thinking, bot: Thinks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.thinking._FORESEEN", 5)
    monkeypatch.setattr("app.thinking._FORESEEN_OF_ONE", 3)
    first = Waits(tmp_path)
    thinking.begin(Thought(bot, first), "a")
    first.began()
    left = []
    for session in "abc":
        for number in range(9):
            thinking.begin(Thought(bot, Where(10 * ord(session) + number)), session)
        left.append(thinking.waiting)
    assert left == [3, 5, 5]
    first.go()
    assert carry(thinking, bot, Where(7)) == 1


def test_who_gives_up_takes_nothing_from_others(
    thinking: Thinking, bot: Thinks, tmp_path: Path
) -> None:
    task = Waits(tmp_path)

    async def play() -> int:
        impatient = asyncio.create_task(thinking.carry(steps(bot, task), "a"))
        patient = asyncio.create_task(thinking.carry(steps(bot, task), "b"))
        await asyncio.to_thread(task.began)
        impatient.cancel()
        with suppress(asyncio.CancelledError):
            await impatient
        task.go()
        return await patient

    assert asyncio.run(play()) == 1
    assert len(bot.outcomes) == 1


def test_what_everybody_gave_up_is_done_and_forgotten(
    thinking: Thinking, bot: Thinks, tmp_path: Path
) -> None:
    """Whoever asks again later finds it done, and nothing of it is kept here."""
    tasks = Waits(tmp_path), Where(1)

    async def play() -> None:
        gone = [asyncio.create_task(thinking.carry(steps(bot, task), "a")) for task in tasks]
        await asyncio.to_thread(tasks[0].began)
        for each in gone:
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each

    asyncio.run(play())
    tasks[0].go()
    until(lambda: not thinking._entries)
    assert {task for task, _ in bot.outcomes} == set(tasks)
    assert (thinking.waiting, dict(thinking._busy)) == (0, {})
