"""Perfect-information Monte Carlo: the player from whose judgement the network first learns.

It deals the unseen cards to the opponents at random, as often as it is told, tries every play and
lets club players finish the deal, who make one move in ten at random. The hands that it deals are
all equally likely but for what the passes exclude.
"""

from typing import Final

import numpy as np

from engine.run_fast.training import club
from engine.run_fast.training.compiling import compiled
from engine.run_fast.training.rules import (
    BONUSES,
    BOUNDS,
    HANDS,
    HEAVENLY,
    MOVER,
    PLY,
    TABLE,
    below,
    cards_in,
    do_pass,
    do_play,
    fits_sequence_passes,
    fraction,
    options,
    scores,
)
from engine.run_fast.training.tables import CHOICES

Array = np.ndarray

_RANDOM_MOVES: Final = 0.1
_ATTEMPTS: Final = 8
"""How often hands that a pass over a sequence excludes are dealt anew."""


@compiled
def count_ways(unseen: int, first: int, other: int, size: int, ways: Array) -> None:
    """Count in how many ways `size` of the unseen cards can be the first hand.

    `first` and `other` bound the two hands by rank. ``ways[rank, cards]`` is for the ranks from
    `rank` on and so many cards still to give; shape (14, 17).
    """
    ways[:] = 0.0
    ways[13, 0] = 1.0
    for rank in range(12, -1, -1):
        here = unseen >> 4 * rank & 0xF
        most = min(here, first >> 4 * rank & 0xF)
        least = max(0, here - (other >> 4 * rank & 0xF))
        for cards in range(size + 1):
            total = 0.0
            for given in range(least, min(most, cards) + 1):
                total += CHOICES[here, given] * ways[rank + 1, cards - given]
            ways[rank, cards] = total


@compiled
def sample_hand(unseen: int, first: int, other: int, size: int, ways: Array, state: Array) -> int:
    """Draw one of the hands that `count_ways` has counted, each set of cards alike."""
    hand, left = 0, size
    for rank in range(13):
        here = unseen >> 4 * rank & 0xF
        most = min(here, first >> 4 * rank & 0xF, left)
        least = max(0, here - (other >> 4 * rank & 0xF))
        chance = fraction(state) * ways[rank, left]
        given = least
        while given < most:
            chance -= CHOICES[here, given] * ways[rank + 1, left - given]
            if chance < 0:
                break
            given += 1
        hand += given << 4 * rank
        left -= given
    return hand


@compiled
def deal_unseen(deal: Array, seat: int, ways: Array, guess: Array, state: Array) -> None:
    """Copy a deal to `guess` with the hands that `seat` can't see dealt anew.

    `ways` is `count_ways` for the next player's hand.
    """
    after, last = (seat + 1) % 3, (seat + 2) % 3
    unseen = deal[HANDS + after] + deal[HANDS + last]
    size = cards_in(deal[HANDS + after])
    first = deal[BOUNDS + after]
    other = deal[BOUNDS + last]
    guess[:] = deal
    for _ in range(_ATTEMPTS):
        hand = sample_hand(unseen, first, other, size, ways, state)
        guess[HANDS + after] = hand
        guess[HANDS + last] = unseen - hand
        if fits_sequence_passes(deal, after, hand) and fits_sequence_passes(
            deal, last, unseen - hand
        ):
            break


@compiled
def play_out(
    deal: Array, random_moves: float, found: Array, best: Array, memory: Array, state: Array
) -> None:
    """Let club players finish a deal, with some moves at random."""
    while True:
        seat = deal[MOVER]
        hand = deal[HANDS + seat]
        count = options(hand, deal[TABLE], deal[HEAVENLY], deal[PLY] == 0, found)
        if count == 0:
            do_pass(deal)
            continue
        place = 0
        if count > 1:
            if fraction(state) < random_moves:
                place = below(state, count)
            else:
                after, last = deal[HANDS + (seat + 1) % 3], deal[HANDS + (seat + 2) % 3]
                sizes = (cards_in(after), cards_in(last))
                leading = deal[TABLE] < 0
                place = club.decide(hand, after + last, sizes, leading, found, count, best, memory)
        if do_play(deal, found[place]):
            return


@compiled
def search(
    deal: Array,
    plays: Array,
    count: int,
    hands: int,
    room: Array,
    ways: Array,
    found: Array,
    best: Array,
    memory: Array,
    state: Array,
    values: Array,
) -> None:
    """Write what each play scores on average from now on, over so many guesses at the hands.

    `room` is for three deals and the points, shape (3, WIDTH).
    """
    seat = deal[MOVER]
    after, last = (seat + 1) % 3, (seat + 2) % 3
    unseen = deal[HANDS + after] + deal[HANDS + last]
    size = cards_in(deal[HANDS + after])
    count_ways(unseen, deal[BOUNDS + after], deal[BOUNDS + last], size, ways)
    guess, trial, points = room[0], room[1], room[2]
    values[:count] = 0.0
    for _ in range(hands):
        deal_unseen(deal, seat, ways, guess, state)
        for place in range(count):
            trial[:] = guess
            if not do_play(trial, plays[place]):
                play_out(trial, _RANDOM_MOVES, found, best, memory, state)
            scores(trial, points)
            values[place] += points[seat]
    settled = deal[BONUSES + seat]
    for place in range(count):
        values[place] = values[place] / hands - settled
