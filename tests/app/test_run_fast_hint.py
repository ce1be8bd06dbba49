"""The hint: the strongest level's play, and a sentence why, in every language."""

import html
import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest

from app.i18n import LANGUAGES, Language
from app.pages.run_fast import RunFastPage
from app.words import run_fast_hint
from app.words.run_fast_hint import COUNTED, SENTENCES, STANDS, STANDS_WHOLE, why
from bench.run_fast.playing import bot_named, decisions
from engine.game import View
from engine.run_fast import GAME
from engine.run_fast.bot import plays
from engine.run_fast.reasons import Reason
from tests.app.run_fast_pages import ENGLISH, deal, form, page, shown
from tests.engine.run_fast_world import dealt

COMPANY = [bot_named(name) for name in (*GAME.levels, "random")]


def of_seat_0(seed: int) -> Iterator[View]:
    for _, view in decisions(seed, COMPANY):
        if view["seat"] == 0:
            yield view


def test_the_strongest_level_is_asked() -> None:
    strongest = list(GAME.levels.values())[-1]
    for view in islice(of_seat_0(1), 25):
        cards = RunFastPage().hint(view, random.Random(1))
        assert " ".join(["play", *cards]) == strongest.choose(view, random.Random(1))


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
def test_every_reason_is_a_whole_sentence(lang: Language) -> None:
    for view in islice(of_seat_0(2), 60):
        for play in plays(view)[:4]:
            text = why(lang, view, play.text)
            assert re.fullmatch(r"[^.%{}]+\.", text), text


def test_the_weightiest_fact_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(of_seat_0(3))
    pattern = view["legal"][0]
    facts = {
        **{Reason(fact): message for fact, message in SENTENCES.items()},
        **{Reason(fact, 1): message[0] for fact, message in COUNTED.items()},
        **{Reason(fact, 3): message[1] for fact, message in COUNTED.items()},
    }
    del facts[Reason("bomb-earns", 1)]
    for reason, message in facts.items():
        monkeypatch.setattr(
            run_fast_hint, "reasons", lambda *_, told=reason: [told, Reason("left", 9)]
        )
        number = 20 if reason.fact == "bomb-earns" else reason.number
        said = message % {"name": "Iris", "num": number}
        assert why(ENGLISH, view, pattern) == said


def test_what_stands_is_named_by_kind_and_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_fast_hint, "reasons", lambda *_: [Reason("stands"), Reason("left", 2)])
    opening = GAME.view(dealt("3h 3c 3d 3s"), 0)
    later = {**opening, "history": [{"ply": 0, "seat": 0, "action": "play 3h"}]}
    for pattern, said in {
        "2": "the two",
        "A": "an ace",
        "KK": "a pair of kings",
        "JJJ": "three jacks",
        "3333": "a bomb of threes",
        "AAA": "a bomb of three aces",
        "34567": "this straight",
        "QQKKAA": "this pair run",
    }.items():
        assert why(ENGLISH, later, pattern) == f"Nobody can beat {said} now."
    assert why(ENGLISH, opening, "3333") == "Nothing beats the heavenly bomb."


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
def test_every_play_that_may_stand_has_its_own_sentence(lang: Language) -> None:
    texts = [lang.gettext(text) for by_rank in STANDS.values() for text in by_rank.values()]
    texts += [lang.gettext(text) for text in STANDS_WHOLE.values()]
    assert len(set(texts)) == len(texts) == 13 + 12 + 11 + 12 + 3


def test_the_page_says_why_and_announces_it() -> None:
    said = 0
    for position in deal(3):
        view = GAME.view(position, 0)
        if GAME.is_over(position) or view["legal"] == ["pass"]:
            continue
        cards = RunFastPage().hint(view, random.Random(1))
        pattern = "".join(card[0] for card in cards)
        reason = why(ENGLISH, view, pattern)
        kept = form(*[("card", card) for card in cards])
        context, text = shown(position, kept), page(position, kept)
        assert re.search(rf'<p id="why">{re.escape(html.escape(reason))}</p>', text)
        assert 'class="first"' not in text  # the reason comes instead
        name = context["play_label"].removeprefix("Play: ")
        assert context["say"] == (
            f"{context['headline']}. A good play, already chosen: {name}. {reason}"
        )
        said += 1
    assert said > 3
