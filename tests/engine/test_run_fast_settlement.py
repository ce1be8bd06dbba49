"""What a deal of Run Fast costs."""

import random

from engine.run_fast import GAME, rules
from engine.run_fast.hands import card_set
from engine.run_fast.settlement import settle, with_bomb_bonus
from tests.engine.run_fast_world import random_deal

SIXTEEN = "3c 4c 4d 5c 6c 7c 7d 8c 8d 8h 8s Tc Jc Qc Kc Ac"
FIVE = "3d 6d 9d Td 2s"


def totals(*hands: str, bonuses: tuple[int, ...] = (0, 0, 0)) -> list[int]:
    lines = settle([card_set(hand.split()) for hand in hands], bonuses)
    assert sum(line.total for line in lines) == 0
    return [line.total for line in lines]


def test_out_by_a_bomb_that_answered() -> None:
    bonuses = with_bomb_bonus((0, 0, 0), 0)
    assert bonuses == (20, -10, -10)
    assert totals("", FIVE, SIXTEEN, bonuses=bonuses) == [77, -25, -52]


def test_each_part_is_named() -> None:
    lines = settle([card_set(hand.split()) for hand in (SIXTEEN, "", FIVE)], (-10, -10, 20))
    assert lines[0]._asdict() == {
        "cards": -16,
        "doubled": -16,
        "spade_two": 0,
        "bombs": -10,
        "bonus": -10,
    }
    assert lines[1]._asdict() == {
        "cards": 21,
        "doubled": 16,
        "spade_two": 10,
        "bombs": 10,
        "bonus": -10,
    }
    assert lines[2]._asdict() == {
        "cards": -5,
        "doubled": 0,
        "spade_two": -10,
        "bombs": 0,
        "bonus": 20,
    }


def test_cards_count_once_for_whoever_has_played() -> None:
    fifteen = SIXTEEN.removeprefix("3c ")
    assert totals(fifteen, "5d", "") == [-25, -1, 26]


def test_bombs_left_are_fours_and_the_three_aces() -> None:
    assert totals("Ac Ad As", "3c 3d 3h 3s Kc Kd Kh Ks 9c 9d 9h", "") == [-13, -31, 44]
    assert totals("Ac Ad", "Kc Kd Kh 2s", "") == [-2, -14, 16]


def test_the_winner_may_end_in_the_red() -> None:
    assert totals("", "4c", "5c", bonuses=(-20, 40, -20)) == [-18, 39, -21]


def test_the_scores_of_whole_deals_are_the_sums_of_their_parts() -> None:
    rng = random.Random(21)
    for _ in range(40):
        *_, position = random_deal(rng)
        line = GAME.snapshot(position)
        assert line["scores"] == GAME.result(position) == rules.scores(position)
        assert sum(line["scores"]) == 0
        for seat, part in enumerate(line["breakdown"]):
            assert part["total"] == line["scores"][seat]
            assert part["total"] == sum(part[key] for key in part if key != "total")
            assert part["bonus"] == line["bonuses"][seat]
            paid = [part[key] for key in ("cards", "doubled", "spade_two", "bombs")]
            assert all(points >= 0 for points in paid) == (line["hands"][seat] == [])
            assert -part["cards"] == len(line["hands"][seat]) or line["hands"][seat] == []
