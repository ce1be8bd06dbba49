"""Bots against bots: fair, repeatable, and with honest intervals."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.arena import arena, named_bots, play_match
from engine.game import GAMES, Bot, View, game
from engine.shuffle import Decks
from tests.engine.playing import decks


class Steady:
    """A bot that does the same in the same place, whatever the randomness."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: View, rng: random.Random) -> str:
        return self.bot.choose(view, random.Random(1))


@pytest.fixture(params=list(GAMES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_named_bots(name: str) -> None:
    rules = game(name)
    bots = named_bots(rules)
    assert list(bots)[: len(rules.levels)] == list(rules.levels)
    assert set(bots) == {*rules.levels, *rules.extra_bots}


def test_a_bot_against_itself_is_exactly_even(name: str) -> None:
    """Nothing is left of the luck of the cards and the seats."""
    bot = Steady(named_bots(game(name))["random"])
    standing = arena(game(name), bot, bot, 6, 1)
    assert standing.mean == (0.5 if standing.measure == "wins" else 0)
    if standing.measure == "points":
        assert standing.low == standing.high == 0
    else:
        assert 0 < standing.low < 0.5 < standing.high < 1


def test_same_arguments_same_result(name: str) -> None:
    bots = named_bots(game(name))
    one = two = bots["random"]
    first = arena(game(name), one, two, 10, 5)
    random.seed(3)
    assert arena(game(name), one, two, 10, 5) == first
    assert arena(game(name), one, two, 10, 6) != first


def test_counts(name: str) -> None:
    rules = game(name)
    bot = named_bots(rules)["random"]
    standing = arena(rules, bot, bot, 2 * rules.seats + 1, 1)
    assert (standing.decks, standing.matches) == (3, 3 * rules.seats)
    assert standing.low < standing.mean < standing.high
    with pytest.raises(ValueError, match="too few"):
        arena(rules, bot, bot, rules.seats, 1)


def test_better_bot_is_better(name: str) -> None:
    rules = game(name)
    bots = named_bots(rules)
    best = next(iter(rules.levels.values()))
    even = 0.5 if rules.result_key == "stacks" else 0
    assert arena(rules, best, bots["random"], 24 * rules.seats, 1).low > even
    assert arena(rules, bots["random"], best, 24 * rules.seats, 1).high < even


def test_play_match(name: str) -> None:
    rules = game(name)
    bots = [named_bots(rules)["random"]] * rules.seats
    end = play_match(rules, bots, decks(rules, 1), random.Random(1))
    assert rules.is_over(end)
    assert end == play_match(rules, bots, decks(rules, 1), random.Random(1))
    assert end != play_match(rules, bots, decks(rules, 1), random.Random(2))


class Coin:
    """A game of two in which the deck says who wins: a known chance for the intervals."""

    name = "coin"
    seats = 2
    pack: tuple[str, ...] = GAMES["one-poker"].pack
    result_key = "stacks"
    levels: dict[str, Bot] = {}  # noqa: RUF012 - as the contract has it
    extra_bots: dict[str, Bot] = {}  # noqa: RUF012

    def start(self, decks: Decks) -> list[int]:
        """Seat 0 wins on a club or diamond."""
        won = decks.deck()[0][1] in "cd"
        return [40 * won, 40 * (not won)]

    def apply(self, position: list[int], action: str) -> list[int]:
        return position

    def turn(self, position: list[int]) -> int | None:
        return None

    def legal(self, position: list[int]) -> list[str]:
        return []

    def sample(self, position: list[int], rng: random.Random) -> str:
        return ""

    def is_over(self, position: list[int]) -> bool:
        return True

    def result(self, position: list[int]) -> list[int]:
        return position

    def snapshot(self, position: list[int]) -> dict[str, Any]:
        return {}

    def view(self, position: Sequence[int], seat: int) -> View:
        return {}


def test_luck_of_the_seat_cancels_out() -> None:
    bot = named_bots(GAMES["one-poker"])["random"]
    for seed in range(5):
        assert arena(Coin(), bot, bot, 40, seed).mean == 0.5


class Draws(Coin):
    """Points that are a fair coin whatever the seat: intervals must cover 0 about 95 % of times."""

    seats = 1
    result_key = "scores"

    def start(self, decks: Decks) -> list[int]:
        return [1 if decks.deck()[0][1] in "cd" else -1]


def test_intervals_cover() -> None:
    bot = named_bots(GAMES["one-poker"])["random"]
    standings = [arena(Draws(), bot, bot, 60, seed) for seed in range(100)]
    covered = sum(standing.low <= 0 <= standing.high for standing in standings)
    assert 88 <= covered <= 99
