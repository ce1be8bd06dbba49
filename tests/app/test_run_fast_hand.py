"""The hand on the Run Fast page: what is lit, asked, offered and in which order it lies."""

import json
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from app.pages.run_fast import RunFastPage
from app.pages.run_fast_hand import by_combination, lit_cards, tips
from engine.game import IllegalAction
from engine.run_fast.combinations import classify
from engine.run_fast.hands import card_set
from tests.app.run_fast_pages import ENGLISH, GAME, case, deal, form, page, shown


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
        assert context["why"] in context["say"]
        assert context["play_label"].startswith("Play: ")


def test_the_labels_name_every_legal_play() -> None:
    for position in deal(5):
        view = GAME.view(position, 0)
        if not GAME.is_over(position):
            names = json.loads(str(shown(position)["names"]))
            assert [each for each, _ in names] == [each for each in view["legal"] if each != "pass"]
            assert all(name for _, name in names)


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
        assert (context["headline"] == "Only a higher bomb will do") == (table["kind"] == "bomb")
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
