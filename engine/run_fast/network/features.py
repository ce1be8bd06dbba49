"""What the network sees of a decision: yes or no, 448 times for each play that is possible.

The first `STATE` inputs are the same for all plays: the unseen cards, what each opponent can still
hold by his passes, what he has played, and how many cards he has. The other `PLAY` inputs describe
the moment after the play: the cards left in the hand and what the club player thinks that they
cost (`engine.run_fast.bot.TUNED`), the play now on the table, and whether it can be beaten.

Rank counts become "at least one, two, three, four" of each rank, so all numbers are exact and the
compiled training can give the same inputs bit by bit. Everything comes from the view of one seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.game import View
from engine.run_fast.bot import TUNED
from engine.run_fast.combinations import (
    COMBINATIONS,
    HEAVENLY_BOMB,
    Combination,
    classify,
    holds,
    leads,
)
from engine.run_fast.decomposition import Decomposition, stands
from engine.run_fast.hands import PACK, RANKS, card_set, rank_counts
from engine.run_fast.knowledge import AFTER_PASS, lower, total

Inputs: TypeAlias = NDArray[np.uint8]

SHAPES: Final = (
    "single",
    "pair",
    "triple",
    *(f"straight {length}" for length in range(5, 13)),
    *(f"pair-run {length}" for length in range(2, 9)),
    "bomb",
    "heavenly-bomb",
)
"""The kinds of plays; of two in a row only those of the same length compare."""

_COUNTS: Final = 4 * len(RANKS)
_SIZE: Final = 16
STATE: Final = 5 * _COUNTS + 2 * _SIZE
COST_STEP: Final = 200
COST_FLOOR: Final = -2000
COST_STEPS: Final = 49
PLAY: Final = _COUNTS + _SIZE + len(SHAPES) + len(RANKS) + 1 + 3 + 2 + COST_STEPS
INPUTS: Final = STATE + PLAY

_ACE: Final = RANKS.index("A")
_WHOLE_PACK: Final = rank_counts(card_set(PACK))
_ONES: Final = int("1" * len(RANKS), 16)


def shape(play: Combination) -> str:
    """Return which of `SHAPES` a combination has."""
    if play.kind in {"straight", "pair-run"}:
        return f"{play.kind} {play.top - play.low + 1}"
    return play.kind


_COSTS: Final = Decomposition((play, TUNED.price(play)) for play in COMBINATIONS)
_SHAPE_OF: Final = {play: SHAPES.index(shape(play)) for play in (*COMBINATIONS, HEAVENLY_BOMB)}


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat knows about a deal, in rank counts; opponents are the next player, then the last.

    `bounds` is how many of each rank an opponent can hold: no more than are unseen, and not what
    he could have beaten a play with when he passed.
    """

    hand: int
    unseen: int
    bounds: tuple[int, int]
    played: tuple[int, int]
    sizes: tuple[int, int]
    table: Combination | None
    opening: bool


def situation(view: View) -> Situation:
    """Gather what the view's seat knows from its hand and the history."""
    seat = view["seat"]
    bounds, played = [_WHOLE_PACK] * 3, [0] * 3
    table: Combination | None = None
    passes = 0
    for event in view["history"]:
        actor, names = event["seat"], event["action"].split()[1:]
        if names:
            table = classify(card_set(names))
            assert table is not None
            if event["ply"] == 0 and table.kind == "bomb":
                table = HEAVENLY_BOMB
            bounds[actor] -= table.need
            played[actor] += table.need
            passes = 0
            continue
        assert table is not None
        bounds[actor] = lower(bounds[actor], AFTER_PASS[table])
        passes += 1
        if passes == 2:
            table = None
    hand = rank_counts(card_set(view["hands"][seat]))
    unseen = _WHOLE_PACK - hand - sum(played)
    after, last = (seat + 1) % 3, (seat + 2) % 3
    return Situation(
        hand=hand,
        unseen=unseen,
        bounds=(lower(bounds[after], unseen), lower(bounds[last], unseen)),
        played=(played[after], played[last]),
        sizes=(view["counts"][after], view["counts"][last]),
        table=table,
        opening=not view["history"],
    )


