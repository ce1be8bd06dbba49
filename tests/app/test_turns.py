"""Whose turn it is: nobody waits for all that somebody else asked for."""

import random
from collections import Counter

import pytest

from app.turns import Turns


def order(turns: Turns[int], *, size: int = 1) -> list[str]:
    """Do everything that waits in `size` places, the oldest place done first; tell whose it was."""
    busy: Counter[str] = Counter()
    under_way: list[str] = []
    served = []
    while turns:
        if len(under_way) == size:
            busy[under_way.pop(0)] -= 1
        who, _ = turns.take(busy)
        busy[who] += 1
        under_way.append(who)
        served.append(who)
    return served


def test_one_after_the_other() -> None:
    turns: Turns[int] = Turns()
    for number, who in enumerate("aaaabbc"):
        turns.add(who, number)
    assert order(turns) == list("abcabaa")


def test_who_has_nothing_under_way_comes_first() -> None:
    turns: Turns[int] = Turns()
    for number, who in enumerate("aab"):
        turns.add(who, number)
    assert turns.take({"a": 1}) == ("b", 2)
    assert turns.take({"a": 1, "b": 1}) == ("a", 0)
    assert turns.take({"a": 2, "b": 1}) == ("a", 1)
    with pytest.raises(ValueError, match="empty"):
        turns.take({})


def test_a_thing_of_several_is_done_once_at_the_first_turn() -> None:
    turns: Turns[int] = Turns()
    for thing in (1, 2, 3):
        turns.add("a", thing)
    turns.add("b", 3)
    turns.add("b", 3)
    assert (len(turns), turns.count("a"), turns.count("b")) == (3, 3, 1)
    assert turns.take({"a": 1}) == ("b", 3)
    assert (len(turns), turns.count("a"), turns.count("b")) == (2, 2, 0)
    turns.drop(1)
    turns.drop(1)
    assert turns.take({}) == ("a", 2)
    assert not turns


@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("seed", range(5))
def test_nobody_starves(size: int, seed: int) -> None:
    """In all orders of coming: between two turns of whoever waits no other has more than two."""
    rng = random.Random(seed)
    turns: Turns[int] = Turns()
    people = [rng.choice("aaaaaaabbbcdefg") for _ in range(120)]
    for number, who in enumerate(people):
        turns.add(who, number)
    served = order(turns, size=size)
    assert Counter(served) == Counter(people), seed
    for who in set(people):
        places = [place for place, each in enumerate(served) if each == who]
        for before, after in zip([-1, *places], places, strict=False):
            between = Counter(served[before + 1 : after])
            assert max(between.values(), default=0) <= 2, (seed, who)
