"""What is known of the others in Run Fast, and exact play in endings: against plain enumeration."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from bench.run_fast.exact import splits, sure, sure_if_open
from bench.run_fast.playing import bot_named, decisions
from engine.game import View
from engine.run_fast import GAME
from engine.run_fast.bot import plays, unseen
from engine.run_fast.combinations import BY_TEXT, COMBINATIONS, answers, holds
from engine.run_fast.decomposition import stands
from engine.run_fast.endings import NODES, proven, take
from engine.run_fast.hands import rank_counts
from engine.run_fast.knowledge import knowledge, less, lower, others, total
from tests.engine.run_fast_world import ORDER, dealt, played

PLENTY = 10**6
COMPANY = [bot_named(name) for name in ("club", "club", "beginner", "random")]


def endings(seed: int, cards: int, most_splits: int = 120) -> Iterator[View]:
    """Give decisions with so few cards left that all splits can be enumerated."""
    for _, view in decisions(seed, COMPANY):
        if sum(view["counts"]) <= cards and len(splits(view, with_passes=False)) <= most_splits:
            yield view


def by_rank(counts: int) -> list[int]:
    return [counts >> 4 * rank & 0xF for rank in range(len(ORDER))]


def runs_were_passed(view: View) -> bool:
    """Whether somebody passed where a run was on the table."""
    size = 0
    for event in view["history"]:
        names = event["action"].split()[1:]
        if not names and size > 3:
            return True
        size = len(names) or size
    return False


def test_counts_are_compared_and_added_up_rank_by_rank() -> None:
    rng = random.Random(1)
    for _ in range(300):
        one, two = ([rng.randint(0, 4) for _ in ORDER] for _ in range(2))
        first, second = (
            sum(number << 4 * rank for rank, number in enumerate(each)) for each in (one, two)
        )
        pairs = list(zip(one, two, strict=True))
        assert by_rank(lower(first, second)) == [min(pair) for pair in pairs]
        assert by_rank(less(first, second)) == [max(0, a - b) for a, b in pairs]
        assert total(first) == sum(one)


def test_what_is_known_is_so() -> None:
    bounded = 0
    for position, _ in islice(decisions(2, COMPANY), 500):
        hands = [rank_counts(hand) for hand in position.hands]
        for seat in range(3):
            view = GAME.view(position, seat)
            known = knowledge(view)
            assert known.unseen == unseen(view)
            for who, other in enumerate(others(seat)):
                assert known.sizes[who] == view["counts"][other]
                assert lower(hands[other], known.most[who]) == hands[other]
                bounded += known.most[who] != known.unseen
            without = knowledge(view, passes=False)
            assert without.most == (known.unseen, known.unseen)
    assert bounded > 500


def test_what_a_hand_can_hold_and_whether_it_can_pass_is_what_splits_allow() -> None:
    """No split is left out; where no run was passed on, none is too many."""
    ruled_out = passing = 0
    for view in islice(endings(3, 16), 25):
        known = knowledge(view)
        found = splits(view)
        exact = not runs_were_passed(view)
        for hands in found:
            assert all(lower(hands[who], known.most[who]) == hands[who] for who in (0, 1))
        for who in (0, 1):
            for play in COMBINATIONS:
                able = any(holds(hands[who], play.need) for hands in found)
                allowed = known.played(who, play) is not None
                assert allowed or not able
                assert not exact or able or not allowed
                ruled_out += not able
                passes = any(not answers(hands[who], play) for hands in found)
                may_pass = known.passed(who, play) is not None
                assert may_pass or not passes
                if exact and play.low == play.top:
                    assert passes or not may_pass
                passing += may_pass != passes
        for play in plays(view):
            assert not known.stands(play) or not any(
                answers(hand, play) for hands in found for hand in hands
            )
            if stands(play, known.unseen, max(known.sizes)):
                assert known.stands(play)
    assert ruled_out > 1000


def agree(seed: int, count: int) -> tuple[int, int, int]:
    """Compare with enumeration: nothing is proven that isn't so.

    Give how many plays are so by the counts alone, how many more with passes, and how many of all
    are missed; only passes on runs may hide some.
    """
    counts_say, passes_add, missed = 0, 0, 0
    for view in islice(endings(seed, 15), count):
        alone = set(sure(view, with_passes=False))
        assert set(proven(view, PLENTY, passes=False)) == alone, view
        expected, found = set(sure(view)), set(proven(view, PLENTY))
        assert found <= expected <= set(sure_if_open(view)), view
        assert found == expected or runs_were_passed(view), view
        counts_say += len(alone)
        passes_add += len(expected) - len(alone)
        missed += len(expected - found)
    return counts_say, passes_add, missed


def test_what_is_proven_wins_against_every_split() -> None:
    counts_say, passes_add, missed = agree(4, 60)
    assert counts_say > 20
    assert passes_add > 5
    assert missed <= counts_say // 50


@pytest.mark.long
def test_what_is_proven_wins_against_every_split_of_many() -> None:
    counts_say, passes_add, missed = agree(5, 2000)
    assert counts_say > 1000
    assert passes_add > 100
    assert missed <= counts_say // 50


def test_a_small_budget_only_proves_less_and_the_same_every_time() -> None:
    more = 0
    for _, view in islice(decisions(6, COMPANY), 150):
        found = proven(view, NODES)
        assert found == proven(view, NODES) == proven(view)[: len(found)]
        few = proven(view, 20)
        assert few == found[: len(few)]
        more += len(found) > len(few)
        for play in proven(view, 0):
            assert play.size == len(view["hands"][view["seat"]])
    assert more


def test_a_bomb_over_anothers_play_is_the_best_of_what_is_proven() -> None:
    """Nobody else can hold a bomb, so the straight to the ace stands as well, and is larger."""
    hands = "3h 4h 5h 6h 7h", "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Kd Ac Ad As 2s"
    view = GAME.view(played(dealt(*hands), "play 3h 4h 5h 6h 7h"), 1)
    assert {BY_TEXT["AAA"], BY_TEXT["TJQKA"]} <= set(proven(view))
    assert take(view) == BY_TEXT["AAA"]


def test_the_true_hands_never_beat_a_proven_player() -> None:
    """Whoever has a proven play and takes one each time goes out first, whatever the others do."""
    rng = random.Random(8)
    won = 0
    for start, seen in islice(decisions(9, COMPANY), 1200):
        seat = seen["seat"]
        if start.ply % 4 or take(seen, 150) is None:
            continue
        position = start
        while (turn := GAME.turn(position)) is not None:
            view = GAME.view(position, turn)
            play = take(view, PLENTY) if turn == seat else None
            if turn == seat and view["legal"] != ["pass"]:
                assert play, view
            names = _cards(view, play.text) if play else None
            action = f"play {names}" if names else GAME.sample(position, rng)
            position = GAME.apply(position, action)
        assert position.hands[seat] == 0
        won += 1
    assert won > 20


def _cards(view: View, text: str) -> str:
    hand = list(view["hands"][view["seat"]])
    return " ".join(hand.pop([card[0] for card in hand].index(rank)) for rank in text)
