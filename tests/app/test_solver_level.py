"""The solver as an opponent: its memory beside the match, and its thoughts in other processes."""

import hashlib
import multiprocessing
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, MutableMapping
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.memories import pack, unpack
from app.store.schema import matches
from bench.load.room import fill
from engine.game import View
from engine.memory import at_once, remember
from engine.one_poker import GAME
from engine.one_poker.solver.player import Solve, SolverBot
from engine.record import Record, positions
from tests.app.program import Player, check_against_record
from tests.app.tasks import Waits
from tests.app.visitor import Visitor, close_all, make_app

ROOT = Path(__file__).resolve().parents[2]
EFFORT = 0.05
"""Fifteen iterations a deal: nothing here depends on how well it plays."""
LEVELS = cast("MutableMapping[str, Any]", GAME.levels)


class Counting(SolverBot):
    """Counts the deals that it had to solve."""

    def __init__(self) -> None:
        super().__init__(effort=EFFORT)
        self.solves = 0

    def accept(self, task: Solve, plans: Any) -> None:
        self.solves += 1
        super().accept(task, plans)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Counting]:
    """Give a way to a solver that has just begun, as after a restart."""

    def fresh() -> Counting:
        bot = Counting()
        monkeypatch.setitem(LEVELS, "solver", bot)
        return bot

    fresh()
    return fresh


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "room.sqlite3"
    close_all()


def url(file: Path) -> str:
    return f"sqlite:///{file}"


def step(visitor: Visitor, table: str, rng: random.Random) -> str:
    """Do something cheap; give what was done."""
    legal = visitor.match(table).view()["legal"]
    cheap = [action for action in legal if action in ("check", "fold", "next")]
    action = cheap[0] if cheap else rng.choice(legal)
    assert visitor.act(table, action).status_code == 303
    return str(action)


def play_to(visitor: Visitor, deal: int) -> str:
    """Begin a match and play to the beginning of a deal; give the table."""
    for number in range(20):
        table, rng = visitor.open("one-poker", "solver", client_seed=f"{number}"), random.Random(1)
        while visitor.match(table).state == "live":
            if visitor.match(table).view()["deal"] == deal:
                return table
            step(visitor, table, rng)
    raise AssertionError("no match lasts so long")


def expected(record: Record) -> bytes | None:
    """Make the memory from the record alone, with a solver that has never seen the match."""
    bot = SolverBot(effort=EFFORT)
    return pack([b"", at_once(remember(bot, GAME, record.decks(), record.actions, 1))])


def store(app: FastAPI, table: str, memory: bytes | None) -> None:
    with app.state.room.engine.begin() as connection:
        name = table.removeprefix("/tables/")
        connection.execute(update(matches).where(matches.c.id == name).values(memory=memory))


@pytest.mark.parametrize("bot_processes", [0, 1])
def test_a_match_over_http(database: str, bot_processes: int) -> None:
    """The stored memory is always what follows from the record, and gone at the end."""
    with Visitor(make_app(database, bot_processes=bot_processes)) as visitor:
        table = play_to(visitor, 2)
        page = visitor.get(table)
        assert "Solver" in page.text
        rng = random.Random(2)
        done, deals = "next", 0
        while (match := visitor.match(table)).state == "live" and deals < 4:
            if done == "next":
                assert match.row.memory is not None
                assert match.row.memory == expected(match.record)
                deals += 1
            done = step(visitor, table, rng)
        while visitor.match(table).state == "live":
            legal = visitor.match(table).view()["legal"]
            every = [action for action in legal if ".." in action]
            action = every[0].replace("..", " ").split(" ") if every else []
            wager = f"{action[0]} {action[2]}" if action else ""
            visitor.act(table, wager or ("call" if "call" in legal else legal[0]))
        assert visitor.match(table).row.memory is None
        assert "Solver" in visitor.get(table).text


@pytest.mark.parametrize("bot_processes", [0, 1])
def test_a_program_against_the_solver(file: Path, bot_processes: int) -> None:
    with Visitor(make_app(url(file), bot_processes=bot_processes)) as visitor:
        del visitor.client.headers["Origin"]
        for number in range(3):
            player = Player.sit_down(visitor.request, game="one-poker", level="solver")
            assert player.created["level"] == "solver"
            player.play_out(random.Random(number))
            assert check_against_record(player) > 1


def test_a_process_that_is_killed_costs_time_only(file: Path) -> None:
    with Visitor(make_app(url(file), bot_processes=1)) as visitor:
        table, rng = play_to(visitor, 3), random.Random(4)
        for process in multiprocessing.active_children():
            process.kill()
        for _ in range(8):
            if visitor.match(table).state == "live":
                step(visitor, table, rng)
        match = visitor.match(table)
        assert match.row.revision > 8
        assert match.state == "over" or match.row.memory == expected(match.record)


def test_giving_up_forgets(file: Path) -> None:
    with Visitor(make_app(url(file))) as visitor:
        table = play_to(visitor, 2)
        assert visitor.match(table).row.memory is not None
        visitor.prepare("one-poker", "solver", after=table.removeprefix("/tables/"))
        match = visitor.match(table)
        assert (match.state, match.row.memory) == ("abandoned", None)


def go_on(files: list[str], table: str, cookie: str) -> Iterator[str]:
    """Go on with a match in servers that were just started; tell what comes of it in each."""
    for file in files:
        LEVELS["solver"] = SolverBot(effort=EFFORT)
        with Visitor(make_app(f"sqlite:///{file}", seed=5)) as visitor:
            visitor.client.cookies.set("cardavia_session", cookie)
            rng = random.Random(5)
            done = [step(visitor, table, rng) for _ in range(6)]
            match = visitor.match(table)
            parts = [*done, *match.record.actions, repr(match.row.memory)]
            yield hashlib.sha256("\n".join(parts).encode()).hexdigest()


