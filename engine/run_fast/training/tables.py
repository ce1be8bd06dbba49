"""The combinations as arrays, all in the order of `engine.run_fast.combinations.COMBINATIONS`."""

from typing import Final

import numpy as np

from engine.run_fast.bot import TUNED
from engine.run_fast.combinations import COMBINATIONS, Combination, answers
from engine.run_fast.hands import PACK, RANKS, card_set, rank_counts
from engine.run_fast.knowledge import AFTER_PASS
from engine.run_fast.network.features import SHAPES, shape

ANY_HAND: Final = rank_counts(card_set(PACK))
"""The counts of the whole pack."""
SPARE: Final = int("8" * len(RANKS), 16)
_SEQUENCE_RANKS: Final = 12

NEED: Final = np.array([play.need for play in COMBINATIONS], np.int64)
SIZE: Final = np.array([play.size for play in COMBINATIONS], np.int64)
TOP: Final = np.array([play.top for play in COMBINATIONS], np.int64)
LOW: Final = np.array([play.low for play in COMBINATIONS], np.int64)
IS_SINGLE: Final = np.array([play.kind == "single" for play in COMBINATIONS])
IS_BOMB: Final = np.array([play.kind == "bomb" for play in COMBINATIONS])
SHAPE: Final = np.array([SHAPES.index(shape(play)) for play in COMBINATIONS], np.int64)
SHAPE_COUNT: Final = int(SHAPE.max()) + 1
"""How many shapes there are, the heavenly bomb aside: the room that `strongest` needs."""
PRICE: Final = np.array([TUNED.price(play) for play in COMBINATIONS], np.int64)
LIMITS: Final = np.array([AFTER_PASS[play] for play in COMBINATIONS], np.int64)
"""What a pass over each combination leaves possible, by rank: see `engine.run_fast.knowledge`."""
BOMB: Final = SHAPES.index("bomb")
FIRST_STRAIGHT: Final = SHAPES.index("straight 5")
FIRST_PAIR_RUN: Final = SHAPES.index("pair-run 2")
IN_SEQUENCE: Final = np.array([play.kind in {"straight", "pair-run"} for play in COMBINATIONS])


def _lists(chosen: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Pack lists into one array and where each of them begins, the end of the last included."""
    starts = np.cumsum([0, *map(len, chosen)]).astype(np.int64)
    return np.array([at for each in chosen for at in each], np.int64), starts


def _answering(table: Combination) -> list[int]:
    return [COMBINATIONS.index(play) for play in answers(ANY_HAND, table)]


ANSWERS, ANSWERS_FROM = _lists([_answering(table) for table in COMBINATIONS])
"""What beats each combination, in the order of the listing."""
STARTING, STARTING_FROM = _lists(
    [[at for at, play in enumerate(COMBINATIONS) if play.low == low] for low in range(len(RANKS))]
)
"""The combinations by their lowest rank."""


def _highest_run(mask: int, length: int) -> int:
    run = (1 << length) - 1
    tops = [
        top for top in range(length - 1, _SEQUENCE_RANKS) if mask >> (top + 1 - length) & run == run
    ]
    return max(tops, default=-1)


HIGHEST_RUN: Final = np.array(
    [
        [_highest_run(mask, length) for length in range(_SEQUENCE_RANKS + 1)]
        for mask in range(1 << _SEQUENCE_RANKS)
    ],
    np.int8,
)
"""The highest top of a run, by the mask of the ranks there (3 to A) and the length; -1 for none."""

_BINOMIAL: Final = [
    [1, 0, 0, 0, 0],
    [1, 1, 0, 0, 0],
    [1, 2, 1, 0, 0],
    [1, 3, 3, 1, 0],
    [1, 4, 6, 4, 1],
]
CHOICES: Final = np.array(_BINOMIAL, np.float64)
