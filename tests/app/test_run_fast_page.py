"""The Run Fast page: what it says, lights and adds up, from views of real positions."""

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.datastructures import FormData, UploadFile

from app.i18n import LANGUAGES
from app.pages.run_fast import PAGE, RunFastPage
from app.pages.run_fast_hand import by_combination, lit_cards, tips
from app.pages.run_fast_settlement import equation
from app.pages.run_fast_story import last_of, since, tell
from app.preferences import Ways
from app.templates import environment
from engine.game import IllegalAction, game
from engine.run_fast.combinations import classify
from engine.run_fast.hands import card_set
from engine.shuffle import FixedDecks, SeededDecks

GAME = game("run-fast")
ENGLISH = LANGUAGES["en"]
CASES = Path(__file__).parents[1] / "engine" / "cases"
TABLE = SimpleNamespace(
    id="abc",
    game="run-fast",
    level="beginner",
    revision=7,
    over=False,
    commitment="c" * 64,
    client_seed="seed",
    server_seed=None,
    deals_before=0,
    sitting_total=None,
)


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


def playable_cards(position: Any) -> set[str]:
    """Find by trying every subset of a rank pattern which cards some legal play takes."""
    view = GAME.view(position, 0)
    hand = view["hands"][0]
    found: set[str] = set()
    for pattern in view["legal"]:
        for card in hand:
            others = [each for each in hand if each != card]
            if card[0] in pattern and _completes(position, card, others, pattern):
                found.add(card)
    return found


def _completes(position: Any, card: str, others: Sequence[str], pattern: str) -> bool:
    """Whether a legal play of this pattern takes the card, the heart three going first."""
    wanted = list(pattern)
    wanted.remove(card[0])
    cards = [card]
    for rank in wanted:
        pool = [each for each in others if each[0] == rank and each not in cards]
        pool.sort(key=lambda each: each != "3h")
        cards.append(pool[0])
    try:
        GAME.apply(position, " ".join(["play", *cards]))
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("seed", range(12))
def test_lit_are_the_cards_that_some_legal_play_takes(seed: int) -> None:
    for position in deal(seed):
        if not GAME.is_over(position):
            lit = {each["card"] for each in shown(position)["hand"] if each["lit"]}
            assert lit == playable_cards(position)


def test_only_the_heart_three_is_lit_where_a_single_three_must_be_played() -> None:
    hand = ["3h", "3s", "4c"]
    assert lit_cards(hand, ["3"], first_play=True) == {"3h"}
    assert lit_cards(hand, ["3", "33"], first_play=True) == {"3h", "3s"}
    assert lit_cards(hand, ["3"], first_play=False) == {"3h", "3s"}
    assert lit_cards(hand, [], first_play=False) == set()


def test_every_card_stays_selectable_and_is_named_in_full() -> None:
    position = case("must-bomb", 0)
    while GAME.turn(position) != 0:
        position = GAME.apply(position, GAME.sample(position, random.Random(0)))
    text = page(position)
    hand = GAME.view(position, 0)["hands"][0]
    for card in hand:
        assert re.search(
            rf'<input type="checkbox" id="card-{card}" name="card" value="{card}"', text
        )
    assert "disabled" not in re.search(r"<ul class=\"fan.*?</ul>", text, re.S).group()  # type: ignore[union-attr]
    assert "three of hearts" in text


def test_a_refused_choice_stays_chosen_and_only_what_is_held() -> None:
    position = case("heavenly-bomb", 0)
    kept = form(("do", "play"), ("card", "4c"), ("card", "3h"), ("card", "2s"), ("card", "<b>"))
    context = shown(position, kept)
    chosen = {each["card"] for each in context["hand"] if each["chosen"]}
    hand = set(GAME.view(position, 0)["hands"][0])
    assert chosen == {"4c", "3h", "2s"} & hand
    assert page(position, kept).count(" checked") == len(chosen)
    assert context["play_label"] == "Play"


def test_a_suggestion_is_legal_chosen_and_named() -> None:
    for position in deal(3):
        view = GAME.view(position, 0)
        if GAME.is_over(position):
            continue
        cards = RunFastPage().hint(view, random.Random(1))
        if view["legal"] == ["pass"]:
            assert cards == []
            continue
        GAME.apply(position, " ".join(["play", *cards]))
        context = shown(position, form(*[("card", card) for card in cards]))
        assert {each["card"] for each in context["hand"] if each["chosen"]} == set(cards)
        assert context["why"].startswith("A good play")
        assert context["play_label"].startswith("Play: ")


def test_the_labels_name_every_legal_play() -> None:
    for position in deal(5):
        view = GAME.view(position, 0)
        if not GAME.is_over(position):
            names = json.loads(str(shown(position)["names"]))
            assert [each for each, _ in names] == [each for each in view["legal"] if each != "pass"]
            assert all(name for _, name in names)


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


