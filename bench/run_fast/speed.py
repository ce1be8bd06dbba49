"""How long decisions of Run Fast take on one core: ``python -m bench.run_fast.speed``.

Decisions with two or more plays come from deals of club players; what is given is CPU time, which
says something on a busy machine too. Matrix products should have one thread
(OPENBLAS_NUM_THREADS=1).
"""

import argparse
import random
import time
from itertools import islice

from bench.run_fast.playing import ENDINGS, bot_named, decisions
from engine.game import Bot, View
from engine.run_fast import GAME
from engine.run_fast.endings import proven


class Prover:
    """Only the search for what is proven, in full."""

    def choose(self, view: View, rng: random.Random) -> str:
        """Look, and say nothing of use."""
        return str(proven(view))


def times(bot: Bot, count: int, seed: int) -> list[float]:
    """Give the CPU time of so many decisions in ms, in ascending order."""
    found = []
    for _, view in islice(decisions(seed, [bot_named("club")]), count):
        began = time.process_time_ns()
        bot.choose(view, random.Random(1))
        found.append((time.process_time_ns() - began) / 1e6)
    return sorted(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    names = [*GAME.levels, f"club{ENDINGS}"]
    bots: dict[str, Bot] = {name: bot_named(name) for name in names}
    bots["endings alone"] = Prover()
    for name, bot in bots.items():
        found = times(bot, chosen.decisions, chosen.seed)
        p50, p95 = (found[len(found) * part // 100] for part in (50, 95))
        print(
            f"{name:16s} n {len(found)}  p50 {p50:6.2f}  p95 {p95:6.2f}  max {found[-1]:6.2f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
