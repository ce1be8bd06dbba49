"""Measure the shipped network: ``python -m engine.run_fast.training.scores [--write]``.

One against two of another player, every deal in each of the three seats, all compiled; without the
proofs of `engine.run_fast.endings`, which the bot that is shipped uses too. ``--write`` puts the
figures into the manifest. The same by the bots of the engine: ``python -m bench.run_fast.tables``.
"""

import argparse
import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from engine.run_fast.network.model import FILE, MANIFEST
from engine.run_fast.training.evaluation import measure, same_seat
from engine.run_fast.training.lockstep import CLUB, GREEDY, NETWORK, RANDOM, SEARCH
from engine.run_fast.training.network import Network

COMMAND: Final = "python -m engine.run_fast.training.scores"
_SEED: Final = 2026
_TABLES: Final = (
    ("network against greedy", NETWORK, GREEDY, 2000, 0),
    ("network against club", NETWORK, CLUB, 5000, 0),
    ("network against search of 100 hands", NETWORK, SEARCH, 720, 100),
    ("club against greedy", CLUB, GREEDY, 2000, 0),
    ("greedy against random", GREEDY, RANDOM, 2000, 0),
    ("search of 100 hands against club", SEARCH, CLUB, 300, 100),
)


def main() -> None:
    """Measure, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--part", type=float, default=1.0, help="of the deals, for a quick look")
    parser.add_argument("--network", type=Path, help="another network than the shipped one")
    chosen = parser.parse_args()
    data = Path(str(files("engine.run_fast") / "data"))
    network = Network.load(chosen.network or data / FILE)
    scores: dict[str, Any] = {}

    def add(name: str, deals: int, mean: float, half: float, won: float) -> None:
        scores[name] = {
            "points": round(mean, 3),
            "half-width": round(half, 3),
            "won": round(won, 4),
            "deals": deals,
        }
        print(json.dumps({name: scores[name]}), flush=True)  # noqa: T201

    for name, first, second, count, hands in _TABLES:
        deals = max(10, int(count * chosen.part))
        add(name, deals, *measure(network, first, second, deals, _SEED, hands))
    deals = max(10, int(8000 * chosen.part))
    add("seat 0 of three networks", deals, *same_seat(network, deals, _SEED))
    if chosen.write:
        path = data / MANIFEST
        manifest = json.loads(path.read_text("utf-8")) | {"scores": {"command": COMMAND, **scores}}
        path.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
