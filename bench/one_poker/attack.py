"""How often a white-box attacker beats the solver: ``python -m bench.one_poker.attack``.

The attacker (engine/one_poker/solver/attacker.py) knows the target's strategies and answers each
deal with an exact best response.  Matches are really played, but luck is taken out of the result:
instead of 0 or 1 a match counts 1/2 plus, for each deal, what the attacker gains in it on average
over all cards and both strategies, by the value table, compared with what the table said of the
deal's beginning.  Both averages are over what is publicly possible, so the differences left out
have mean zero, whatever the table is like: the estimate is unbiased (in the manner of AIVAT, Burch
et al. 2018).
"""

import argparse
import math
import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from bench.one_poker.signals import draw_values, signal_luck
from engine.one_poker import GAME
from engine.one_poker.position import Position
from engine.one_poker.solver.attacker import Attacker
from engine.one_poker.solver.best_response import value
from engine.one_poker.solver.deal import Table, falling
from engine.one_poker.solver.player import SolverBot
from engine.one_poker.solver.public import public
from engine.one_poker.solver.table_player import TablePlayer
from engine.one_poker.solver.values import carried_table, value_table
from engine.shuffle import SeededDecks

Z = 1.959964


class Score(NamedTuple):
    """One match: who won, the estimate without luck, and the number of deals."""

    won: float
    estimate: float
    deals: int


def play_match(
    attacker: Attacker, defender: SolverBot, seat: int, seed: int, values: np.ndarray
) -> Score:
    """Play a match with the attacker in a seat."""
    decks = SeededDecks("one-poker", GAME.pack, f"{seed:064x}", "attack")
    streams = [random.Random(f"{seed} {player}") for player in (0, 1)]
    memory, other = b"", b""
    estimate = 0.5
    position = GAME.start(decks)
    while True:
        estimate += gain(attacker, position, seat, memory, values)
        while position.turn is not None:
            mine = position.turn == seat
            view = GAME.view(position, position.turn)
            bot, known = (attacker, memory) if mine else (defender, other)
            position = GAME.apply(position, bot.choose(view, streams[mine], known))
        if GAME.is_over(position):
            return Score(float(position.stacks[seat] > 0), estimate, position.deal)
        memory = attacker.learn(GAME.view(position, seat), memory)
        other = defender.learn(GAME.view(position, 1 - seat), other)
        position = GAME.apply(position, "next")


def gain(
    attacker: Attacker, position: Position, seat: int, memory: bytes, values: np.ndarray
) -> float:
    """Give what the attacker gains on average in the deal that begins here."""
    found = public(GAME.view(position, seat))
    attack = attacker.attack(found, seat, memory)
    after = value(attack.game, attack.plans)
    _, true = attacker.beliefs(found, seat, memory)
    if true.chances is None:
        pairs = falling(found.unseen)
        before, chances = 0.0, pairs / pairs.sum()
    else:
        chances = true.chances
        before = carried_value(attacker.target.table, found.chips, found.first, chances)
    before += signal_luck(values, found, chances)
    return (after - before) * (1.0 if found.first == seat else -1.0)


def carried_value(table: Table, chips: Sequence[int], first: int, chances: np.ndarray) -> float:
    """Give the first player's equity less 1/2 by the table, over the carried cards."""
    own = chances if first == 0 else chances.T
    return float((own * table[chips[first]]).sum()) - 0.5


def report(scores: Sequence[Score], name: str = "attacker") -> str:
    """Give the figures so far in a line; two matches in a row are of one deck."""
    won, won_half = _mean([score.won for score in scores])
    estimate, half = _mean([score.estimate for score in scores])
    luck, luck_half = _mean([score.won - score.estimate for score in scores])
    deals = sum(score.deals for score in scores) / len(scores)
    return (
        f"{len(scores):6d} matches  {deals:5.1f} deals each  {name} {100 * estimate:6.2f} % "
        f"+- {100 * half:5.2f}  (won {100 * won:5.1f} %, +- {100 * won_half:4.1f}; "
        f"luck {100 * luck:5.1f} +- {100 * luck_half:4.1f})"
    )


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Give the mean over decks and half of its 95 % interval."""
    decks = [math.fsum(values[at : at + 2]) / 2 for at in range(0, len(values) - 1, 2)] or values
    mean = math.fsum(decks) / len(decks)
    spread = math.fsum((each - mean) ** 2 for each in decks) / max(1, len(decks) - 1)
    return mean, Z * math.sqrt(spread / len(decks))


TARGETS: dict[str, Callable[[], SolverBot]] = {"solver": SolverBot, "table": TablePlayer}


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", choices=list(TARGETS), default="solver")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=20, help="print after so many matches")
    chosen = parser.parse_args()
    bot = TARGETS[chosen.target]()
    attacker = Attacker(bot)
    values = draw_values(value_table(), carried_table())
    scores: list[Score] = []
    began = time.process_time()
    for number in range(chosen.matches):
        seed = chosen.seed * 10**6 + number // 2
        scores.append(play_match(attacker, bot, number % 2, seed, values))
        if (number + 1) % chosen.every == 0 or number + 1 == chosen.matches:
            spent = time.process_time() - began
            print(f"{report(scores)}  {spent:6.0f} s CPU", flush=True)


if __name__ == "__main__":
    main()
