"""What people and programs notice of lost thoughts, and of others who ask for many."""

from collections.abc import Callable, Iterator, MutableMapping
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from app.i18n import LANGUAGES
from app.words.error_pages import error_page
from engine.game import View
from engine.one_poker import GAME
from engine.one_poker.solver.player import SolverBot
from tests.app.program import MATCHES, bearer, start
from tests.app.tasks import Hangs, Kills, Waits, Where
from tests.app.thoughts import until
from tests.app.visitor import HTMX, Visitor, close_all, fields, make_app

LEVELS = cast("MutableMapping[str, Any]", GAME.levels)
SOON = 0.2


class Thoughtful(SolverBot):
    """Has to think about what it is told to, whatever is dealt."""

    def __init__(self, about: Callable[[View], Callable[[], Any] | None]) -> None:
        super().__init__(effort=0.01)
        self.about = about
        self.done: list[Any] = []

    def task(self, view: View, memory: bytes = b"") -> Any:
        task = self.about(view)
        return None if task in self.done else task

    def accept(self, task: Any, outcome: Any) -> None:
        if isinstance(task, Waits | Where):
            self.done.append(task)
        else:
            super().accept(task, outcome)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    yield f"sqlite:///{tmp_path / 'room.sqlite3'}"
    close_all()


@pytest.mark.parametrize("bad", [Kills, Hangs])
def test_a_lost_thought_changes_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: type[Kills | Hangs]
) -> None:
    """It is told with 503 and when to come again, in the person's language; then it goes on."""
    bot = Thoughtful(lambda _view: None)
    monkeypatch.setitem(LEVELS, "solver", bot)
    with Visitor(make_app(url, bot_processes=1, bot_seconds=SOON)) as visitor:
        table = visitor.open("one-poker", "solver")
        made = start(visitor.request, game="one-poker", level="solver")
        before = visitor.match(table)
        lock = f"lock {before.view()['hands'][0][0]}"
        bot.about = lambda _view: bad(tmp_path)
        for language, headers in (("en", {}), ("sv", HTMX)):
            visitor.client.headers["Accept-Language"] = language
            answer = visitor.act(table, lock, headers=headers)
            assert answer.status_code == 503
            assert int(answer.headers["retry-after"]) > 0
            assert error_page(LANGUAGES[language], "no-answer").text in answer.text.replace(
                "&#39;", "'"
            )
            assert ("<html" in answer.text) == (not headers)
        card = made["view"]["hands"][0][0]
        program: Any = {
            "json": {"revision": made["revision"], "action": f"lock {card}"},
            "headers": {**bearer(made["token"]), "Accept-Language": "ru"},
        }
        problem = visitor.post(f"{MATCHES}/{made['id']}/actions", **program)
        assert problem.status_code == 503
        assert problem.headers["content-type"] == "application/problem+json"
        assert int(problem.headers["retry-after"]) > 0
        assert problem.headers["content-language"] == "ru"
        assert problem.json()["code"] == "unavailable"
        assert visitor.match(table).row == before.row
        assert visitor.get(table).status_code == 200
        other = visitor.open("one-poker", "beginner")
        assert visitor.act(other, visitor.match(other).view()["legal"][0]).status_code == 303
        bot.about = lambda _view: None
        assert visitor.act(table, lock).status_code == 303
        assert visitor.match(table).revision > before.revision
        assert visitor.post(f"{MATCHES}/{made['id']}/actions", **program).status_code == 200


def test_many_tables_of_one_person(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One waits for 20 answers; another's is there after the one under way and one more."""
    bot = Thoughtful(lambda _view: None)
    monkeypatch.setitem(LEVELS, "solver", bot)
    app = make_app(url)
    thinking = app.state.room.thinking
    with Visitor(app) as greedy, Visitor(app) as modest:

        def ask(visitor: Visitor, table: str) -> Future[int]:
            form = fields(f"lock {visitor.match(table).view()['hands'][0][0]}", 0)

            async def send() -> int:
                return (await visitor.client.post(table, data=form)).status_code

            return visitor.portal.start_task_soon(send)

        tables = [greedy.open("one-poker", "solver") for _ in range(20)]
        mine = modest.open("one-poker", "solver")
        first, numbers = Waits(tmp_path), count(1)
        bot.about = lambda _view: Where(next(numbers)) if first.is_begun() else first
        answers = [ask(greedy, tables.pop())]
        first.began()
        answers += [ask(greedy, table) for table in tables]
        until(lambda: thinking.waiting == 19)
        answers.append(ask(modest, mine))
        until(lambda: thinking.waiting == 20)
        first.go()
        assert [answer.result(60) for answer in answers] == [303] * 21
    assert bot.done.index(Where(20)) <= 2
