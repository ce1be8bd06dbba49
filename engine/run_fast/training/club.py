"""The club player compiled: decides exactly as `engine.run_fast.bot.Decomposer`."""

from typing import Final

import numpy as np

from engine.run_fast.bot import TUNED
from engine.run_fast.training.compiling import compiled
from engine.run_fast.training.rules import (
    HANDS,
    HEAVENLY,
    MOVER,
    PLY,
    TABLE,
    cards_in,
    options,
)
from engine.run_fast.training.tables import (
    BOMB,
    FIRST_PAIR_RUN,
    FIRST_STRAIGHT,
    HIGHEST_RUN,
    IS_BOMB,
    IS_SINGLE,
    NEED,
    PRICE,
    SHAPE,
    SPARE,
    STARTING,
    STARTING_FROM,
    TOP,
)

Array = np.ndarray

_GOES_OUT: Final = 1_000_000
_W_BOMB: Final = TUNED.bomb
_W_STANDS: Final = TUNED.stands
_W_CAUTION: Final = TUNED.caution
_NONE: Final = -1
_MEMORY_BITS: Final = 18
_HASH: Final = 0x5851F42D4C957F2D
_DEPTH: Final = 17
"""A hand has at most 16 plays."""
_STACK: Final = 1 << _MEMORY_BITS


def new_memory() -> Array:
    """Return an empty memory of what hands cost, with room to work: for all functions here."""
    memory = np.zeros((_STACK + 2 * _DEPTH, 2), np.int64)
    memory[:, 0] = -1
    return memory


@compiled
def _lowest_rank(counts: int) -> int:
    low = 0
    while counts >> 4 * low & 0xF == 0:
        low += 1
    return low


# What follows is two recursions over the combinations that start at the lowest rank, written with
# a stack of their own: functions that call themselves can't be kept compiled (Numba 0.68).


@compiled
def cheapest(counts: int, memory: Array) -> int:
    """Return the cost of the cheapest decomposition; see `engine.run_fast.decomposition`."""
    known = (counts * _HASH >> 40) & ((1 << _MEMORY_BITS) - 1)
    if memory[known, 0] == counts:
        return memory[known, 1]
    hands, places = memory[_STACK : _STACK + _DEPTH, 0], memory[_STACK : _STACK + _DEPTH, 1]
    ends, least = memory[_STACK + _DEPTH :, 0], memory[_STACK + _DEPTH :, 1]
    depth, asked, cost = 0, counts, 0
    while True:
        # Find the cost of `asked`, or go deeper.
        slot = (asked * _HASH >> 40) & ((1 << _MEMORY_BITS) - 1)
        if asked == 0:
            cost = 0
        elif memory[slot, 0] == asked:
            cost = memory[slot, 1]
        else:
            low = _lowest_rank(asked)
            hands[depth] = asked
            places[depth] = STARTING_FROM[low] - 1
            ends[depth] = STARTING_FROM[low + 1]
            least[depth] = 1 << 40
            depth += 1
            cost = 1 << 41
        # Hand the cost up, and look for the next combination to try.
        while depth:
            top = depth - 1
            hand, place = hands[top], places[top]
            if cost < 1 << 41:
                least[top] = min(least[top], PRICE[STARTING[place]] + cost)
            place += 1
            while place < ends[top] and (((hand | SPARE) - NEED[STARTING[place]]) & SPARE != SPARE):
                place += 1
            if place < ends[top]:
                places[top] = place
                asked = hand - NEED[STARTING[place]]
                break
            cost = least[top]
            slot = (hand * _HASH >> 40) & ((1 << _MEMORY_BITS) - 1)
            memory[slot, 0] = hand
            memory[slot, 1] = cost
            depth = top
        if depth == 0:
            return cost


