"""Positions of Run Fast to measure with: decisions of mixed company, the same for the same seed."""

import random
from collections.abc import Iterator

from engine.arena import named_bots
from engine.game import Bot, View
from engine.run_fast import GAME
from engine.run_fast.bot import Decomposer, Greedy, Random
from engine.run_fast.rules import Position
from engine.shuffle import SERVER_SEED_BYTES, Decks, SeededDecks

COMPANY: tuple[Bot, ...] = (Decomposer(), Decomposer(), Greedy(), Random())
"""Who may sit in a seat; club players half of the time."""


def bots_by_name() -> dict[str, Bot]:
    """Give the levels of the game, weakest first, and its other bots."""
    return named_bots(GAME)


def decks(seed: int, number: int) -> Decks:
    """Give deck `number` of a seed."""
    rng = random.Random(f"{seed} {number}")
    return SeededDecks(GAME.name, GAME.pack, rng.randbytes(SERVER_SEED_BYTES).hex(), "bench")


def positions(seed: int) -> Iterator[Position]:
    """Give position after position without end, every deal with others in the seats."""
    number = 0
    while True:
        rng = random.Random(f"{seed} {number} seats")
        bots = [rng.choice(COMPANY) for _ in range(GAME.seats)]
        position = GAME.start(decks(seed, number))
        while (seat := GAME.turn(position)) is not None:
            yield position
            position = GAME.apply(position, bots[seat].choose(GAME.view(position, seat), rng))
        number += 1


def decisions(seed: int) -> Iterator[View]:
    """Give what the seat to act sees, wherever it has two or more plays."""
    for position in positions(seed):
        seat = GAME.turn(position)
        assert seat is not None
        view = GAME.view(position, seat)
        if len(view["legal"]) > 1:
            yield view
