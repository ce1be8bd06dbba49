"""How long decisions of the solver take on one core: ``python -m bench.one_poker.speed``.

Deals come from matches of the solver against itself; run it with one thread for the matrix
products (OPENBLAS_NUM_THREADS=1).  Both wall-clock and CPU time are given: on a busy machine only
the latter says something.
"""

import argparse
import random
import time

import numpy as np

from engine.memory import NOTHING, choose, learn
from engine.one_poker import GAME
from engine.one_poker.solver.player import SolverBot
from engine.shuffle import SeededDecks


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    times: dict[str, list[tuple[float, float]]] = {"first": [], "other": [], "learning": []}
    left, number = chosen.deals, chosen.seed
    while left > 0:
        bots = SolverBot(), SolverBot()
        rng = random.Random(number)
        position = GAME.start(SeededDecks("one-poker", GAME.pack, f"{number:064x}", "speed"))
        number += 1
        memory = [NOTHING, NOTHING]
        while not GAME.is_over(position) and left > 0:
            began = time.perf_counter(), time.process_time()
            seat = position.turn
            if seat is None:
                kind = "learning"
                memory = [learn(bots[s], GAME, position, s, memory[s]) for s in (0, 1)]
                position = GAME.apply(position, "next")
                left -= 1
            else:
                kind = "first" if position.phase == "lock" else "other"
                view = GAME.view(position, seat)
                position = GAME.apply(position, choose(bots[seat], view, rng, memory[seat]))
            spent = time.perf_counter() - began[0], time.process_time() - began[1]
            times[kind].append((1e3 * spent[0], 1e3 * spent[1]))
    for kind, name in (
        ("first", "the lock, with the solve"),
        ("other", "every other decision"),
        ("learning", "learning from a settled deal, both"),
    ):
        wall, cpu = np.array(times[kind]).T
        print(
            f"{name:36s} n {len(wall):5d}  wall p50 {np.percentile(wall, 50):7.2f} "
            f"p95 {np.percentile(wall, 95):7.2f}  CPU p50 {np.percentile(cpu, 50):7.2f} "
            f"p95 {np.percentile(cpu, 95):7.2f} ms"
        )


if __name__ == "__main__":
    main()
