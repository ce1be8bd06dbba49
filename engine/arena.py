"""Bots against bots, fairly: every deck is played with the first bot in each seat in turn.

So luck of the cards and of the seat falls on both alike, and what is left is skill.  The other
seats all belong to the second bot.  A deck's matches follow from the seed and the deck's number
alone, so decks may be played in any order and anywhere.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from engine.game import Bot, Game, IllegalAction
from engine.memory import NOTHING, choose, learn
from engine.record import Record
from engine.shuffle import SERVER_SEED_BYTES, Decks, SeededDecks

P = TypeVar("P")

Measure: TypeAlias = Literal["wins", "points"]

_MEASURES: Final[Mapping[str, Measure]] = {"stacks": "wins", "scores": "points"}
_Z: Final = 1.959964
"""The normal quantile of a two-sided 95 % interval."""
_CLIENT_SEED: Final = "arena"

FORFEIT: Final = 32
"""Points that a bot at fault pays to each of the others: what an unplayed hand of sixteen costs."""

Player: TypeAlias = Callable[[], AbstractContextManager[Bot]]
"""Gives a bot for one seat of one match."""


class BotFault(Exception):
    """A bot that gave no action.  ``code`` is ``crashed``, ``timeout`` or ``no-answer``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Fault(NamedTuple):
    """Why a match was lost without being played out: a code of BotFault or IllegalAction."""

    seat: int
    code: str


class Forfeit(Exception):
    """The match ends here, since the bot in a seat has no legal action to offer."""

    def __init__(self, fault: Fault, actions: list[str]) -> None:
        super().__init__(fault)
        self.fault = fault
        self.actions = actions


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a deck, with the first bot in ``seat``.

    The record of a match that ended by a fault is not played out.
    """

    deck: int
    seat: int
    record: Record
    fault: Fault | None = None


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

    Each bot draws on randomness of its own, so that it can't learn from another's.  Raises
    Forfeit where a bot fails to give a legal action.
    """
    return _play(game, bots, decks, rng)[0]


def _play(
    game: Game[P], bots: Sequence[Bot], decks: Decks, rng: random.Random
) -> tuple[P, list[str]]:
    streams = [random.Random(rng.getrandbits(64)) for _ in bots]  # noqa: S311 - bots need no secrecy
    position = game.start(decks)
    actions: list[str] = []
    memories = [NOTHING for _ in bots]
    while not game.is_over(position):
        seat = game.turn(position)
        if seat is None:
            memories = [
                learn(bot, game, position, place, memory)
                for place, (bot, memory) in enumerate(zip(bots, memories, strict=True))
            ]
            action = "next"
            position = game.apply(position, action)
        else:
            try:
                action = choose(
                    bots[seat], game.view(position, seat), streams[seat], memories[seat]
                )
                position = game.apply(position, action)
            except (BotFault, IllegalAction) as error:
                raise Forfeit(Fault(seat, error.code), actions) from error
        actions.append(action)
    return position, actions


def arena(game: Game[P], first: Bot, second: Bot, matches: int, seed: int) -> Standing:
    """Let two bots play about so many matches, rounded up to whole decks.

    Equal arguments give equal results.  Raises ValueError for fewer matches than two decks need,
    since one tells nothing about chance.
    """
    values = []
    for deck in range(decks_for(game, matches)):
        played = play_deck(
            game, lambda: nullcontext(first), lambda: nullcontext(second), seed, deck
        )
        values += [value(game, match) for match in played]
    return standing(game, values)


def decks_for(game: Game[Any], matches: int) -> int:
    """Give how many decks so many matches take.

    Raises ValueError for less than two, since one tells nothing about chance.
    """
    decks = -(-matches // game.seats)
    if decks < 2:
        raise ValueError("too few matches")
    return decks


def play_deck(game: Game[P], first: Player, second: Player, seed: int, deck: int) -> list[Match]:
    """Play deck number ``deck`` with the first bot in each seat, by seat."""
    rng = random.Random(f"{seed} {deck}")  # noqa: S311 - a contest must be repeatable
    server_seed = rng.randbytes(SERVER_SEED_BYTES).hex()
    decks = SeededDecks(game.name, game.pack, server_seed, _CLIENT_SEED)
    matches = []
    for seat in range(game.seats):
        fault, result = None, None
        with ExitStack() as stack:
            openers = [second] * game.seats
            openers[seat] = first
            bots = [stack.enter_context(opener()) for opener in openers]
            try:
                position, actions = _play(game, bots, decks, rng)
                result = game.result(position)
            except Forfeit as forfeit:
                fault, actions = forfeit.fault, forfeit.actions
        record = Record(
            game=game.name,
            server_seed=server_seed,
            client_seed=_CLIENT_SEED,
            actions=tuple(actions),
            result=None if result is None else tuple(result),
        )
        matches.append(Match(deck, seat, record, fault))
    return matches


def value(game: Game[Any], match: Match) -> float:
    """Give what a match is worth to the first bot: a share of the win, or points.

    Who is at fault loses: the others share the win, or get `FORFEIT` points each.
    """
    measure = _MEASURES[game.result_key]
    if match.fault is not None:
        mine = match.fault.seat == match.seat
        if measure == "points":
            return -FORFEIT * (game.seats - 1) if mine else FORFEIT
        return 0 if mine else 1 / (game.seats - 1)
    assert match.record.result is not None
    return _value(measure, match.record.result, match.seat)


def standing(game: Game[Any], values: Sequence[float]) -> Standing:
    """Sum up what the matches were worth, those of a deck next to each other."""
    measure, seats = _MEASURES[game.result_key], game.seats
    sample = [math.fsum(values[at : at + seats]) / seats for at in range(0, len(values), seats)]
    decks = len(sample)
    mean = math.fsum(sample) / decks
    variance = math.fsum((each - mean) ** 2 for each in sample) / (decks - 1) / decks
    low, high = _interval(measure, mean, variance, decks)
    return Standing(measure, len(values), decks, mean, low, high)


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