@compiled
def strongest(counts: int, most: int, best: Array) -> None:
    """Write the highest top of every shape that these cards could form with up to `most` of them.

    -1 stands for none.
    """
    ones = twos = threes = 0
    bomb = _NONE
    for rank in range(13):
        count = counts >> 4 * rank & 0xF
        if count >= 1:
            ones |= 1 << rank
        if count >= 2:
            twos |= 1 << rank
        if count >= 3 and rank < 11:
            threes |= 1 << rank
        if most >= 4 and count == 4:
            bomb = rank
        if most >= 3 and count == 3 and rank == 11:
            bomb = rank
    best[:] = _NONE
    best[BOMB] = bomb
    for rank in range(13):
        if ones >> rank & 1:
            best[0] = rank
        if most >= 2 and twos >> rank & 1:
            best[1] = rank
        if most >= 3 and threes >> rank & 1:
            best[2] = rank
    for length in range(5, min(12, most) + 1):
        best[FIRST_STRAIGHT + length - 5] = HIGHEST_RUN[ones & 0xFFF, length]
    for length in range(2, min(8, most // 2) + 1):
        best[FIRST_PAIR_RUN + length - 2] = HIGHEST_RUN[twos & 0xFFF, length]


@compiled
def stands(play: int, best: Array) -> bool:
    """Tell whether no combination of `strongest` beats a play."""
    if IS_BOMB[play]:
        return best[BOMB] <= TOP[play]
    return best[BOMB] == _NONE and best[SHAPE[play]] <= TOP[play]


@compiled
def goes_out(counts: int, may_fall: int, best: Array, memory: Array) -> bool:
    """Tell whether a hand can be taken apart with at most `may_fall` plays that don't stand."""
    if counts == 0:
        return True
    hands, places = memory[_STACK : _STACK + _DEPTH, 0], memory[_STACK : _STACK + _DEPTH, 1]
    ends, left = memory[_STACK + _DEPTH :, 0], memory[_STACK + _DEPTH :, 1]
    low = _lowest_rank(counts)
    hands[0], places[0], ends[0], left[0] = (
        counts,
        STARTING_FROM[low],
        STARTING_FROM[low + 1],
        may_fall,
    )
    depth = 1
    while depth:
        top = depth - 1
        place = places[top]
        if place == ends[top]:
            depth = top
            continue
        places[top] = place + 1
        play, hand = STARTING[place], hands[top]
        if ((hand | SPARE) - NEED[play]) & SPARE != SPARE:
            continue
        remaining = left[top] if stands(play, best) else left[top] - 1
        rest = hand - NEED[play]
        if remaining < 0:
            continue
        if rest == 0:
            return True
        low = _lowest_rank(rest)
        hands[depth], places[depth], ends[depth], left[depth] = (
            rest,
            STARTING_FROM[low],
            STARTING_FROM[low + 1],
            remaining,
        )
        depth += 1
    return False


@compiled
def decide(
    hand: int,
    unseen: int,
    sizes: tuple[int, int],
    leading: bool,
    found: Array,
    count: int,
    best: Array,
    memory: Array,
) -> int:
    """Return the place in `found` of the play that the club player chooses.

    `sizes` are the hands of the next player and the one after, `best` is room for `strongest`.
    """
    if count == 1:
        return 0
    most = max(sizes[0], sizes[1])
    strongest(unseen, most, best)
    highest = 0
    for place in range(count):
        if IS_SINGLE[found[place]]:
            highest = max(highest, TOP[found[place]])
    chosen, least = 0, 1 << 40
    for place in range(count):
        play = found[place]
        rest = hand - NEED[play]
        loss = cheapest(rest, memory)
        if IS_BOMB[play] and not leading:
            loss -= _W_BOMB
        if rest == 0:
            loss -= 2 * _GOES_OUT
        elif stands(play, best):
            loss -= _W_STANDS
            if goes_out(rest, 1, best, memory):
                loss -= _GOES_OUT
        if sizes[0] == 1 and IS_SINGLE[play]:
            loss += _W_CAUTION * (highest - TOP[play])
        if loss < least:
            chosen, least = place, loss
    return chosen


@compiled
def choose(deal: Array, found: Array, best: Array, memory: Array) -> int:
    """Return the play that the club player makes in a deal, -1 for a pass."""
    seat = deal[MOVER]
    hand = deal[HANDS + seat]
    count = options(hand, deal[TABLE], deal[HEAVENLY], deal[PLY] == 0, found)
    if count == 0:
        return -1
    after, last = deal[HANDS + (seat + 1) % 3], deal[HANDS + (seat + 2) % 3]
    sizes = (cards_in(after), cards_in(last))
    place = decide(hand, after + last, sizes, deal[TABLE] < 0, found, count, best, memory)
    return found[place]
