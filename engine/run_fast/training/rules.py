"""The rules of Run Fast compiled: a deal is one row of whole numbers.

A hand is its rank counts (`engine.run_fast.hands`): suits matter only for the opening, whose
player holds the heart three and can put it into any combination that has a three. The tests
play deals here and by `engine.run_fast.rules` and compare everything.
"""

from typing import Final

import numpy as np

from engine.run_fast.training.compiling import compiled
from engine.run_fast.training.tables import (
    ANSWERS,
    ANSWERS_FROM,
    ANY_HAND,
    IN_SEQUENCE,
    IS_BOMB,
    LIMITS,
    LOW,
    NEED,
    SPARE,
)

Array = np.ndarray

# The columns of a deal.
HANDS: Final = 0
MOVER: Final = 3
"""The seat to act; once the deal is over, the one that went out."""
TABLE: Final = 4
"""The number of the combination on the table, or -1."""
TABLE_SEAT: Final = 5
HEAVENLY: Final = 6
EARNS: Final = 7
PASSES: Final = 8
BONUSES: Final = 9
PLY: Final = 12
PLAYED: Final = 13
"""Rank counts of what each seat has played."""
BOUNDS: Final = 16
"""Rank counts: how many of each rank a seat can still hold, by its passes."""
SEQUENCE_PASSES: Final = 19
"""How many passes over sequences follow: seat, combination, what that seat had played then."""
_FIRST_SEQUENCE_PASS: Final = 20
_MOST_SEQUENCE_PASSES: Final = 24
WIDTH: Final = _FIRST_SEQUENCE_PASS + 3 * _MOST_SEQUENCE_PASSES

_ACE: Final = 11
_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)


@compiled
def random_bits(state: Array) -> int:
    """Return 31 random bits of SplitMix64 (Steele 2014); `state` is one number of 64 bits."""
    state[0] += _GAMMA
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    z = z ^ (z >> np.uint64(31))
    return int(z >> np.uint64(33))


@compiled
def below(state: Array, end: int) -> int:
    """Return a random number from 0 to `end` - 1; the bias is under 1 in a million here."""
    return random_bits(state) * end >> 31


@compiled
def fraction(state: Array) -> float:
    """Return a random number from 0 to 1, 1 excluded."""
    return random_bits(state) / 2147483648.0


@compiled
def cards_in(counts: int) -> int:
    """Add up rank counts."""
    pairs = (counts & 0x0F0F0F0F0F0F0F) + (counts >> 4 & 0x0F0F0F0F0F0F0F)
    total = 0
    while pairs:
        total += pairs & 0xFF
        pairs >>= 8
    return total


@compiled
def start(deal: Array, hands: Array, opener: int) -> None:
    """Begin a deal with these rank counts; `opener` holds the heart three."""
    deal[:] = 0
    for seat in range(3):
        deal[HANDS + seat] = hands[seat]
        deal[BOUNDS + seat] = ANY_HAND
    deal[MOVER] = opener
    deal[TABLE] = -1


@compiled
def shuffle(deal: Array, state: Array) -> None:
    """Begin a deal with random hands."""
    pack = np.empty(48, np.int64)
    at = 0
    for rank in range(13):
        for _ in range(ANY_HAND >> 4 * rank & 0xF):
            pack[at] = rank
            at += 1
    hands = np.zeros(3, np.int64)
    opener = 0
    heart_three = 0  # the first card of the pack before the shuffle stands for it
    for place in range(48):
        other = place + below(state, 48 - place)
        if heart_three == place:
            heart_three = other
        elif heart_three == other:
            heart_three = place
        pack[place], pack[other] = pack[other], pack[place]
    for place in range(48):
        hands[place % 3] += 1 << 4 * pack[place]
    opener = heart_three % 3
    start(deal, hands, opener)


@compiled
def options(hand: int, table: int, heavenly: int, opening: bool, found: Array) -> int:
    """List the numbers of the combinations that may be played, and return how many they are."""
    full = hand | SPARE
    count = 0
    if table >= 0:
        if heavenly:
            return 0
        for place in range(ANSWERS_FROM[table], ANSWERS_FROM[table + 1]):
            play = ANSWERS[place]
            if (full - NEED[play]) & SPARE == SPARE:
                found[count] = play
                count += 1
        return count
    for play in range(len(NEED)):
        if (full - NEED[play]) & SPARE == SPARE and (not opening or LOW[play] == 0):
            found[count] = play
            count += 1
    return count