def _at_least(counts: int) -> int:
    """Turn every count n of rank counts into its n lowest bits."""
    two = counts >> 1 & _ONES
    four = counts >> 2 & _ONES
    one = counts & _ONES
    # 1 is 0001, 2 is 0011, 3 is 0111, 4 is 1111.
    return (one | two | four) | (two | four) << 1 | (one & two | four) << 2 | four << 3


def _pack(fields: Sequence[tuple[int, int]]) -> int:
    """Put numbers of so many bits behind each other, the first in the lowest bits."""
    packed = at = 0
    for value, width in fields:
        packed |= value << at
        at += width
    return packed


def _state(known: Situation) -> int:
    counts = (known.unseen, *known.bounds, *known.played)
    fields = [(_at_least(each), _COUNTS) for each in counts]
    fields += [((1 << size) - 1, _SIZE) for size in known.sizes]
    return _pack(fields)


class _Plays:
    """Describes the plays of one decision."""

    def __init__(self, known: Situation) -> None:
        self._known = known
        self._safe: list[list[tuple[int, int]]] = [[] for _ in RANKS]
        for play in leads(known.hand):
            may_fall = any(self.beatable(play))
            self._safe[play.low].append((play.need, int(may_fall)))

    def beatable(self, play: Combination) -> tuple[bool, bool]:
        """Tell for each opponent whether he may be able to beat a play."""
        bounds, sizes = self._known.bounds, self._known.sizes
        return (
            not stands(play, bounds[0], sizes[0]),
            not stands(play, bounds[1], sizes[1]),
        )

    def goes_out(self, counts: int, may_fall: int) -> bool:
        """Tell whether these cards can be played with at most so many plays that may fall."""
        if not counts:
            return True
        low = (counts & -counts).bit_length() - 1 >> 2
        return any(
            falls <= may_fall
            and holds(counts, need)
            and self.goes_out(counts - need, may_fall - falls)
            for need, falls in self._safe[low]
        )

    def describe(self, play: Combination) -> int:
        """Return the inputs of a play, the first in the lowest bit."""
        known = self._known
        rest = known.hand - play.need
        if known.opening and play.kind == "bomb":
            play = HEAVENLY_BOMB
        beatable = self.beatable(play)
        wins = not rest or (not any(beatable) and self.goes_out(rest, 1))
        earns = play.kind == "bomb" and known.table is not None
        bombs = sum(rest >> 4 * r & 0xF == (3 if r == _ACE else 4) for r in range(_ACE + 1))
        steps = -(-(_COSTS.cheapest(rest) - COST_FLOOR) // COST_STEP)
        size = total(rest)
        return _pack(
            [
                (_at_least(rest), _COUNTS),
                ((1 << size) - 1, _SIZE),
                (1 << _SHAPE_OF[play], len(SHAPES)),
                (1 << play.top, len(RANKS)),
                (earns, 1),
                (beatable[0] | beatable[1] << 1 | wins << 2, 3),
                ((1 << min(bombs, 2)) - 1, 2),
                ((1 << min(max(steps, 0), COST_STEPS)) - 1, COST_STEPS),
            ]
        )


def inputs(known: Situation, plays: Sequence[Combination]) -> tuple[Inputs, Inputs]:
    """Return the inputs of a decision as 0 and 1: shapes (STATE,) and (number of plays, PLAY)."""
    describe = _Plays(known).describe
    state = _bits([_state(known)], STATE)[0]
    return state, _bits([describe(play) for play in plays], PLAY)


def _bits(rows: Sequence[int], width: int) -> Inputs:
    length = -(-width // 8)
    packed = b"".join(row.to_bytes(length, "little") for row in rows)
    array = np.frombuffer(packed, np.uint8).reshape(len(rows), length)
    return np.unpackbits(array, axis=1, count=width, bitorder="little")