def test_a_memory_that_is_lost_changes_nothing(file: Path) -> None:
    """In another process, where nothing is known, it is the same without it, byte for byte."""
    app = make_app(url(file))
    with Visitor(app) as visitor:
        table = play_to(visitor, 5)
        stored = visitor.match(table).row.memory
        cookie = visitor.client.cookies["cardavia_session"]
        step(visitor, table, random.Random(9))
    assert stored is not None
    copies = []
    for number, memory in enumerate((stored, None, stored[:-1] + b"\xff", b"x")):
        store(app, table, memory)
        app.state.room.engine.dispose()
        copies.append(str(file.with_name(f"{number}.sqlite3")))
        shutil.copy(file, copies[-1])
    program = (
        "import sys; from tests.app.test_solver_level import go_on\n"
        "print(*go_on(sys.argv[3:], sys.argv[1], sys.argv[2]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, table, cookie, *copies],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found = ran.stdout.split()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_a_stored_memory_is_not_made_again(file: Path, quick: Callable[[], Counting]) -> None:
    with Visitor(make_app(url(file))) as visitor:
        table = play_to(visitor, 7)
        cookie = visitor.client.cookies["cardavia_session"]
    for lost in (False, True):
        bot = quick()
        app = make_app(url(file))
        if lost:
            store(app, table, None)
        with Visitor(app) as visitor:
            visitor.client.cookies.set("cardavia_session", cookie)
            deal = visitor.match(table).view()["deal"]
            step(visitor, table, random.Random(1))
            assert bot.solves >= deal - 1 if lost else bot.solves == 1
            match = visitor.match(table)
            # What was made again is stored again.
            assert match.row.memory == expected(match.record)


def test_the_next_deal_is_begun_before_anybody_asks(
    file: Path, quick: Callable[[], Counting]
) -> None:
    bot = quick()
    with Visitor(make_app(url(file))) as visitor:
        table = play_to(visitor, 3)
        position = visitor.match(table).position
        deadline = time.monotonic() + 60
        while bot.task(GAME.view(position, 1), unpack(visitor.match(table).row.memory, 2)[1]):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        solves = bot.solves
        step(visitor, table, random.Random(1))
        assert bot.solves == solves


class Slow(SolverBot):
    """Has to be told when it may begin."""

    def __init__(self, waits: Waits) -> None:
        super().__init__(effort=EFFORT)
        self.waits = waits
        self.waited = False

    def task(self, view: View, memory: bytes = b"") -> Any:
        return None if self.waited else self.waits

    def accept(self, task: Any, outcome: Any) -> None:
        if task is self.waits or isinstance(task, Waits):
            self.waited = True
        else:
            super().accept(task, outcome)


@pytest.mark.parametrize("bot_processes", [0, 1])
def test_only_who_needs_a_thought_waits_for_it(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot_processes: int
) -> None:
    """Others are answered, more than there are threads; nothing of the database is kept."""
    waits = Waits(tmp_path)
    monkeypatch.setitem(LEVELS, "solver", Slow(waits))
    app = make_app(database, bot_processes=bot_processes)
    with Visitor(app) as visitor, Visitor(app) as other:
        tables = [visitor.open("one-poker", "solver") for _ in range(50)]
        fields = [
            {"do": "lock", "card": match.view()["hands"][0][0], "revision": "0"}
            for match in map(visitor.match, tables)
        ]
        waits.began()

        async def ask(table: str, form: dict[str, str]) -> int:
            return (await visitor.client.post(table, data=form)).status_code

        asked = [
            visitor.portal.start_task_soon(ask, table, form)
            for table, form in zip(tables, fields, strict=True)
        ]
        mine = other.open("one-poker", "beginner")
        for _ in range(5):
            if other.match(mine).state == "live":
                step(other, mine, random.Random(1))
        assert visitor.get(tables[0]).status_code == 200
        assert app.state.room.engine.pool.checkedout() == 0
        assert not any(each.done() for each in asked)
        waits.go()
        assert [each.result(60) for each in asked] == [303] * 50


@pytest.mark.parametrize("name", ["stored", "lost"])
def test_packed_memories(name: str) -> None:
    given = [b"", b"ab", b"\0" * 300] if name == "stored" else [b""] * 3
    stored = pack(given)
    assert (stored is None) == (name == "lost")
    assert unpack(stored, 3) == given
    rng = random.Random(1)
    for wrong in (b"", b"\0", (stored or b"abc")[:-1], *(rng.randbytes(n) for n in range(80))):
        assert unpack(wrong, 3) == [b""] * 3


@pytest.fixture
def long_match(file: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Give a table in deal 50 and its cookie; the solver is the real one."""
    monkeypatch.setitem(LEVELS, "solver", SolverBot())
    (seat,) = fill(url(file), 1, 50, "solver")
    return f"/tables/{seat.table}", seat.cookie


@pytest.mark.long
def test_fifty_deals_go_on_at_once_after_a_restart(file: Path, long_match: tuple[str, str]) -> None:
    table, cookie = long_match
    seconds = {}
    for what in ("lost", "stored"):
        LEVELS["solver"] = SolverBot()
        with Visitor(make_app(url(file))) as visitor:
            visitor.client.cookies.set("cardavia_session", cookie)
            began = time.process_time()
            assert visitor.get(table).status_code == 200
            step(visitor, table, random.Random(1))
            seconds[what] = time.process_time() - began
            record = visitor.match(table).record
            assert len(list(positions(record))) == len(record.actions) + 1
    print(f"the first action in deal 50: {seconds}")  # noqa: T201
    assert seconds["stored"] < 1 < seconds["lost"]
