"""Measures the network: one against two of another player, every deal in each of the seats."""

from typing import NamedTuple

import numpy as np

from engine.run_fast.training.club import new_memory
from engine.run_fast.training.features import WORDS
from engine.run_fast.training.lockstep import NETWORK, advance, begin, points_of, take_best
from engine.run_fast.training.network import Network
from engine.run_fast.training.rules import MOVER, WIDTH


class Score(NamedTuple):
    """Points a deal with the half-width of the 95 % interval over deals, and the part won."""

    mean: float
    half: float
    wins: float


def measure(
    network: Network | None, first: int, second: int, deals: int, seed: int, hands: int = 30
) -> Score:
    """Let `first` play `deals` deals in all three seats against two of `second`.

    Both are players of `engine.run_fast.training.lockstep`; `hands` is for a search.
    """
    state = np.array([seed], np.uint64)
    memory = new_memory()
    games = 3 * deals
    table = np.zeros((games, WIDTH), np.int64)
    over = np.ones(games, np.bool_)
    begin(table, over, state, 3)
    players = np.full((games, 3), second, np.int64)
    players[np.arange(games), np.arange(games) % 3] = first
    result = play_all(network, table, over, players, hands, memory, state)
    own = result[np.arange(games), np.arange(games) % 3]
    won = table[:, MOVER] == np.arange(games) % 3
    by_deal = own.reshape(deals, 3).mean(1)
    half = 1.959964 * by_deal.std(ddof=1) / np.sqrt(deals)
    return Score(float(by_deal.mean()), float(half), float(won.mean()))


def same_seat(network: Network, deals: int, seed: int) -> Score:
    """Tell what seat 0 scores in fresh deals of three equal networks, which should be nothing."""
    state = np.array([seed], np.uint64)
    table = np.zeros((deals, WIDTH), np.int64)
    over = np.ones(deals, np.bool_)
    begin(table, over, state, 1)
    players = np.full((deals, 3), NETWORK, np.int64)
    own = play_all(network, table, over, players, 1, new_memory(), state)[:, 0]
    half = 1.959964 * own.std(ddof=1) / np.sqrt(deals)
    return Score(float(own.mean()), float(half), float((table[:, MOVER] == 0).mean()))


def play_all(
    network: Network | None,
    table: np.ndarray,
    over: np.ndarray,
    players: np.ndarray,
    hands: int,
    memory: np.ndarray,
    state: np.ndarray,
) -> np.ndarray:
    """Play deals to their end and return the points, shape (deals, 3)."""
    games = len(table)
    result = np.zeros((games, 3), np.int64)
    rows = np.zeros((64 * 1536, WORDS), np.uint64)
    plays = np.zeros(len(rows), np.int64)
    for at in range(0, games, 1536):
        part = slice(at, min(at + 1536, games))
        counts = np.zeros(part.stop - at, np.int64)
        while True:
            found = advance(
                table[part], over[part], players[part], hands, memory, state, rows, plays, counts
            )
            if not found:
                break
            assert network is not None
            values = network.points(rows[:found], counts[counts > 0])
            take_best(table[part], over[part], plays, counts, values)
    points_of(table, result)
    return result
