"""What is said for a play of Run Fast is so: each fact found once more, by enumeration."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

import pytest

from bench.run_fast.exact import splits, sure
from bench.run_fast.playing import bot_named, decisions
from engine.game import View
from engine.run_fast import GAME
from engine.run_fast.bot import plays
from engine.run_fast.combinations import HEAVENLY_BOMB, Combination
from engine.run_fast.reasons import Fact, Reason, reasons
from tests.engine.run_fast_world import (
    ORDER,
    Shape,
    answers,
    dealt,
    every_text,
    played,
    random_decks,
    shape,
)

COMPANY = [bot_named(name) for name in (*GAME.levels, "random")]
MOST_CARDS = 16
ENUMERABLE = 60
"""So many splits are enumerated at most, of so many cards in all hands."""


def cases(seed: int, count: int, most_cards: int) -> Iterator[tuple[View, Combination]]:
    """Give every play of so many decisions with at most so many cards left."""
    found = (view for _, view in decisions(seed, COMPANY) if sum(view["counts"]) <= most_cards)
    for view in islice(found, count):
        for play in plays(view):
            yield view, play


def rank_text(counts: int) -> str:
    return "".join(rank * (counts >> 4 * at & 0xF) for at, rank in enumerate(ORDER))


def in_hand(hand: str) -> list[str]:
    """List all combinations in a hand, written as ranks."""
    return [text for text in every_text() if all(text.count(r) <= hand.count(r) for r in text)]


def without(hand: str, text: str) -> str:
    for rank in text:
        hand = hand.replace(rank, "", 1)
    return hand


@cache
def fewest(hand: str) -> int:
    if not hand:
        return 0
    parts = (text for text in in_hand(hand) if hand[0] in text)
    return 1 + min(fewest(without(hand, text)) for text in parts)


class Told:
    """A play, with everything that the facts speak of in plain texts."""

    def __init__(self, view: View, play: Combination) -> None:
        self.view, self.play, self.text = view, play, play.text
        self.hand = rank_text(
            sum(1 << 4 * ORDER.index(card[0]) for card in view["hands"][view["seat"]])
        )
        self.rest = without(self.hand, play.text)
        self.others = [text for text in view["legal"] if text != play.text]
        self.next_count = view["counts"][(view["seat"] + 1) % 3]

    def beaten_by(self, text: str) -> bool:
        one, two = shape(self.text), shape(text)
        assert isinstance(one, Shape)
        assert isinstance(two, Shape)
        return answers(two, one)

    def nobody_beats(self) -> bool:
        if not self.view["history"] and self.text == "3333":
            return True
        return not any(
            self.beaten_by(text)
            for hands in splits(self.view)
            for hand in hands
            for text in in_hand(rank_text(hand))
        )

    def bombs(self, hand: str) -> list[str]:
        return [
            text for text in in_hand(hand) if text == "AAA" or len(text) == 4 == text.count(text[0])
        ]

    def otherwise(self, ranks: str) -> bool:
        return any(set(text) & set(ranks) for text in self.others)


CHECKS: dict[Fact, Callable[[Told, Reason], bool]] = {
    "goes-out": lambda it, _: not it.rest,
    "only-play": lambda it, _: it.view["legal"] == [it.text],
    "bomb-earns": lambda it, _: (
        it.view["table"] is not None
        and it.text in it.bombs(it.hand)
        and (not it.rest or it.nobody_beats())
    ),
    "sure-win": lambda it, _: it.play in sure(it.view),
    "highest-single": lambda it, _: (
        it.next_count == 1
        and len(it.text) == 1
        and it.text == max((each for each in it.view["legal"] if len(each) == 1), key=ORDER.index)
    ),
    "out-of-reach": lambda it, _: it.next_count == 1 and len(it.text) > 1,
    "stands": lambda it, _: it.nobody_beats(),
    "keeps-bombs": lambda it, reason: (
        it.bombs(it.hand) == it.bombs(it.rest)
        and len(it.bombs(it.rest)) == reason.number > 0
        and it.otherwise("".join(it.bombs(it.hand)))
    ),
    "keeps-aces": lambda it, _: it.hand.count("A") == it.rest.count("A") == 2 and it.otherwise("A"),
    "keeps-two": lambda it, _: "2" in it.rest and "2" in it.others,
    "fewest-left": lambda it, reason: (
        0 < reason.number == fewest(it.rest)
        and all(fewest(without(it.hand, text)) >= reason.number for text in it.others)
    ),
    "lowest-answer": lambda it, _: (
        it.view["table"] is not None
        and bool(it.others)
        and all(it.beaten_by(text) for text in it.others)
    ),
    "left": lambda it, reason: 0 < reason.number == fewest(it.rest),
}
OF_OTHERS: set[Fact] = {"bomb-earns", "sure-win", "stands"}


def check(found: Iterator[tuple[View, Combination]]) -> Counter[Fact]:
    """Check every fact of every play; of the others' cards where splits can be enumerated."""
    seen: Counter[Fact] = Counter()
    for view, play in found:
        few = sum(view["counts"]) <= MOST_CARDS and len(splits(view)) <= ENUMERABLE
        told = reasons(view, play)
        assert len({each.fact for each in told}) == len(told)
        for reason in told:
            if few or reason.fact not in OF_OTHERS:
                assert CHECKS[reason.fact](Told(view, play), reason), (reason, view, play.text)
                seen[reason.fact] += 1
    return seen


