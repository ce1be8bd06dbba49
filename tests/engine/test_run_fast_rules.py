"""The course of a deal of Run Fast: what is legal, what is refused and with which code."""

import random

import pytest

from engine.game import IllegalAction
from engine.run_fast import GAME, rules
from engine.run_fast.rules import Position
from engine.shuffle import SeededDecks
from tests.engine.run_fast_world import (
    dealt,
    every_text,
    expected_bonuses,
    expected_legal,
    played,
    random_deal,
    rank_text,
    suits_for,
)

DEALS = 20


def refused(position: Position, action: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(position, action)
    assert caught.value.legal == GAME.legal(position)
    return caught.value.code


def test_random_deals_follow_the_rules_stated_a_second_time() -> None:
    rng = random.Random(11)
    bombs = 0
    for _ in range(DEALS):
        for position in random_deal(rng):
            line = GAME.snapshot(position)
            out = [name for hand in line["hands"] for name in hand]
            for _, action in position.history:
                out += action.split()[1:]
            assert sorted(out) == sorted(GAME.pack)
            assert line["bonuses"] == list(expected_bonuses(position))
            assert sum(line["bonuses"]) == 0
            if GAME.is_over(position):
                assert line["legal"] == []
                assert sum(line["scores"]) == 0
            else:
                assert line["legal"] == expected_legal(position)
        bombs += line["bonuses"] != [0, 0, 0]
    assert bombs > DEALS // 5, "too few bombs to have tested the bonus"


def test_every_listed_play_is_accepted_in_any_suits_and_nothing_else_is() -> None:
    rng = random.Random(12)
    for _ in range(6):
        for position in random_deal(rng):
            if GAME.is_over(position):
                continue
            line = GAME.snapshot(position)
            hand = line["hands"][line["turn"]]
            for text in every_text():
                if any(text.count(rank) > rank_text(hand).count(rank) for rank in text):
                    continue
                cards = suits_for(text, hand, rng)
                action = " ".join(["play", *cards])
                if text not in line["legal"]:
                    assert refused(position, action)
                elif line["ply"] > 0 or "3h" in cards:
                    after = GAME.apply(position, action)
                    assert after.ply == position.ply + 1
                    assert sorted(after.history[-1][1].split()[1:]) == sorted(cards)
            if line["legal"] == ["pass"]:
                GAME.apply(position, "pass")
            else:
                assert refused(position, "pass") in {"must-beat", "leader-must-play"}


def test_a_position_never_changes() -> None:
    position = dealt("3h 4c")
    before = GAME.snapshot(position)
    GAME.apply(position, "play 3h")
    assert GAME.snapshot(position) == before


def test_the_holder_of_the_heart_three_opens_with_it() -> None:
    position = dealt("4c", "4d", "3h 3c 4h 5c 6c 7c")
    assert GAME.turn(position) == 2
    assert all("3" in text for text in GAME.legal(position))
    assert refused(position, "play 3c") == "needs-heart-three"
    assert refused(position, "play 4h") == "needs-heart-three"
    assert GAME.turn(played(position, "play 7c 6c 5c 4h 3h")) == 0


def test_four_threes_open_as_the_heavenly_bomb() -> None:
    position = dealt("3c 3d 3h 3s 4c", "Ac Ad As 5c 5d 5h 5s")
    position = played(position, "play 3s 3h 3d 3c")
    line = GAME.snapshot(position)
    assert line["table"]["kind"] == "heavenly-bomb"
    assert line["legal"] == ["pass"]
    assert refused(position, "play Ac Ad As") == "too-low"
    assert refused(position, "play 5c") == "wrong-shape"
    line = GAME.snapshot(played(position, "pass", "pass"))
    assert (line["turn"], line["table"], line["passes"]) == (0, None, 0)
    assert line["bonuses"] == [0, 0, 0]


def test_four_threes_may_be_split() -> None:
    position = dealt(
        "3c 3d 3h 3s 2s 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
        "4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 4h 5h 6h 7h 8h",
    )
    position = played(position, "play 3h", "play 4d", "play 5s", "play 2s", "pass", "pass")
    assert "333" in GAME.legal(position)
    line = GAME.snapshot(played(position, "play 3c 3d 3s"))
    assert line["table"]["kind"] == "triple"


@pytest.mark.parametrize(
    ("opening", "answer", "bomb", "legal"),
    [
        ("3c 3d 3h", "Kc Kd Kh", "Ac Ad As", "AAA"),
        ("3h", "2s", "Ac Ad As", "AAA"),
        ("3h", "2s", "8c 8d 8h 8s", "8888"),
        ("3h 4s 5s 6s 7s", "Tc Jc Qc Kc Ac", "8c 8d 8h 8s", "8888"),
    ],
)
def test_who_can_only_beat_with_a_bomb_must(
    opening: str, answer: str, bomb: str, legal: str
) -> None:
    position = played(dealt(answer, bomb, opening), f"play {opening}", f"play {answer}")
    assert GAME.legal(position) == [legal]
    assert refused(position, "pass") == "must-beat"
    assert GAME.turn(played(position, f"play {bomb}")) == 2


CLIMB = (
    "3h 8c 8d 9c Tc Jc Qc Kc 3c 3d",
    "4c 4d 5h 6h 7h 8h 9h 9d Jd Jh Js Kd Kh Ks",
    "5c 5d 5s 6s 7s 8s 9s Ts 2s Qd Qh Qs",
)


@pytest.mark.parametrize(
    ("actions", "action", "code"),
    [
        ([], "", "not-an-action"),
        ([], "PASS", "not-an-action"),
        ([], "pass ", "not-an-action"),
        ([], "pass 3h", "not-an-action"),
        ([], "play", "not-an-action"),
        ([], "play ", "not-an-action"),
        ([], " play 3h", "not-an-action"),
        ([], "play  3h", "not-an-action"),
        ([], "play 3h\n", "not-an-action"),
        ([], "play\u00a03h", "not-an-action"),
        ([], "play 3♥", "not-an-action"),
        ([], "play 3H", "not-an-action"),
        ([], "play 10h", "not-an-action"),
        ([], "play 3h 3h", "not-an-action"),
        ([], "play 2h 2h", "not-an-action"),
        ([], "lock Kh", "not-an-action"),
        ([], "bet 3", "not-an-action"),
        ([], "next", "not-an-action"),
        ([], "pass", "leader-must-play"),
        ([], "play 2h", "not-in-hand"),
        ([], "play Ah", "not-in-hand"),
        ([], "play 3h 4c", "not-in-hand"),
        ([], "play 3h 8c", "not-a-combination"),
        ([], "play 8c 9c", "not-a-combination"),
        ([], "play 8c 8d", "needs-heart-three"),
        (["play 3h"], "pass", "must-beat"),
        (["play 3h"], "play 3c", "not-in-hand"),
        (["play 3h"], "play 4c 5h", "not-a-combination"),
        (["play 3h"], "play 4c 4d", "wrong-shape"),
        (["play 3h", "play 8h"], "play 5c", "too-low"),
        (["play 3h", "play 8h"], "play 8s", "too-low"),
        (["play 3h", "play 8h"], "play 5c 5d 5s", "wrong-shape"),
        (["play 3h", "play 8h", "play 2s"], "pass", "pass"),
    ],
)
def test_the_first_rule_that_is_broken_gives_the_code(
    actions: list[str], action: str, code: str
) -> None:
    position = played(dealt(*CLIMB), *actions)
    if code == "pass":
        assert GAME.legal(position) == ["pass"]
        assert refused(position, "play Kc") == "too-low"
    else:
        assert refused(position, action) == code


BOMBS = (
    "3h 4c 4d 6c 6d 8c 8d 8h 8s Tc Td Qc Qd",
    "5c 5d 5h 5s 7c 7d 9c 9d Jc Jd Kc Kd",
    "3c 3d 3s 4h 4s 6h 6s 7h 7s 9h 9s Th Ac Ad As",
)


def test_shapes_and_bombs_have_their_codes() -> None:
    position = played(dealt(*BOMBS), "play 3h", "play 5c 5d 5h 5s")
    assert refused(position, "play Ac") == "wrong-shape"
    position = played(position, "play Ac Ad As")
    assert refused(position, "play 8c 8d 8h 8s") == "too-low"
    assert refused(position, "play 8c 8d 8h") == "wrong-shape"
    assert refused(position, "play 8c 8d 8h Tc") == "not-a-combination"


def test_only_the_bomb_that_is_not_beaten_earns_and_at_the_end_of_the_round() -> None:
    position = played(dealt(*BOMBS), "play 3h", "play 5c 5d 5h 5s", "play Ac Ad As")
    assert position.bonuses == (0, 0, 0)
    position = played(position, "pass")
    assert position.bonuses == (0, 0, 0)
    position = played(position, "pass")
    assert position.bonuses == (-10, -10, 20)
    assert (position.table, position.passes, GAME.turn(position)) == (None, 0, 2)


def test_a_bomb_that_answers_and_empties_the_hand_earns_at_once() -> None:
    position = dealt(
        "3c 3h 4c 4d 5c 5d 6c 6d 7c 7d 8c 8d Kc Kd Kh Ks",
        "4h 4s 5h 5s 6h 6s 7h 7s 8h 8s 9h 9s Tc Jc Qc Ac",
    )
    position = played(
        position,
        "play 3c 3h 4c 4d 5c 5d 6c 6d 7c 7d 8c 8d",
        "play 4h 4s 5h 5s 6h 6s 7h 7s 8h 8s 9h 9s",
        "pass",
        "play Kc Kd Kh Ks",
    )
    assert GAME.is_over(position)
    assert position.bonuses == (20, -10, -10)
    # Four cards and the bonus; sixteen doubled, the spade two and the bonus.
    assert GAME.result(position) == [66, -14, -52]


def led_bombs() -> Position:
    """Give seat 0 the lead while seat 1 still has a bomb, which the heavenly bomb allows."""
    position = dealt("3c 3d 3h 3s 8c 8d 8h 8s Kc Kd Kh Ks", "9c 9d 9h 9s Ac", "Ad As 2s")
    return played(position, "play 3c 3d 3h 3s", "pass", "pass")


def test_a_led_bomb_earns_nothing() -> None:
    position = played(led_bombs(), "play Kc Kd Kh Ks", "pass", "pass")
    assert position.bonuses == (0, 0, 0)


def test_a_bomb_over_a_led_bomb_earns() -> None:
    position = played(led_bombs(), "play 8c 8d 8h 8s", "play 9c 9d 9h 9s", "pass")
    assert GAME.legal(position) == ["KKKK"]
    position = played(position, "play Kc Kd Kh Ks", "pass", "pass")
    assert position.bonuses == (20, -10, -10)


def test_nothing_can_be_done_once_a_hand_is_empty() -> None:
    rng = random.Random(3)
    *_, position = random_deal(rng)
    assert GAME.is_over(position)
    assert GAME.turn(position) is None
    for action in ("pass", "play 3h", "", "nonsense"):
        assert refused(position, action) == "match-over"
    line = GAME.snapshot(position)
    assert line["phase"] == "over"
    assert line["table"]["seat"] == line["hands"].index([])
    assert line["passes"] == 0


def test_history_holds_the_canonical_text() -> None:
    position = dealt("3h 4c 5c 6c 7c")
    position = played(position, "play 7c 6c 3h 5c 4c")
    assert position.history == ((0, "play 3h 4c 5c 6c 7c"),)


def test_a_seeded_deal_is_dealt_one_card_at_a_time() -> None:
    decks = SeededDecks(GAME.name, GAME.pack, "00" * 32, "words")
    line = GAME.snapshot(GAME.start(decks))
    for seat in range(rules.SEATS):
        assert sorted(line["hands"][seat]) == sorted(decks.deck()[seat::3])
