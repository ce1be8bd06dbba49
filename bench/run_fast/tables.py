"""One of a player against two of another: ``python -m bench.run_fast.tables``.

Every deck is played three times, the one in each seat, so that luck of the cards and of the seat
falls on both alike. Points and going out are different aims, so both are given: points a deal
(0 is par) and the share of deals in which the one goes out first (33.3 % is par), with 95 %
intervals over the decks.

    python -m bench.run_fast.tables --decks 2000
    python -m bench.run_fast.tables --decks 500 club/random club+endings/club

``A/B`` is one A against two B: levels and other bots of the game; ``+endings`` behind a name makes
it take proven plays first.
"""

import argparse
import time
from collections.abc import Iterator

from bench.run_fast.playing import Estimate, bot_named, estimate, one_against_two
from engine.run_fast import GAME


def pairs() -> Iterator[str]:
    """Give the rows of the table: every level against `random` and all levels below it."""
    ladder = ["random", *GAME.levels]
    for place, below in enumerate(ladder[:-1]):
        yield from (f"{above}/{below}" for above in ladder[place + 1 :])


def measure(pair: str, count: int, seed: int) -> tuple[Estimate, Estimate]:
    """Play so many decks, at least two; give the points a deal and the per cent of going out."""
    one, two = (bot_named(name) for name in pair.split("/"))
    played = [one_against_two(one, two, seed, number) for number in range(count)]
    points = [sum(each.points for each in deck) / GAME.seats for deck in played]
    out = [100 * sum(each.out for each in deck) / GAME.seats for deck in played]
    return estimate(points), estimate(out)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pairs", nargs="*", default=list(pairs()), metavar="A/B")
    parser.add_argument("--decks", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(f"{'one / two':28s} {'points':>14s} {'goes out':>18s}  {chosen.decks} decks")
    for pair in chosen.pairs:
        began = time.process_time()
        points, out = measure(pair, chosen.decks, chosen.seed)
        spent = time.process_time() - began
        print(
            f"{pair:28s} {points} {out.mean:8.1f} ± {out.half:.1f} %  {spent:8.0f} s CPU",
            flush=True,
        )


if __name__ == "__main__":
    main()
