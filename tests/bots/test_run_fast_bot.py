"""The players of Run Fast."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Bot, View
from engine.run_fast import GAME
from engine.run_fast.bot import TUNED, Decomposer, Greedy, Random, unseen
from engine.run_fast.combinations import COMBINATIONS, answers, leads
from engine.run_fast.decomposition import Decomposition, falls, stands
from engine.run_fast.hands import PACK, card_names, card_set, rank_counts
from engine.run_fast.network.player import Expert
from engine.run_fast.rules import Position
from tests.engine.run_fast_world import dealt, played, random_deal, random_decks

DICE = random.Random(0)


def choice(bot: Bot, position: Position) -> str:
    seat = GAME.turn(position)
    assert seat is not None
    return bot.choose(GAME.view(position, seat), random.Random(1))


def mean_score(bot: Bot, others: Bot, deals: int, seed: int) -> float:
    """Points a deal of one against two, every deal played with the one in each seat."""
    rng = random.Random(seed)
    total = 0
    for _ in range(deals):
        decks = random_decks(rng)
        for seat in range(3):
            position = GAME.start(decks)
            while (turn := GAME.turn(position)) is not None:
                mover = bot if turn == seat else others
                position = GAME.apply(position, mover.choose(GAME.view(position, turn), rng))
            result = GAME.result(position)
            assert result
            total += result[seat]
    return total / deals / 3


def test_a_beginner_leads_the_longest_and_answers_with_the_lowest() -> None:
    position = dealt(
        "3h 4c 5c 6c 7c 8c Jc Jd Jh Js",
        "4d 5d 6d 7d 8d 9d Qc Qd Qh Qs",
        "5h 6h 7h 8h 9h 9c Tc Kc Kd Kh",
    )
    assert choice(Greedy(), position) == "play 3h 4c 5c 6c 7c 8c"
    assert choice(Greedy(), played(position, "play 3h")) == "play 4d"
    position = played(position, "play 3h 4c 5c 6c 7c")
    assert choice(Greedy(), position) == "play 4d 5d 6d 7d 8d"
    position = played(position, "play 5d 6d 7d 8d 9d", "play 6h 7h 8h 9c Tc")
    assert choice(Greedy(), position) == "play Jc Jd Jh Js"


def test_the_opening_includes_the_heart_three() -> None:
    position = dealt("3c 3h 5c 7c 9c Jc Kc Ad 4d 6d 8d Td Qd 5h 7h 2s")
    for bot in (Greedy(), Decomposer(), Random()):
        assert "3h" in choice(bot, position)


def seat_view(hand: str, legal: str, table: str = "", counts: str = "9 9") -> View:
    """A view of seat 0 in the middle of a deal: its hand, and the cards that seat 2 put down."""
    names = card_names(card_set(hand.split()))
    kind = {0: None, 1: "single", 2: "pair"}[len(table.split())]
    return {
        "hands": [names, None, None],
        "legal": legal.split(),
        "table": {"seat": 2, "kind": kind, "cards": table.split()} if table else None,
        "counts": [len(names), *map(int, counts.split())],
        "seat": 0,
        "history": [{"ply": 0, "seat": 2, "action": "play 3h"}],
    }


def test_the_club_player_keeps_its_combinations_together() -> None:
    views = {
        "play Kd": seat_view("4c 5c 6c 7c 8c Kd", "4 5 6 7 8 K", "3h"),
        "play Jc Jd": seat_view("4c 4d 5c 5d 6c 6d Jc Jd", "44 55 66 JJ", "3c 3d"),
        "play 4c": seat_view("4c 8c 8d 9c Td Jh Qs", "4 8 9 T J Q", "3h"),
    }
    for action, view in views.items():
        assert Decomposer().choose(view, DICE) == action


def test_what_is_unseen_are_the_cards_of_the_others() -> None:
    for position in random_deal(random.Random(41)):
        for seat in range(3):
            others = sum(rank_counts(position.hands[other]) for other in range(3) if other != seat)
            assert unseen(GAME.view(position, seat)) == others


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=9, unique=True))
def test_the_cheapest_decomposition_is_the_cheapest_of_all(hand: list[str]) -> None:
    @cache
    def cheapest(counts: int) -> int:
        options = leads(counts)
        return min(
            (TUNED.price(play) + cheapest(counts - play.need) for play in options), default=0
        )

    counts = rank_counts(card_set(hand))
    subject = Decomposition((play, TUNED.price(play)) for play in COMBINATIONS)
    assert subject.cheapest(counts) == cheapest(counts)


def test_a_play_that_stands_is_beaten_by_nobody() -> None:
    rng = random.Random(42)
    standing = 0
    for _ in range(4):
        for position in random_deal(rng):
            counts = [rank_counts(hand) for hand in position.hands]
            for seat in range(3):
                view = GAME.view(position, seat)
                others = [other for other in range(3) if other != seat]
                most = max(view["counts"][other] for other in others)
                for play in leads(counts[seat]):
                    if stands(play, unseen(view), most):
                        assert not any(answers(counts[other], play) for other in others)
                        standing += 1
    assert standing > 200


def test_the_club_player_goes_out_once_nobody_can_prevent_it() -> None:
    rng = random.Random(43)
    club, sure = Decomposer(), 0
    for _ in range(40):
        position = GAME.start(random_decks(rng))
        certain: int | None = None
        while (turn := GAME.turn(position)) is not None:
            view = GAME.view(position, turn)
            others = [count for seat, count in enumerate(view["counts"]) if seat != turn]
            counts = rank_counts(position.hands[turn])
            leads_now = turn == 0 and view["table"] is None and position.history
            if leads_now and falls(counts, unseen(view), max(others)).cheapest(counts) <= 1:
                certain = turn
                sure += 1
            bot = club if turn == 0 else Random()
            position = GAME.apply(position, bot.choose(view, rng))
        assert certain in (None, position.mover)
    assert sure > 20


def test_caution_when_the_next_player_has_one_card() -> None:
    views = {
        "play 5d 5h": seat_view("4c 7d Kc 5d 5h", "4 5 7 K 55", counts="1 9"),
        "play Kc": seat_view("4c 7d Kc", "4 7 K", counts="1 9"),
        "play 4c": seat_view("4c 7d Kc", "4 7 K", counts="9 9"),
    }
    for action, view in views.items():
        assert Decomposer().choose(view, DICE) == action


def test_each_level_beats_the_one_below() -> None:
    assert mean_score(Greedy(), Random(), 20, 51) > 3
    assert mean_score(Decomposer(), Random(), 20, 52) > 5
    assert mean_score(Decomposer(), Greedy(), 20, 53) > 2
    assert mean_score(Expert(), Decomposer(), 40, 54) > 0


@pytest.mark.long
def test_each_level_beats_the_one_below_by_its_measure() -> None:
    assert mean_score(Greedy(), Random(), 2000, 61) > 4.5
    assert mean_score(Decomposer(), Random(), 2000, 62) > 8.5
    assert mean_score(Decomposer(), Greedy(), 2000, 63) > 3.5
    assert mean_score(Expert(), Decomposer(), 2000, 64) > 1.1
