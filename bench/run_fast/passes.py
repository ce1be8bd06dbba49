"""What the passes of the others tell: ``python -m bench.run_fast.passes``.

For decisions of club players: in how many of them the passes so far rule out splits of the unseen
cards, by how many bits (each bit halves the number of splits), and how many plays are proven to
win with the passes and from the counts alone.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from math import comb, log2
from typing import NamedTuple

from bench.run_fast.playing import bot_named, decisions
from engine.game import View
from engine.run_fast.endings import proven
from engine.run_fast.hands import RANKS
from engine.run_fast.knowledge import Knowledge, knowledge


def count_splits(known: Knowledge) -> int:
    """Count the ways to deal the unseen cards into two hands of these sizes, within the bounds."""
    ways = [1] + [0] * known.sizes[0]
    for rank in range(len(RANKS)):
        unseen, first, second = (counts >> 4 * rank & 0xF for counts in (known.unseen, *known.most))
        choices = {number: comb(unseen, number) for number in range(unseen - second, first + 1)}
        ways = [
            sum(ways[size - number] * many for number, many in choices.items() if number <= size)
            for size in range(len(ways))
        ]
    return ways[-1]


class Told(NamedTuple):
    """What passes told in one decision."""

    bits: float
    proven: bool
    proven_alone: bool
    """Whether something is proven from the counts alone."""


def told(views: Iterator[View]) -> Iterator[Told]:
    """Give what passes told in each decision."""
    for view in views:
        ways = [count_splits(knowledge(view, passes=passes)) for passes in (False, True)]
        found = [bool(proven(view, passes=passes)) for passes in (True, False)]
        yield Told(log2(ways[0]) - log2(ways[1]), *found)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    views = (view for _, view in decisions(chosen.seed, [bot_named("club")]))
    found = list(told(islice(views, chosen.decisions)))
    ruled = [each.bits for each in found if each.bits > 0]
    both = sum(each.proven for each in found)
    alone = sum(each.proven_alone for each in found)
    print(f"{len(found)} decisions with two or more plays")
    print(f"passes rule out splits in {100 * len(ruled) / len(found):.1f} %")
    print(f"by {sum(ruled) / len(ruled):.2f} bits there, {sum(ruled) / len(found):.2f} in all")
    print(f"a win is proven in {both} with passes, {alone} from the counts alone")


if __name__ == "__main__":
    main()
