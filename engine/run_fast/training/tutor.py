"""Makes lessons: positions in which every play is judged by search, as the network's first data."""

from typing import NamedTuple

import numpy as np

from engine.run_fast.training.compiling import compiled
from engine.run_fast.training.features import WORDS, write_inputs
from engine.run_fast.training.rules import (
    WIDTH,
    below,
    do_pass,
    do_play,
    fraction,
    legal,
    shuffle,
)
from engine.run_fast.training.search import search
from engine.run_fast.training.tables import NEED, SHAPE_COUNT

Array = np.ndarray


class Lessons(NamedTuple):
    """Plays and what they were judged to score: rows of packed inputs, and points from then on."""

    rows: Array
    points: Array


@compiled
def _fill(
    rows: Array, points: Array, hands: int, random_moves: float, memory: Array, state: Array
) -> int:
    """Play deals until `rows` is full; return how many rows are."""
    deal = np.zeros(WIDTH, np.int64)
    room = np.zeros((3, WIDTH), np.int64)
    ways = np.zeros((14, 17))
    plays = np.zeros(len(NEED), np.int64)
    found = np.zeros(len(NEED), np.int64)
    best = np.zeros((3, SHAPE_COUNT), np.int64)
    values = np.zeros(len(NEED))
    at = 0
    while True:
        shuffle(deal, state)
        wild = random_moves * (0.5 + fraction(state))
        over = False
        while not over:
            count = legal(deal, plays)
            if count == 0:
                do_pass(deal)
                continue
            place = 0
            if count > 1:
                if at + count > len(rows):
                    return at
                search(deal, plays, count, hands, room, ways, found, best[0], memory, state, values)
                write_inputs(deal, plays, count, best, memory, rows[at : at + count])
                for each in range(count):
                    points[at + each] = values[each]
                    if values[each] > values[place]:
                        place = each
                at += count
                if fraction(state) < wild:
                    place = below(state, count)
            over = do_play(deal, plays[place])


def lessons(size: int, hands: int, random_moves: float, memory: Array, state: Array) -> Lessons:
    """Make about so many lessons, each judged over `hands` guesses at the hidden hands.

    The players follow the search but for so many `random_moves` (a part from 0 to 1), so that the
    lessons show bad plays and what comes after them too.
    """
    rows = np.zeros((size, WORDS), np.uint64)
    points = np.zeros(size, np.float32)
    used = _fill(rows, points, hands, random_moves, memory, state)
    return Lessons(rows[:used], points[:used])
