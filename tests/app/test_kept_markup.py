"""What is kept of pages that were drawn before never shows in a page where it doesn't belong."""

import random
from typing import Any

import pytest
from jinja2 import Environment
from jinja2.compiler import CodeGenerator

from app import templates
from app.i18n import LANGUAGES
from app.pages import one_poker, one_poker_deals, one_poker_log
from app.preferences import Light, Preferences, Ways
from app.templates import environment
from engine.game import game
from engine.one_poker.ranks import PACK
from engine.shuffle import SeededDecks
from tests.app.tables import live_table

GAME = game("one-poker")
TABLE = live_table("one-poker")


def positions(seed: int) -> list[Any]:
    """Give some positions of a match in which nobody folds, in which the person is to act."""
    rng = random.Random(seed)
    position = GAME.start(SeededDecks("one-poker", PACK, f"{seed:064x}", "page"))
    found = []
    while not GAME.is_over(position) and position.deal < 9:
        if position.turn in (0, None):
            found.append(position)
        legal = GAME.legal(position)
        position = GAME.apply(position, "check" if "check" in legal else rng.choice(legal[:2]))
    return found[::3]


def draw(position: Any, code: str, made: Environment) -> str:
    language = LANGUAGES[code]
    likes = Preferences(language, Light(), "2", Ways(), frozenset())
    context = one_poker.PAGE.context(GAME.view(position, 0), language, None)
    template = made.get_template(one_poker.PAGE.fragment)
    return template.render(context, table=TABLE, notice=None, partial=True, deck="2", likes=likes)


PYTHON = (one_poker_deals._settled, one_poker_log._chapter, one_poker._frame)


def test_pages_are_the_same_with_and_without_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [each for pair in zip(positions(3), positions(4), strict=False) for each in pair]
    cases = [(code, position) for position in places for code in LANGUAGES]
    kept = [draw(position, code, environment(code, "/static", "")) for code, position in cases]
    monkeypatch.setattr(templates, "KEPT", dict.fromkeys(templates.KEPT, ()))
    monkeypatch.setattr(templates, "Folding", CodeGenerator)
    plain = {code: environment.__wrapped__(code, "/static", "") for code in LANGUAGES}
    for (code, position), found in zip(cases, kept, strict=True):
        for each in PYTHON:
            each.cache_clear()
        assert found == draw(position, code, plain[code]), (position.deal, code)
    assert len(set(kept)) == len(kept)


def test_all_that_is_kept_exists_and_is_bounded() -> None:
    drawn: Any = environment("sv", "/static", "").globals["drawn"]
    kept = [
        getattr(drawn(name), each) for name, macros in templates.KEPT.items() for each in macros
    ]
    for each in (*kept, *PYTHON):
        assert each.cache_parameters()["maxsize"]


def test_what_is_known_is_written_out_when_a_template_is_compiled() -> None:
    made = environment("sv", "/static", "")
    folded = """{{ _("Fair play") }} {{ asset("a&b.svg") }} {{ m.ic("lock") }}"""
    left = """{{ _(word) }} {{ _("Bet %(n)s", n=1) }} {{ m.ic(word) }} {{ own("x") }}"""
    code = made.compile(f"{folded} {left}", raw=True)
    shown = f'{LANGUAGES["sv"].gettext("Fair play")} /static/a&amp;b.svg <svg class="ic"'
    assert shown in code
    assert code.count("context.call(") == 4
