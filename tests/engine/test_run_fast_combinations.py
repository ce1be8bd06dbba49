"""The combinations of Run Fast against the rules stated a second time."""

import random
from collections import Counter
from itertools import combinations as subsets

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.run_fast import combinations as subject
from engine.run_fast.combinations import BY_TEXT, COMBINATIONS, HEAVENLY_BOMB
from engine.run_fast.hands import NAMES, PACK, card_names, card_set, rank_counts
from tests.engine.run_fast_world import (
    ORDER,
    answers,
    every_text,
    rank_text,
    shape,
    suits_for,
)

hands = st.lists(st.sampled_from(PACK), min_size=1, max_size=8, unique=True)


def close_hands() -> st.SearchStrategy[list[str]]:
    """Hands of few ranks, which hold more than singles."""
    windows = st.integers(0, 12).map(lambda low: [c for c in PACK if c[0] in ORDER[low : low + 5]])
    return windows.flatmap(
        lambda cards: st.lists(st.sampled_from(cards), min_size=1, max_size=8, unique=True)
    )


def made_of(hand: list[str]) -> set[str]:
    """Every combination among all subsets of a hand."""
    found = set()
    for size in range(1, len(hand) + 1):
        for cards in subsets(hand, size):
            if shape(cards):
                found.add(rank_text(cards))
    return found


def test_there_are_140_combinations_in_the_order_of_the_listing() -> None:
    assert tuple(play.text for play in COMBINATIONS) == every_text()
    assert Counter(play.kind for play in COMBINATIONS) == {
        "single": 13,
        "pair": 12,
        "triple": 11,
        "straight": 36,
        "pair-run": 56,
        "bomb": 12,
    }


def test_each_combination_knows_its_shape() -> None:
    for play in COMBINATIONS:
        assert shape(play.text) == (play.kind, play.size, play.top), play.text


def test_which_beats_which_for_all_pairs() -> None:
    shapes = {text: shape(text) for text in every_text()}
    for play in COMBINATIONS:
        for table in COMBINATIONS:
            upper, lower = shapes[play.text], shapes[table.text]
            assert upper
            assert lower
            expected = answers(upper, lower)
            assert subject.beats(play, table) == expected, (play.text, table.text)
        assert not subject.beats(play, HEAVENLY_BOMB)


def test_three_aces_are_the_highest_bomb_and_no_triple() -> None:
    aces, kings = BY_TEXT["AAA"], BY_TEXT["KKKK"]
    assert aces.kind == "bomb"
    assert subject.beats(aces, kings)
    assert not any(subject.beats(play, aces) for play in COMBINATIONS)


@settings(max_examples=80, deadline=None)
@given(hands | close_hands())
def test_the_leads_of_a_hand_are_those_of_all_its_subsets(hand: list[str]) -> None:
    counts = rank_counts(card_set(hand))
    found = [play.text for play in subject.leads(counts)]
    assert set(found) == made_of(hand)
    assert found == [text for text in every_text() if text in set(found)]
    assert [play.text for play in subject.opening_leads(counts)] == [
        text for text in found if "3" in text
    ]


@settings(max_examples=80, deadline=None)
@given(hands | close_hands(), st.sampled_from(COMBINATIONS))
def test_the_answers_of_a_hand_are_those_of_all_its_subsets(
    hand: list[str], table: subject.Combination
) -> None:
    on_table = shape(table.text)
    assert on_table
    counts = rank_counts(card_set(hand))
    found = [play.text for play in subject.answers(counts, table)]
    beating = [text for text in made_of(hand) if (made := shape(text)) and answers(made, on_table)]
    assert sorted(found) == sorted(beating)
    assert subject.answers(counts, HEAVENLY_BOMB) == []


@settings(max_examples=150, deadline=None)
@given(hands | close_hands())
def test_a_set_of_cards_is_classified(hand: list[str]) -> None:
    made = subject.classify(card_set(hand))
    expected = shape(hand)
    assert (made and (made.kind, made.size, made.top)) == expected
    if made:
        assert made.text == rank_text(hand)


def test_a_run_of_nine_pairs_is_none_and_nothing_goes_round_the_corner() -> None:
    pairs = [name for name in PACK if name[0] in "3456789TJ" and name[1] in "cd"]
    assert subject.classify(card_set(pairs)) is None
    for text in (
        "Jc Qc Kc Ac 2s",
        "Ac 2s 3c 4c 5c",
        "Ac As 2s",
        "3c 3d 3s 4c",
        "3c 3d 3h 4c 4d 4h",
    ):
        assert subject.classify(card_set(text.split())) is None, text


def test_cards_are_printed_from_three_to_two_then_by_suit() -> None:
    assert card_names(card_set(NAMES)) == [rank + suit for rank in ORDER for suit in "cdhs"]
    assert len(PACK) == 48
    assert PACK[:3] == ("3c", "4c", "5c")
    assert PACK[-1] == "As"


def test_counts_are_those_of_the_ranks() -> None:
    rng = random.Random(5)
    for _ in range(200):
        hand = rng.sample(PACK, rng.randint(0, 48))
        counts = rank_counts(card_set(hand))
        held = Counter(name[0] for name in hand)
        assert [counts >> 4 * place & 0xF for place in range(13)] == [held[rank] for rank in ORDER]


def test_cards_are_chosen_for_every_combination() -> None:
    rng = random.Random(6)
    for play in COMBINATIONS:
        hand = card_set(suits_for(play.text, PACK, rng))
        assert subject.pick_cards(hand, play) == hand
        chosen = subject.pick_cards(card_set(PACK), play)
        assert subject.classify(chosen) == play
    threes = card_set(["3c", "3d", "3h", "3s"])
    assert card_names(subject.pick_cards(threes, BY_TEXT["33"])) == ["3c", "3d"]
    first = card_set(["3h"])
    assert card_names(subject.pick_cards(threes, BY_TEXT["33"], first)) == ["3c", "3h"]
