"""What allowing for simple styles gives and costs: ``python -m bench.one_poker.leaning``.

In positions from self-play (every fifth deal) the deal is solved with a style that is certain and
allowed for with the chance p.  Printed are, in match equity, what the strategy gains from that
style over the value of the deal, and what an exact best response gains from the strategy.
"""

import argparse
from itertools import islice
from typing import NamedTuple

import numpy as np

from bench.one_poker.exploitability import other_value, positions
from engine.one_poker.solver.best_response import best_response, value
from engine.one_poker.solver.cfr import Lean, Solver
from engine.one_poker.solver.deal import form
from engine.one_poker.solver.player import Solved, iterations
from engine.one_poker.solver.styles import RULES, SLIPS, style_plan
from engine.one_poker.solver.values import value_table

PARTS = (0.0, 0.01, 0.02, 0.05, 0.3)


class Figures(NamedTuple):
    """What a strategy gains from a style, and what is gained from it at most."""

    gain: float
    loss: float


def measure(solved: Solved, player: int, refine: int) -> dict[tuple[str, float], Figures]:
    """Solve a deal with each style and each chance."""
    game = form(solved.deal, value_table(), solved.menus)
    other = 1 - player
    theirs = other_value(game, player, refine)
    found = {}
    for name in RULES:
        expected = style_plan(name, solved.deal, other, solved.menus, SLIPS)
        real = style_plan(name, solved.deal, other, solved.menus)
        for part in PARTS:
            solver = Solver(game, Lean(other, part, expected) if part else None)
            solver.run(iterations(solved.deal))
            own = solver.plans()[player]
            met = (own, real) if player == 0 else (real, own)
            mine = value(game, met) * (1.0 if player == 0 else -1.0)
            answer, _ = best_response(game, other, own)
            found[name, part] = Figures(mine + theirs, answer - theirs)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--refine", type=int, default=600)
    chosen = parser.parse_args()
    deals = islice(positions(5 * chosen.positions, chosen.seed), 0, None, 5)
    found = [measure(solved, player, chosen.refine) for solved, player, _ in deals]
    for name in RULES:
        for part in PARTS:
            gain, loss = np.mean([each[name, part] for each in found], axis=0)
            print(f"{name:9s} {100 * part:4.0f} %  gain {gain:.4f}  exploitability {loss:.2e}")


if __name__ == "__main__":
    main()
