"""Positions of Run Fast, and the page of each as a person sees it."""

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from starlette.datastructures import FormData, UploadFile

from app.i18n import LANGUAGES
from app.pages.run_fast import PAGE
from app.preferences import Ways
from app.templates import environment
from engine.game import game
from engine.shuffle import FixedDecks, SeededDecks
from tests.app.tables import live_table

GAME = game("run-fast")
ENGLISH = LANGUAGES["en"]
CASES = Path(__file__).parents[1] / "engine" / "cases"
TABLE = live_table("run-fast")


def case(name: str, actions: int | None = None) -> Any:
    """Replay a worked case, or its first so many actions."""
    record = json.loads((CASES / f"run-fast-{name}.json").read_text())["record"]
    position = GAME.start(FixedDecks(tuple(record["deck"])))
    for action in record["actions"][:actions]:
        position = GAME.apply(position, action)
    return position


def deal(seed: int) -> Iterator[Any]:
    """Play a deal at random; give every position at which seat 0 is to act, and the last."""
    rng = random.Random(seed)
    position = GAME.start(SeededDecks(GAME.name, GAME.pack, f"{seed:064x}", "x"))
    while not GAME.is_over(position):
        if GAME.turn(position) == 0:
            yield position
        position = GAME.apply(position, GAME.sample(position, rng))
    yield position


def shown(position: Any, kept: FormData | None = None) -> dict[str, Any]:
    return dict(PAGE.context(GAME.view(position, 0), ENGLISH, kept))


def page(
    position: Any,
    kept: FormData | None = None,
    lang: str = "en",
    groups: bool = False,
    told: Iterable[str] = (),
    **table: object,
) -> str:
    context = PAGE.context(GAME.view(position, 0), LANGUAGES[lang], kept)
    given = SimpleNamespace(**{**vars(TABLE), **table})
    template = environment(lang, "/static", "").get_template(PAGE.fragment)
    likes = SimpleNamespace(ways=Ways(groups=groups), told=frozenset(told))
    return template.render(context, table=given, notice=None, partial=True, deck="2", likes=likes)


def form(*fields: tuple[str, str | UploadFile]) -> FormData:
    return FormData(list(fields))