@compiled
def legal(deal: Array, found: Array) -> int:
    """List what the mover may play, and return how many that are; 0 is a forced pass."""
    opening = deal[PLY] == 0
    return options(deal[HANDS + deal[MOVER]], deal[TABLE], deal[HEAVENLY], opening, found)


@compiled
def lowest_counts(one: int, other: int) -> int:
    """Return the lower of two rank counts for every rank."""
    result = 0
    for rank in range(13):
        result |= min(one >> 4 * rank & 0xF, other >> 4 * rank & 0xF) << 4 * rank
    return result


@compiled
def _add_bonus(deal: Array, bomber: int) -> None:
    for seat in range(3):
        deal[BONUSES + seat] += 20 if seat == bomber else -10


@compiled
def do_pass(deal: Array) -> None:
    """Let the mover pass."""
    seat, table = deal[MOVER], deal[TABLE]
    if not deal[HEAVENLY]:
        deal[BOUNDS + seat] = lowest_counts(deal[BOUNDS + seat], LIMITS[table])
        if IN_SEQUENCE[table] and deal[SEQUENCE_PASSES] < _MOST_SEQUENCE_PASSES:
            at = _FIRST_SEQUENCE_PASS + 3 * deal[SEQUENCE_PASSES]
            deal[at] = seat
            deal[at + 1] = table
            deal[at + 2] = deal[PLAYED + seat]
            deal[SEQUENCE_PASSES] += 1
    deal[MOVER] = (seat + 1) % 3
    deal[PASSES] += 1
    deal[PLY] += 1
    if deal[PASSES] == 2:
        if deal[EARNS]:
            _add_bonus(deal, deal[TABLE_SEAT])
        deal[TABLE] = -1
        deal[HEAVENLY] = deal[EARNS] = deal[PASSES] = 0


@compiled
def do_play(deal: Array, play: int) -> bool:
    """Let the mover play a legal combination, and tell whether that ends the deal."""
    seat = deal[MOVER]
    deal[EARNS] = IS_BOMB[play] and deal[TABLE] >= 0
    deal[HEAVENLY] = IS_BOMB[play] and deal[PLY] == 0
    deal[HANDS + seat] -= NEED[play]
    deal[PLAYED + seat] += NEED[play]
    deal[BOUNDS + seat] -= NEED[play]
    deal[TABLE] = play
    deal[TABLE_SEAT] = seat
    deal[PASSES] = 0
    deal[PLY] += 1
    if deal[HANDS + seat] == 0:
        if deal[EARNS]:
            _add_bonus(deal, seat)
        return True
    deal[MOVER] = (seat + 1) % 3
    return False


@compiled
def left_over(hand: int) -> int:
    """Return what a hand costs that is left over: cards, spade two and bombs."""
    left = cards_in(hand)
    cost = 2 * left if left == 16 else left
    for rank in range(12):
        if hand >> 4 * rank & 0xF == (3 if rank == _ACE else 4):
            cost += 10
    return cost + 10 * (hand >> 48 & 1)


@compiled
def scores(deal: Array, result: Array) -> None:
    """Write the points by seat of a deal that is over."""
    total = 0
    for seat in range(3):
        cost = left_over(deal[HANDS + seat])
        total += cost
        result[seat] = deal[BONUSES + seat] - cost
    result[deal[MOVER]] += total


@compiled
def fits_sequence_passes(deal: Array, seat: int, hand: int) -> bool:
    """Tell whether a hand could not have beaten the sequences over which this seat passed."""
    for record in range(deal[SEQUENCE_PASSES]):
        at = _FIRST_SEQUENCE_PASS + 3 * record
        if deal[at] != seat:
            continue
        full = hand + deal[PLAYED + seat] - deal[at + 2] | SPARE
        table = deal[at + 1]
        for place in range(ANSWERS_FROM[table], ANSWERS_FROM[table + 1]):
            if (full - NEED[ANSWERS[place]]) & SPARE == SPARE:
                return False
    return True
