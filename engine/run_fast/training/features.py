"""The inputs of `engine.run_fast.network.features` compiled, packed into 64-bit words."""

from typing import Final

import numpy as np

from engine.run_fast.network.features import (
    COST_FLOOR,
    COST_STEP,
    COST_STEPS,
    INPUTS,
    SHAPES,
    STATE,
)
from engine.run_fast.training.club import cheapest, goes_out, stands, strongest
from engine.run_fast.training.compiling import compiled
from engine.run_fast.training.rules import (
    BOUNDS,
    HANDS,
    MOVER,
    PLAYED,
    PLY,
    TABLE,
    cards_in,
    lowest_counts,
)
from engine.run_fast.training.tables import IS_BOMB, NEED, SHAPE, TOP

Array = np.ndarray

WORDS: Final = INPUTS // 64
assert WORDS * 64 == INPUTS
_SHAPES: Final = len(SHAPES)
_ONES: Final = 0x1111111111111


@compiled
def at_least(counts: int) -> int:
    """Turn every count n of rank counts into its n lowest bits."""
    two = counts >> 1 & _ONES
    four = counts >> 2 & _ONES
    one = counts & _ONES
    return (one | two | four) | (two | four) << 1 | (one & two | four) << 2 | four << 3


@compiled
def _put(words: Array, at: int, value: int) -> None:
    """Set the bits of a value of under 63 bits from place `at` on."""
    bits = np.uint64(value)
    shift = np.uint64(at & 63)
    words[at >> 6] |= bits << shift
    if at & 63 and bits >> (np.uint64(64) - shift):
        words[(at >> 6) + 1] |= bits >> (np.uint64(64) - shift)


@compiled
def write_inputs(
    deal: Array, plays: Array, count: int, best: Array, memory: Array, rows: Array
) -> None:
    """Write the inputs of the mover's plays: `rows` has a row of `WORDS` for each of `count`.

    `best` is room for three `strongest`, `memory` that of `cheapest`.
    """
    seat = deal[MOVER]
    hand = deal[HANDS + seat]
    after, last = (seat + 1) % 3, (seat + 2) % 3
    unseen = deal[HANDS + after] + deal[HANDS + last]
    sizes = (cards_in(deal[HANDS + after]), cards_in(deal[HANDS + last]))
    bounds = (
        lowest_counts(deal[BOUNDS + after], unseen),
        lowest_counts(deal[BOUNDS + last], unseen),
    )
    strongest(bounds[0], sizes[0], best[0])
    strongest(bounds[1], sizes[1], best[1])
    for kind in range(best.shape[1]):
        best[2, kind] = max(best[0, kind], best[1, kind])
    first = rows[0]
    first[:] = 0
    _put(first, 0, at_least(unseen))
    _put(first, 52, at_least(bounds[0]))
    _put(first, 104, at_least(bounds[1]))
    _put(first, 156, at_least(deal[PLAYED + after]))
    _put(first, 208, at_least(deal[PLAYED + last]))
    _put(first, 260, (1 << sizes[0]) - 1)
    _put(first, 276, (1 << sizes[1]) - 1)
    for place in range(count - 1, -1, -1):
        row = rows[place]
        if place:
            row[:] = first
        play = plays[place]
        rest = hand - NEED[play]
        heavenly = deal[PLY] == 0 and IS_BOMB[play]
        falls_next = not heavenly and not stands(play, best[0])
        falls_last = not heavenly and not stands(play, best[1])
        wins = rest == 0 or (
            not falls_next and not falls_last and goes_out(rest, 1, best[2], memory)
        )
        earns = IS_BOMB[play] and deal[TABLE] >= 0
        bombs = 0
        for rank in range(12):
            bombs += rest >> 4 * rank & 0xF == (3 if rank == 11 else 4)
        steps = -((COST_FLOOR - cheapest(rest, memory)) // COST_STEP)
        _put(row, STATE, at_least(rest))
        _put(row, STATE + 52, (1 << cards_in(rest)) - 1)
        _put(row, STATE + 68, 1 << (SHAPE[play] + heavenly))
        _put(row, STATE + 68 + _SHAPES, 1 << TOP[play])
        _put(row, STATE + 81 + _SHAPES, earns | falls_next << 1 | falls_last << 2 | wins << 3)
        _put(row, STATE + 85 + _SHAPES, (1 << min(bombs, 2)) - 1)
        _put(row, STATE + 87 + _SHAPES, (1 << min(max(steps, 0), COST_STEPS)) - 1)
