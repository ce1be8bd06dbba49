"""How often the solver beats simple opponents: ``python -m bench.one_poker.opponents``.

With ``--plain`` matches are counted as won or lost, in pairs: each deck is played from both seats.
Without it luck is taken out of the results as bench/one_poker/attack.py explains, which for the
same width of the interval takes a small part of the matches; the matches won are printed too.
"""

import argparse
import time

from bench.one_poker.attack import Score, play_match, report
from bench.one_poker.known import RULES, Known
from bench.one_poker.signals import draw_values
from engine.arena import arena, named_bots
from engine.one_poker import GAME
from engine.one_poker.solver.player import SolverBot
from engine.one_poker.solver.values import carried_table, value_table


def plain(bot: SolverBot, name: str, matches: int, seed: int) -> str:
    """Play against any bot of the arena; give the result in a line."""
    found = arena(GAME, bot, named_bots(GAME)[name], matches, seed)
    half = 50 * (found.high - found.low)
    return f"{found.matches:6d} matches  {100 * found.mean:6.2f} % +- {half:5.2f}"


def without_luck(bot: SolverBot, name: str, matches: int, seed: int) -> str:
    """Play against one of the simple opponents; give the result in a line."""
    values = draw_values(value_table(), carried_table())
    opponent = Known(bot, name)
    scores = []
    for number in range(matches):
        score = play_match(opponent, bot, number % 2, seed * 10**6 + number // 2, values)
        scores.append(Score(1.0 - score.won, 1.0 - score.estimate, score.deals))
    return report(scores, "solver")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opponents", nargs="*", default=list(RULES))
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true")
    chosen = parser.parse_args()
    bot = SolverBot()
    bot.keep = 4096
    for name in chosen.opponents:
        began = time.process_time()
        measure = without_luck if name in RULES and not chosen.plain else plain
        line = measure(bot, name, chosen.matches, chosen.seed)
        print(f"{name:10s} {line}  {time.process_time() - began:6.0f} s CPU", flush=True)


if __name__ == "__main__":
    main()
