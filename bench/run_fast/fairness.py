"""Do the machines keep together against the person? ``python -m bench.run_fast.fairness``.

Seats aren't changed here: the person's seat is played by the same bot as the other two, on fresh
deals. Playing each for itself, with the same knowledge, all three score 0 on average, so the 95 %
interval of every seat contains 0 (of a fair game about one interval in 20 doesn't).

    python -m bench.run_fast.fairness club --deals 20000
"""

import argparse
import random

from bench.run_fast.playing import Estimate, bot_named, decks, estimate, outcome
from engine.arena import play_match
from engine.run_fast import GAME


def seats(name: str, deals: int, seed: int) -> list[tuple[Estimate, Estimate]]:
    """Play deals, at least two; give the points and the per cent of going out by seat."""
    bots = [bot_named(name)] * GAME.seats
    ends = [
        play_match(GAME, bots, decks(seed, number), random.Random(f"{seed} {number}"))
        for number in range(deals)
    ]
    return [
        (
            estimate([outcome(end, seat).points for end in ends]),
            estimate([100 * outcome(end, seat).out for end in ends]),
        )
        for seat in range(GAME.seats)
    ]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bots", nargs="*", default=list(GAME.levels))
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for name in chosen.bots:
        for seat, (points, out) in enumerate(seats(name, chosen.deals, chosen.seed)):
            print(
                f"{name:16s} seat {seat}  {points} points  {out.mean:5.1f} ± {out.half:.1f} % out",
                flush=True,
            )


if __name__ == "__main__":
    main()
