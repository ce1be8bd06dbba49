"""Deals of Run Fast to measure with, and what becomes of them: points, and who goes out first."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.arena import named_bots, play_match
from engine.game import Bot, View
from engine.run_fast import GAME
from engine.run_fast.bot import play_text
from engine.run_fast.endings import take
from engine.run_fast.rules import Position
from engine.shuffle import SERVER_SEED_BYTES, Decks, SeededDecks

ENDINGS: Final = "+endings"
"""Behind the name of a bot: it takes proven plays first."""
_Z: Final = 1.959964
"""The normal quantile of a two-sided 95 % interval."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """Takes a proven play where there is one, and else does what another bot would."""

    bot: Bot

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose a legal action."""
        found = take(view) if len(view["legal"]) > 1 else None
        return play_text(view, found) if found else self.bot.choose(view, rng)


def bot_named(name: str) -> Bot:
    """Give a level or another bot of the game, with `ENDINGS` behind its name as a finisher.

    Raises KeyError for an unknown name.
    """
    bot = named_bots(GAME)[name.removesuffix(ENDINGS)]
    return Finisher(bot) if name.endswith(ENDINGS) else bot


def decks(seed: int, number: int) -> Decks:
    """Give deck `number` of a seed."""
    rng = random.Random(f"{seed} {number}")
    return SeededDecks(GAME.name, GAME.pack, rng.randbytes(SERVER_SEED_BYTES).hex(), "bench")


class Outcome(NamedTuple):
    """How a deal ended for a player."""

    points: int
    out: bool
    """Whether the player went out first."""


def outcome(position: Position, seat: int) -> Outcome:
    """Read the outcome for a seat from a deal that is over."""
    result = GAME.result(position)
    assert result
    return Outcome(result[seat], not position.hands[seat])


def one_against_two(one: Bot, two: Bot, seed: int, number: int) -> list[Outcome]:
    """Play one deck three times, with `one` in each seat, and give its outcomes."""
    found = []
    for seat in range(GAME.seats):
        bots = [one if at == seat else two for at in range(GAME.seats)]
        rng = random.Random(f"{seed} {number} {seat}")
        found.append(outcome(play_match(GAME, bots, decks(seed, number), rng), seat))
    return found


class Estimate(NamedTuple):
    """A mean with half the width of its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{self.mean:+6.2f} ± {self.half:.2f}"


def estimate(sample: Sequence[float]) -> Estimate:
    """Estimate a mean from independent numbers, at least two."""
    mean = math.fsum(sample) / len(sample)
    variance = math.fsum((each - mean) ** 2 for each in sample) / (len(sample) - 1)
    return Estimate(mean, _Z * math.sqrt(variance / len(sample)))


def decisions(seed: int, company: Sequence[Bot]) -> Iterator[tuple[Position, View]]:
    """Give decision after decision without end: positions with two or more plays, and the view.

    The bots in the seats are drawn from `company` for every deal.
    """
    number = 0
    while True:
        rng = random.Random(f"{seed} {number} seats")
        bots = [rng.choice(company) for _ in range(GAME.seats)]
        position = GAME.start(decks(seed, number))
        while (seat := GAME.turn(position)) is not None:
            view = GAME.view(position, seat)
            if len(view["legal"]) > 1:
                yield position, view
            position = GAME.apply(position, bots[seat].choose(view, rng))
        number += 1
