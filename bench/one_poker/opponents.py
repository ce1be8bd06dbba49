"""How often the solver beats simple opponents: ``python -m bench.one_poker.opponents``.

Matches in pairs: each deck is played from both seats.  The intervals are of 95 %, with the decks
as the sample.
"""

import argparse
import time

from engine.arena import arena
from engine.game import Bot
from engine.one_poker import GAME
from engine.one_poker.bot import FaceValue, Random
from engine.one_poker.club import Club
from engine.one_poker.solver.player import SolverBot
from engine.one_poker.solver.table_player import TablePlayer
from engine.one_poker.sparring import Caller, Counter, HalfPot

OPPONENTS: dict[str, Bot] = {
    "random": Random(),
    "higher card, always calls": Caller(),
    "half pot with UP, folds DOWN": HalfPot(),
    "card counter": Counter(),
    "level beginner": FaceValue(),
    "level club": Club(),
}


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", choices=["solver", "table"], default="solver")
    parser.add_argument("--only", choices=list(OPPONENTS))
    chosen = parser.parse_args()
    bot = SolverBot() if chosen.bot == "solver" else TablePlayer()
    bot.keep = 4096
    for name, opponent in OPPONENTS.items():
        if chosen.only not in (None, name):
            continue
        began = time.process_time()
        found = arena(GAME, bot, opponent, chosen.matches, chosen.seed)
        half = 50 * (found.high - found.low)
        spent = time.process_time() - began
        print(
            f"{name:30s} {found.matches:6d} matches  {100 * found.mean:6.2f} % +- {half:5.2f}"
            f"  {spent:6.0f} s CPU",
            flush=True,
        )


if __name__ == "__main__":
    main()
