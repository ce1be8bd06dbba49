"""The Run Fast page: what it says, lights and adds up, from views of real positions."""

import json
import random
import re
import zlib
from typing import Any

import pytest
from starlette.datastructures import UploadFile

from app.i18n import LANGUAGES
from app.pages.run_fast import PAGE
from app.pages.run_fast_settlement import equation
from app.pages.run_fast_story import last_of, since, tell
from engine.game import IllegalAction
from engine.shuffle import FixedDecks
from tests.app.run_fast_pages import CASES, ENGLISH, GAME, case, deal, form, page, shown


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ([("do", "pass")], "pass"),
        ([("do", "pass"), ("card", "3h")], "pass"),
        ([("do", "play"), ("card", "3h"), ("card", "3s")], "play 3h 3s"),
        ([("do", "play")], "play"),
    ],
)
def test_a_form_becomes_an_action(fields: list[tuple[str, str]], action: str) -> None:
    assert PAGE.action(form(*fields)) == action


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [("do", "")],
        [("do", "play"), ("do", "pass")],
        [("do", "play 3c")],
        [("do", "hint")],
        [("do", "play"), ("card", "")],
        [("do", "play"), ("card", "3c 3d")],
        [("do", "play"), ("card", "3h"), ("card", "3h")],
        [("do", "play"), ("card", "zz")],
        [("do", "play"), ("card", "\n3")],
        [("do", "play"), *[("card", "3h")] * 5000],
        [("do", "play"), ("card", "3h" * 5000)],
        [("card", "3h")],
    ],
)
def test_a_form_that_makes_no_sense_is_refused_by_the_rules(
    fields: list[tuple[str, str]],
) -> None:
    action = PAGE.action(form(*fields))
    assert len(action) < 100
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(case("heavenly-bomb", 0), action)
    assert refused.value.code == "not-an-action"


def test_a_file_is_no_card() -> None:
    upload = UploadFile(file=None, filename="3h")  # type: ignore[arg-type]
    assert PAGE.action(form(("do", "play"), ("card", upload))) == "?"
    assert PAGE.action(form(("do", upload))) == "?"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_hidden_hands_are_nowhere_on_the_page(seed: int, lang: str) -> None:
    for position in deal(seed):
        if GAME.is_over(position):
            continue
        snapshot, view = GAME.snapshot(position), GAME.view(position, 0)
        public = set(snapshot["hands"][0])
        public |= {card for entry in view["history"] for card in entry["action"].split()[1:]}
        text = page(position, lang=lang)
        drawn = set(re.findall(r'#(?:10|[2-9JQKA])[cdhs]"', text))
        known = {f'#{"10" if card[0] == "T" else card[0]}{card[1]}"' for card in public}
        assert drawn <= known
        values = set(re.findall(r'value="([2-9TJQKA][cdhs])"', text))
        assert values == set(snapshot["hands"][0])


def test_opponents_show_as_many_equal_backs_as_they_hold() -> None:
    for position in deal(2):
        if GAME.is_over(position):
            continue
        counts = GAME.view(position, 0)["counts"]
        text = page(position)
        for seat, side in ((1, "right"), (2, "left")):
            section = re.search(rf'<section class="seat {side}.*?</section>', text, re.S)
            assert section is not None
            backs = re.findall(r'<span class="card back">.*?</span>', section.group())
            assert len(backs) == counts[seat]
            assert len(set(backs)) == 1
            assert ("seat " + side + " few" in section.group()) == (counts[seat] <= 2)


@pytest.mark.parametrize("name", ["bomb-over-bomb", "must-bomb", "whole-deal", "heavenly-bomb"])
def test_the_story_has_the_rounds_and_kinds_of_the_rules(name: str) -> None:
    record = json.loads((CASES / f"run-fast-{name}.json").read_text())["record"]
    position = GAME.start(FixedDecks(tuple(record["deck"])))
    number = 1
    for action in record["actions"]:
        led = GAME.view(position, 0)["table"] is None
        position = GAME.apply(position, action)
        view = GAME.view(position, 0)
        event = tell(view["history"])[-1]
        assert event.round == number
        if action != "pass":
            assert event.kind == view["table"]["kind"]
            assert list(event.cards) == view["table"]["cards"]
            assert event.answers == (not led)
        number += view["table"] is None


def test_what_the_others_did_is_revealed_in_order_and_said_once() -> None:
    for position in (each for seed in range(8) for each in deal(seed)):
        view = GAME.view(position, 0)
        if GAME.is_over(position):
            continue
        news = since(tell(view["history"]), 0)
        context = shown(position)
        assert len(news) <= 2
        assert list(context["stages"].values()) == list(range(1, len(news) + 1))
        layers = context["layers"]
        assert [each["gone"] == 0 for each in layers] == [
            view["table"] is not None and each is layers[-1] for each in layers
        ]
        if view["table"] is not None:
            assert layers[-1]["cards"] == view["table"]["cards"]
        for event in news:
            who = {1: "Iris", 2: "Oskar"}[event.seat]
            sentence = f"{who} passes." if event.passed else rf"{who} (?:plays|leads): [^.]+\."
            assert len(re.findall(sentence, context["say"])) == 1


