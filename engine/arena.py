"""Bots against bots, fairly: every deck is played with the first bot in each seat in turn.

So luck of the cards and of the seat falls on both alike, and what is left is skill.  The other
seats all belong to the second bot.
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypeVar

from engine.game import Bot, Game
from engine.shuffle import SERVER_SEED_BYTES, Decks, SeededDecks

P = TypeVar("P")

Measure: TypeAlias = Literal["wins", "points"]

_MEASURES: Final[Mapping[str, Measure]] = {"stacks": "wins", "scores": "points"}
_Z: Final = 1.959964
"""The normal quantile of a two-sided 95 % interval."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the first bot did against the second.

    ``mean`` is the part of its matches that it won, from 0 to 1 (``wins``), or its points per
    match (``points``); ``low`` and ``high`` bound the 95 % interval of it, with the decks as the
    independent sample.  ``matches`` is how many were played: the seats of each deck.
    """

    measure: Measure
    matches: int
    decks: int
    mean: float
    low: float
    high: float


def named_bots(game: Game[Any]) -> dict[str, Bot]:
    """Give all bots of a game by name: its levels, weakest first, then its extra ones."""
    return {**game.levels, **game.extra_bots}


def play_match(game: Game[P], bots: Sequence[Bot], decks: Decks, rng: random.Random) -> P:
    """Play a match to its end, one bot a seat, and give the last position.

    Each bot draws on randomness of its own, so that it can't learn from another's.
    """
    streams = [random.Random(rng.getrandbits(64)) for _ in bots]  # noqa: S311 - bots need no secrecy
    position = game.start(decks)
    while not game.is_over(position):
        seat = game.turn(position)
        if seat is None:
            action = "next"
        else:
            action = bots[seat].choose(game.view(position, seat), streams[seat])
        position = game.apply(position, action)
    return position


def arena(game: Game[P], first: Bot, second: Bot, matches: int, seed: int) -> Standing:
    """Let two bots play about so many matches, rounded up to whole decks.

    Equal arguments give equal results.  Raises ValueError for fewer matches than two decks need,
    since one tells nothing about chance.
    """
    decks = -(-matches // game.seats)
    if decks < 2:
        raise ValueError("too few matches")
    measure = _MEASURES[game.result_key]
    rng = random.Random(seed)  # noqa: S311 - a test must be repeatable
    sample = [_deck_value(game, first, second, measure, rng) for _ in range(decks)]
    mean = math.fsum(sample) / decks
    variance = math.fsum((value - mean) ** 2 for value in sample) / (decks - 1) / decks
    low, high = _interval(measure, mean, variance, decks)
    return Standing(measure, decks * game.seats, decks, mean, low, high)


def _deck_value(
    game: Game[P], first: Bot, second: Bot, measure: Measure, rng: random.Random
) -> float:
    """Play one deck with the first bot in each seat, and give its average."""
    server_seed = rng.randbytes(SERVER_SEED_BYTES).hex()
    decks = SeededDecks(game.name, game.pack, server_seed, "arena")
    total = 0.0
    for seat in range(game.seats):
        bots = [second] * game.seats
        bots[seat] = first
        result = game.result(play_match(game, bots, decks, rng))
        assert result is not None
        total += _value(measure, result, seat)
    return total / game.seats


def _value(measure: Measure, result: Sequence[int], seat: int) -> float:
    if measure == "points":
        return result[seat]
    best = max(result)
    return (result[seat] == best) / list(result).count(best)


def _interval(measure: Measure, mean: float, variance: float, decks: int) -> tuple[float, float]:
    """Give the 95 % interval of a mean, ``variance`` being that of the mean.

    For wins it is Wilson's (1927), which stays between 0 and 1, with as many trials as would give
    the variance seen; where every deck went alike, with the decks.
    """
    if measure == "points":
        half = _Z * math.sqrt(variance)
        return mean - half, mean + half
    trials = mean * (1 - mean) / variance if variance > 0 else decks
    share = _Z * _Z / trials
    centre = (mean + share / 2) / (1 + share)
    half = _Z / (1 + share) * math.sqrt(mean * (1 - mean) / trials + share / (4 * trials))
    return max(0.0, centre - half), min(1.0, centre + half)