def test_every_fact_is_so() -> None:
    seen = check(cases(21, 120, MOST_CARDS)) + check(cases(22, 30, 48))
    assert set(seen) >= set(CHECKS) - {"only-play", "bomb-earns", "keeps-bombs"}
    assert seen["stands"] > 50
    assert seen["sure-win"] > 50


@pytest.mark.long
def test_every_fact_is_so_many_times() -> None:
    seen = check(cases(23, 1500, MOST_CARDS)) + check(cases(24, 400, 48))
    assert set(seen) >= set(CHECKS) - {"only-play"}


def test_nobody_beat_what_is_said_to_stand() -> None:
    """In whole deals, with the true hands."""
    told = 0
    for position, view in islice(decisions(25, COMPANY), 120):
        for play in plays(view):
            if any(each.fact == "stands" for each in reasons(view, play)):
                for seat, hand in enumerate(GAME.snapshot(position)["hands"]):
                    if seat != view["seat"]:
                        ranks = "".join(card[0] for card in hand)
                        it = Told(view, play)
                        assert not any(it.beaten_by(text) for text in in_hand(ranks))
                        told += 1
    assert told > 50


def facts(view: View, text: str) -> list[Fact]:
    play = next(each for each in plays(view) if each.text == text)
    return [each.fact for each in reasons(view, play)]


def test_a_bomb_that_nobody_can_beat_earns() -> None:
    hands = "3h 4h 5h 6h 7h", "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Kd Ac Ad As 2s"
    view = GAME.view(played(dealt(*hands), "play 3h 4h 5h 6h 7h"), 1)
    assert facts(view, "AAA")[0] == "bomb-earns"
    assert "bomb-earns" not in facts(view, "TJQKA")
    assert "keeps-bombs" in facts(view, "9TJQK")


def test_the_heavenly_bomb_stands_and_earns_nothing() -> None:
    view = GAME.view(dealt("3h 3c 3d 3s"), 0)
    told = facts(view, "3333")
    assert "stands" in told
    assert "bomb-earns" not in told
    assert HEAVENLY_BOMB.text == "3333"


def test_the_only_play_is_called_so() -> None:
    rng = random.Random(26)
    position = GAME.start(random_decks(rng))
    found = 0
    for _ in range(60):
        if GAME.is_over(position):
            position = GAME.start(random_decks(rng))
        seat = GAME.turn(position)
        assert seat is not None
        view = GAME.view(position, seat)
        for play in plays(view):
            only = "only-play" in facts(view, play.text)
            assert only == (len(view["legal"]) == 1)
            found += only
        position = GAME.apply(position, GAME.sample(position, rng))
    assert found