def test_a_refusal_is_not_told_as_a_new_turn() -> None:
    position = case("bomb-over-bomb", 12)
    while GAME.turn(position) != 0:
        position = GAME.apply(position, GAME.sample(position, random.Random(0)))
    context = shown(position, form(("do", "play")))
    assert context["stages"] == {}
    assert all(layer["stage"] == 0 for layer in context["layers"])
    assert "Iris" not in context["say"]


def test_the_last_action_of_each_player_stays_beside_the_name() -> None:
    for position in deal(9):
        if GAME.is_over(position):
            continue
        events = tell(GAME.view(position, 0)["history"])
        for opponent in shown(position)["opponents"]:
            last = last_of(events, opponent["seat"])
            assert (opponent["last"] is None) == (last is None)
            if last is not None:
                assert opponent["last"]["cards"] == list(last.cards)


@pytest.mark.parametrize("name", ["bomb-over-bomb", "must-bomb", "never-played", "out-by-bomb"])
def test_the_settlement_has_every_number_of_the_rules(name: str) -> None:
    position = case(name)
    view = GAME.view(position, 0)
    settled = shown(position)["settlement"]
    keys = ("cards", "doubled", "spade_two", "bombs", "bonus")
    assert [line["points"] for line in settled["lines"]] == [
        [each[key] for each in view["breakdown"]] for key in keys
    ]
    assert all(sum(line["points"]) == 0 for line in settled["lines"])
    assert settled["totals"] == view["scores"]
    left = {hand["seat"]: hand for hand in settled["hands"]}
    assert set(left) == {seat for seat in range(3) if view["counts"][seat]}
    for seat, hand in left.items():
        assert sorted(hand["cards"]) == sorted(view["hands"][seat])
    text = page(position, over=True, server_seed="ab" * 32)
    for points in view["scores"]:
        written = f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"
        assert f">{written}</td>" in text
    assert '<form class="acts" method="post" action="/matches">' in text
    assert 'name="after" value="abc"' in text
    assert "autofocus" in text


def test_the_sitting_is_added_up_from_the_second_deal_on() -> None:
    position = case("never-played")
    assert "deals in all" not in page(position, sitting_total=[104, -52, -52], deals_before=0)
    text = page(position, sitting_total=[90, -40, -50], deals_before=2)
    assert "3 deals in all" in text
    assert ">+90</td>" in text


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ([79, -27, -52], "79 − 27 − 52 = 0"),
        ([-4, -3, 7], "−4 − 3 + 7 = 0"),
        ([0, 5, -5], "0 + 5 − 5 = 0"),
    ],
)
def test_the_scores_visibly_add_up(scores: list[int], text: str) -> None:
    assert equation(scores) == text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_position_of_a_deal_can_be_shown(lang: str) -> None:
    for seed in range(3):
        for position in deal(seed):
            text = page(position, lang=lang)
            assert text.count('id="main"') == 1
            identifiers = re.findall(r' id="([^"]+)"', text)
            assert len(identifiers) == len(set(identifiers))
            assert " style=" not in text
            assert not re.search(r"\son\w+=|hx-on|<script", text)


def test_the_state_in_words_has_everything_that_is_open() -> None:
    for position in (each for seed in range(3) for each in deal(seed)):
        view = GAME.view(position, 0)
        if GAME.is_over(position):
            continue
        words = str(shown(position)["state_words"])
        for seat, name in ((1, "Iris"), (2, "Oskar")):
            assert re.search(rf"{name} has {view['counts'][seat]} cards? left\.", words)
        if view["table"] is not None:
            assert re.search(r"(Iris|Oskar) (plays|leads): ", words)
        assert words.count(" of ") >= len(view["hands"][0])
        assert str(shown(position)["headline"]) in words


def test_what_was_passed_by_itself_is_revealed_with_the_rest() -> None:
    """Everything after the person's action is new, in one row of stages, eight at the most."""
    longest = 0
    for position in (each for seed in range(20) for each in deal(seed)):
        view = GAME.view(position, 0)
        own = [at for at, each in enumerate(view["history"]) if each["seat"] == 0]
        if GAME.is_over(position) or len(own) < 4:
            continue
        done = own[-4]
        context = PAGE.context(view, ENGLISH, None, done)
        events = tell(view["history"])
        news = events[done + 1 :]
        longest = max(longest, len(news))
        staged = [each["stage"] for each in reversed(context["recent"]) if each["stage"]]  # type: ignore[call-overload]
        first = max(0, len(news) - 8)
        assert staged == list(range(1, len(news) - first + 1))[-6:]
        plays = [at for at, each in enumerate(news[first:], 1) if not each.passed]
        layers: list[dict[str, Any]] = context["layers"]  # type: ignore[assignment]
        assert [each["stage"] for each in layers if each["stage"]] == plays
        assert str(context["say"]).count("passes.") == sum(
            each.passed and each.seat != 0 for each in news
        )
    assert longest > 8


def test_a_swap_is_small() -> None:
    """At most 8 KB are sent for a swapped table, compressed as servers do it."""
    sizes = [
        len(zlib.compress(page(position, lang=lang).encode(), 6))
        for lang in LANGUAGES
        for seed in range(3)
        for position in deal(seed)
    ]
    assert max(sizes) < 4_096
