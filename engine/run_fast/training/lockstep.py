"""Many deals side by side, so that the network judges the plays of all of them at once."""

from typing import Final

import numpy as np

from engine.run_fast.training import club
from engine.run_fast.training.compiling import compiled
from engine.run_fast.training.features import WORDS, write_inputs
from engine.run_fast.training.rules import (
    BONUSES,
    MOVER,
    PLY,
    TABLE,
    WIDTH,
    below,
    do_pass,
    do_play,
    fraction,
    legal,
    scores,
    shuffle,
)
from engine.run_fast.training.search import search
from engine.run_fast.training.tables import IS_BOMB, NEED, SHAPE_COUNT, SIZE, TOP

Array = np.ndarray

NETWORK: Final = 0
CLUB: Final = 1
SEARCH: Final = 2
GREEDY: Final = 3
RANDOM: Final = 4
"""Who plays a seat."""

MOST_DECISIONS: Final = 16
"""A seat plays at most sixteen times in a deal."""


@compiled
def greedy(leading: bool, plays: Array, count: int) -> int:
    """Return the place of the play that `engine.run_fast.bot.Greedy` chooses."""
    chosen = 0
    for place in range(1, count):
        one, other = plays[place], plays[chosen]
        if leading:
            better = SIZE[one] > SIZE[other] or (SIZE[one] == SIZE[other] and TOP[one] < TOP[other])
        else:
            a, b = IS_BOMB[one], IS_BOMB[other]
            better = a < b or (a == b and TOP[one] < TOP[other])
        if better:
            chosen = place
    return chosen


@compiled
def advance(
    deals: Array,
    over: Array,
    players: Array,
    hands: int,
    memory: Array,
    state: Array,
    rows: Array,
    plays: Array,
    counts: Array,
) -> int:
    """Play every deal on until the network has to choose among plays there, or it is over.

    `players` says who plays each seat of each deal; a search deals `hands` times. The plays are
    written one deal after the other into `rows` and `plays`, how many to `counts` (0 once over);
    returned is how many they are in all.
    """
    room = np.zeros((3, WIDTH), np.int64)
    ways = np.zeros((14, 17))
    found = np.zeros(len(NEED), np.int64)
    inner = np.zeros(len(NEED), np.int64)
    best = np.zeros((3, SHAPE_COUNT), np.int64)
    values = np.zeros(len(NEED))
    at = 0
    for game in range(len(deals)):
        deal = deals[game]
        counts[game] = 0
        while not over[game]:
            count = legal(deal, found)
            if count == 0:
                do_pass(deal)
                continue
            place = 0
            if count > 1:
                player = players[game, deal[MOVER]]
                if player == NETWORK:
                    write_inputs(deal, found, count, best, memory, rows[at : at + count])
                    plays[at : at + count] = found[:count]
                    counts[game] = count
                    at += count
                    break
                if player == SEARCH:
                    search(
                        deal, found, count, hands, room, ways, inner, best[0], memory, state, values
                    )
                    place = int(np.argmax(values[:count]))
                elif player == CLUB:
                    choice = club.choose(deal, inner, best[0], memory)
                    while found[place] != choice:
                        place += 1
                elif player == RANDOM:
                    place = below(state, count)
                else:
                    place = greedy(deal[TABLE] < 0, found, count)
            over[game] = do_play(deal, found[place])
    return at


@compiled
def take_best(deals: Array, over: Array, plays: Array, counts: Array, values: Array) -> None:
    """Let the network make the play that it values most."""
    at = 0
    for game in range(len(deals)):
        count = counts[game]
        if count:
            place = np.argmax(values[at : at + count])
            over[game] = do_play(deals[game], plays[at + place])
            at += count


@compiled
def begin(deals: Array, over: Array, state: Array, copies: int) -> None:
    """Deal anew wherever it is over, the same hands to each `copies` deals in a row."""
    for game in range(0, len(deals), copies):
        shuffle(deals[game], state)
        for copy in range(copies):
            deals[game + copy] = deals[game]
            over[game + copy] = False


@compiled
def points_of(deals: Array, result: Array) -> None:
    """Write the points by seat of deals that are over."""
    for game in range(len(deals)):
        scores(deals[game], result[game])


class Episodes:
    """Room for what the network chose in deals that are still going on, by seat."""

    def __init__(self, games: int) -> None:
        shape = (games, 3, MOST_DECISIONS)
        self.rows = np.zeros((*shape, WORDS), np.uint64)
        self.values = np.zeros(shape, np.float32)
        self.explored = np.zeros(shape, np.bool_)
        self.settled = np.zeros(shape, np.int64)
        self.used = np.zeros((games, 3), np.int64)


@compiled
def explore(
    deals: Array,
    over: Array,
    plays: Array,
    counts: Array,
    values: Array,
    rows: Array,
    chance: float,
    state: Array,
    kept_rows: Array,
    kept_values: Array,
    kept_explored: Array,
    kept_settled: Array,
    used: Array,
) -> None:
    """Let the network play, now and then at random, and keep what it did and expected.

    The arrays that begin with ``kept`` are those of `Episodes`; what is kept as the value is
    always that of the best play.
    """
    at = 0
    for game in range(len(deals)):
        count = counts[game]
        if count == 0:
            continue
        deal = deals[game]
        seat = deal[MOVER]
        wanted = int(np.argmax(values[at : at + count]))
        place = wanted
        if fraction(state) < chance:
            place = below(state, count)
        turn = used[game, seat]
        kept_rows[game, seat, turn] = rows[at + place]
        kept_values[game, seat, turn] = values[at + wanted]
        kept_explored[game, seat, turn] = place != wanted
        kept_settled[game, seat, turn] = deal[BONUSES + seat]
        used[game, seat] = turn + 1
        over[game] = do_play(deal, plays[at + place])
        at += count


@compiled
def harvest(
    deals: Array,
    over: Array,
    players: Array,
    club_part: float,
    trust: float,
    state: Array,
    kept_rows: Array,
    kept_values: Array,
    kept_explored: Array,
    kept_settled: Array,
    used: Array,
    rows: Array,
    points: Array,
) -> int:
    """Turn the deals that are over into lessons, deal anew there, and return how many lessons.

    Of the new deals about `club_part` are played by the network in one seat against club players.

    The points that a play is said to score from then on are a mixture of what came of it and of
    what the network expected at the seat's later decisions (the lambda-return, Sutton 1988, with
    lambda = `trust`); what follows an experiment counts for nothing before it (Watkins 1989).
    """
    at = 0
    result = np.zeros(3, np.int64)
    for game in range(len(deals)):
        if not over[game]:
            continue
        if deals[game, PLY] > 0:
            scores(deals[game], result)
            for seat in range(3):
                value = 0.0
                last = used[game, seat] - 1
                for turn in range(last, -1, -1):
                    if turn == last:
                        value = float(result[seat] - kept_settled[game, seat, turn])
                    else:
                        after = turn + 1
                        weight = 0.0 if kept_explored[game, seat, after] else trust
                        value = weight * value + (1 - weight) * kept_values[game, seat, after]
                        value += kept_settled[game, seat, after] - kept_settled[game, seat, turn]
                    rows[at] = kept_rows[game, seat, turn]
                    points[at] = value
                    at += 1
                used[game, seat] = 0
        shuffle(deals[game], state)
        over[game] = False
        players[game] = NETWORK
        if fraction(state) < club_part:
            seat = below(state, 3)
            players[game, (seat + 1) % 3] = CLUB
            players[game, (seat + 2) % 3] = CLUB
    return at
