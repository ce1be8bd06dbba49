"""Random play for tests."""

import random
from collections.abc import Iterator
from typing import Any

from engine.game import GAMES, Game
from engine.record import Record
from engine.shuffle import SeededDecks


def seeds(number: int) -> tuple[str, str]:
    """A server seed and a client seed for an example."""
    return f"{number:064x}", f"client {number}"


def decks(game: Game[Any], number: int) -> SeededDecks:
    return SeededDecks(game.name, game.pack, *seeds(number))


def playout(name: str, number: int) -> Iterator[tuple[Any, str | None]]:
    """Every position of a random match with the action taken there; None at the end."""
    game = GAMES[name]
    rng = random.Random(number)
    position = game.start(decks(game, number))
    while not game.is_over(position):
        action = game.sample(position, rng)
        yield position, action
        position = game.apply(position, action)
    yield position, None


def played(name: str, number: int) -> tuple[list[Any], Record]:
    """All positions of a random match, and its record."""
    steps = list(playout(name, number))
    server_seed, client_seed = seeds(number)
    result = GAMES[name].result(steps[-1][0])
    assert result is not None
    record = Record(
        game=name,
        actions=tuple(action for _, action in steps if action is not None),
        server_seed=server_seed,
        client_seed=client_seed,
        result=tuple(result),
    )
    return [position for position, _ in steps], record
