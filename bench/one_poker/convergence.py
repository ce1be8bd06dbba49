"""How soon a deal is solved: ``python -m bench.one_poker.convergence``.

The solver's weights of regrets beside those that the paper on discounted CFR recommends: the same
positions from matches of the solver against itself, each with as many iterations.  The figure is
the exploitability in a deal, as in bench/one_poker/exploitability.py.
"""

import argparse
from typing import Final

from bench.one_poker.exploitability import other_value, positions, row
from engine.one_poker.solver.best_response import best_response
from engine.one_poker.solver.cfr import USUAL, Discounts, Solver
from engine.one_poker.solver.deal import form
from engine.one_poker.solver.values import value_table

ITERATIONS: Final = (100, 200, 300)
WEIGHTS: Final = {
    "3/2, 0, 2, as recommended": Discounts(1.5, 0.0, 2.0, guess=0.0),
    "3/2, 0, 2, with a guess": Discounts(1.5, 0.0, 2.0),
    "3/2, 1/2, 4": Discounts(guess=0.0),
    "3/2, 1/2, 4, with a guess": USUAL,
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--refine", type=int, default=800)
    chosen = parser.parse_args()
    found: dict[tuple[str, int], list[float]] = {
        (name, count): [] for name in WEIGHTS for count in ITERATIONS
    }
    for solved, player, _ in positions(chosen.positions, chosen.seed):
        game = form(solved.deal, value_table(), solved.menus)
        least = other_value(game, player, chosen.refine)
        for name, discounts in WEIGHTS.items():
            solver = Solver(game, discounts=discounts)
            for count in ITERATIONS:
                solver.run(count - solver.iterations)
                answer, _ = best_response(game, 1 - player, solver.plans()[player])
                found[name, count].append(answer - least)
    for (name, count), gained in found.items():
        print(row(f"{name:26s} {count:4d}", gained))


if __name__ == "__main__":
    main()
