"""The bots of One Poker: what they see, and how well they play."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arena import arena, named_bots
from engine.one_poker import GAME
from engine.one_poker.bot import FaceValue
from engine.one_poker.ranks import PACK, RANK
from engine.one_poker.reading import SCORE, equity, read, unseen
from engine.one_poker.solver.player import SolverBot
from tests.engine.one_poker_worlds import another_world
from tests.engine.playing import playout
from tests.engine.test_one_poker_rules import at

# The solver sees as much with a few iterations as with many.
BOTS = {**named_bots(GAME), "solver": SolverBot(effort=0.02)}


def test_levels() -> None:
    assert list(GAME.levels) == ["beginner", "club", "solver"]
    assert "random" in BOTS


@pytest.mark.parametrize("name", [*GAME.levels, "random"])
@given(number=st.integers(0, 10**6))
def test_no_bot_looks_behind_the_cards(name: str, number: int) -> None:
    rng = random.Random(number)
    bot = BOTS[name]
    steps = [position for position, _ in playout("one-poker", number) if position.turn is not None]
    for position in rng.sample(steps, min(5, len(steps))):
        seat = position.turn
        assert seat is not None
        world = another_world(position, seat, rng)
        choices = {
            bot.choose(GAME.view(place, seat), random.Random(number)) for place in (position, world)
        }
        assert len(choices) == 1


@pytest.mark.parametrize(
    ("first", "second", "above"),
    [("club", "random", 0.7), ("beginner", "random", 0.7), ("beginner", "face-value", 0.7)],
)
def test_strength(first: str, second: str, above: float) -> None:
    standing = arena(GAME, BOTS[first], BOTS[second], 100, 1)
    assert standing.low > above


def test_the_club_player_beats_the_beginner() -> None:
    assert 0.5 < arena(GAME, BOTS["club"], BOTS["beginner"], 60, 1).mean < 0.85


@pytest.mark.long
@pytest.mark.parametrize(
    ("first", "second", "above", "below"),
    [
        ("club", "random", 0.85, 1.0),
        ("beginner", "random", 0.85, 1.0),
        ("club", "beginner", 0.6, 0.75),
        ("solver", "club", 0.6, 0.75),
    ],
)
def test_strength_in_full(first: str, second: str, above: float, below: float) -> None:
    assert above < arena(GAME, BOTS[first], BOTS[second], 1000, 2).mean < below


def choices(bot: str, view: dict[str, Any], count: int = 200) -> Counter[str]:
    return Counter(BOTS[bot].choose(view, random.Random(number)) for number in range(count))


def test_only_the_club_player_minds_the_cards_that_are_gone() -> None:
    view = GAME.view(at(top="Jd 8h 7c 9s"), 0)
    gone = {**view, "seen": [card for card in PACK if card[0] in "QKA"]}
    for level, minds in (("beginner", False), ("club", True)):
        chosen = [
            [BOTS[level].choose(each, random.Random(number)) for number in range(60)]
            for each in (view, gone)
        ]
        assert (chosen[0] != chosen[1]) == minds


def test_locks_by_face_value() -> None:
    assert FaceValue().choose(GAME.view(at(top="Ac Qh 2d 3h"), 0), random.Random(1)) == "lock Ac"
    assert FaceValue().choose(GAME.view(at(top="2c Qh 3d 3h"), 0), random.Random(1)) == "lock 3d"


def test_club_knows_that_a_two_beats_an_ace() -> None:
    """With two high cards against it a two is the better of two low ones, else it is not."""
    low = choices("club", GAME.view(at(top="2c Ah 3d As"), 0))
    assert low["lock 2c"] > low["lock 3d"]
    high = choices("club", GAME.view(at(top="2c 4h 3d 5s"), 0))
    assert high["lock 3d"] > high["lock 2c"]


def test_club_bluffs_at_times() -> None:
    seen = choices("club", GAME.view(at("lock 6d", "lock Qh", top="Kh Qh 6d 3h"), 0))
    bets = sum(count for action, count in seen.items() if action.startswith("bet"))
    assert 0 < bets < 200


def test_club_minds_the_price() -> None:
    cheap = choices("club", GAME.view(at("lock Th", "lock Qh", "bet 1", top="Th Qh 6d 3h"), 1))
    dear = choices("club", GAME.view(at("lock Th", "lock 9h", "bet 19", top="Th 9h 6d 3h"), 1))
    assert cheap["fold"] < dear["fold"]


def test_unseen_cards() -> None:
    position = at("lock Kh", "lock Qh", "check", "check", "next", top="Kh Qh 6d 3h 9c Tc")
    counts = unseen(GAME.view(position, 0))
    assert sum(counts) == 104 - 2 - 2
    expected = dict.fromkeys(range(13), 8)
    for card in ("6d", "9c", "Kh", "Qh"):  # own hand (won, so drew first) and both played
        expected[RANK[card]] -= 1
    assert counts == list(expected.values())


@given(st.integers(0, 10**6))
def test_reading_allows_for_what_is_there(number: int) -> None:
    """The weights add up to 1, and the card that is really there is never ruled out."""
    for position, _ in playout("one-poker", number):
        if position.turn is None:
            continue
        theirs, fear = read(GAME.view(position, position.turn))
        assert sum(theirs) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in fear)
        locked = position.locked[1 - position.turn]
        for card in [locked] if locked else position.hands[1 - position.turn]:
            assert theirs[RANK[card]] > 0


def test_equity() -> None:
    ace, two, king = RANK["As"], RANK["2s"], RANK["Ks"]
    assert (SCORE[ace][two], SCORE[two][ace], SCORE[ace][king], SCORE[ace][ace]) == (0, 1, 1, 0.5)
    theirs = [0.0] * 13
    theirs[two] = theirs[king] = 0.5
    assert (equity(ace, theirs), equity(two, theirs), equity(king, theirs)) == (0.5, 0.25, 0.75)