def test_a_forced_pass_is_the_one_press_and_otherwise_passing_is_switched_off() -> None:
    forced = free = 0
    for position in (each for seed in range(4) for each in deal(seed)):
        if GAME.is_over(position):
            continue
        text = page(position)
        if GAME.legal(position) == ["pass"]:
            forced += 1
            assert re.search(r'<button class="btn prime" id="do-pass"[^>]*value="pass"', text)
            assert "do-play" not in text
            assert "do-hint" not in text
        else:
            free += 1
            assert re.search(r'<button class="btn" id="do-pass"[^>]*disabled', text)
            # What Enter presses is the form's first button.
            first = re.search(r'<button class="btn[^"]*" id="([\w-]+)"', text)
            assert first is not None
            assert first.group(1) == "do-play"
    assert forced
    assert free


def test_what_is_asked_fits_the_table() -> None:
    first = case("first-play-needs-heart-three", 0)
    assert shown(first)["why"] == "The first play must include the three of hearts."
    opened = case("heavenly-bomb", 3)
    assert shown(opened)["headline"] == "You lead: play anything"
    assert shown(opened)["won"]["name"] == "heavenly bomb"


def test_a_bomb_that_must_be_played_is_announced_as_the_only_answer() -> None:
    found = 0
    for position in (each for seed in range(300) for each in deal(seed)):
        view = GAME.view(position, 0)
        table = view["table"]
        if GAME.is_over(position) or table is None or view["legal"] == ["pass"]:
            continue
        context = shown(position)
        kinds = {_kind(position, pattern) for pattern in view["legal"]}
        only = kinds == {"bomb"} and table["kind"] != "bomb"
        found += only
        assert (context["why"] == "Only your lit bomb beats it, so you may not pass.") == only
        assert (context["headline"] == "Only a higher bomb answers") == (table["kind"] == "bomb")
    assert found


def _kind(position: Any, pattern: str) -> str:
    hand = list(GAME.view(position, 0)["hands"][0])
    cards = []
    for rank in pattern:
        card = next(each for each in hand if each[0] == rank)
        hand.remove(card)
        cards.append(card)
    combination = classify(card_set(cards))
    assert combination is not None
    return combination.kind


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


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_by_combination_falls_into_few_groups(seed: int) -> None:
    """Its row can be cut into no more combinations than the row by rank."""
    for position in deal(seed):
        hand = list(GAME.view(position, 0)["hands"][0])
        ordered = by_combination(hand)
        assert sorted(ordered) == sorted(hand)
        assert _fewest_runs(ordered) <= _fewest_runs(hand[::-1])


def _fewest_runs(cards: Sequence[str]) -> int:
    """Count the combinations that a row of cards can be cut into."""
    best = [0]
    for end in range(1, len(cards) + 1):
        cuts = (best[at] for at in range(end) if classify(card_set(cards[at:end])))
        best.append(1 + min(cuts))
    return best[-1]


@pytest.mark.parametrize(
    ("hand", "ordered"),
    [
        (["3c", "4d", "5h", "6s", "7c", "Kc"], ["7c", "6s", "5h", "4d", "3c", "Kc"]),
        (["8c", "8d", "8h", "8s", "9c"], ["8s", "8h", "8d", "8c", "9c"]),
        (["3c", "Kd", "Kh", "2s"], ["Kh", "Kd", "2s", "3c"]),
        ([], []),
    ],
)
def test_groups_come_the_largest_first(hand: list[str], ordered: list[str]) -> None:
    assert by_combination(hand) == ordered


def test_a_page_lays_the_hand_as_it_is_liked() -> None:
    position = next(deal(4))
    hand = list(GAME.view(position, 0)["hands"][0])
    for groups, order in ((False, hand[::-1]), (True, by_combination(hand))):
        assert re.findall(r'name="card" value="(..)"', page(position, groups=groups)) == order


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


def test_tips_come_the_first_time_and_never_again() -> None:
    """A bomb goes before the duty to beat; the reason itself stays for the ear."""
    told: set[str] = set()
    for position in (each for seed in range(12) for each in deal(seed)):
        if GAME.is_over(position):
            continue
        view = GAME.view(position, 0)
        found = [tip["id"] for tip in tips(ENGLISH, view)]
        legal = [each for each in view["legal"] if each != "pass"]
        assert ("beat" in found) == (view["table"] is not None and bool(legal))
        bombs = [each for each in legal if _kind(position, each) == "bomb"]
        on_table = view["table"] is not None and "bomb" in view["table"]["kind"]
        assert ("bomb" in found) == (bool(bombs) or on_table)
        text = page(position, told=told)
        new = [each for each in found if each not in told]
        assert re.findall(r'class="first" id="first-([a-z]+)"', text) == new[:1]
        assert text.count('id="why"') == 1
        told |= set(new[:1])
    assert told == {"beat", "bomb"}
