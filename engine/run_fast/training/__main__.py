"""Train the expert: ``python -m engine.run_fast.training [--minutes N] [--out FOLDER]``.

Needs ``cardavia[training]``. Minutes are those of one core. Writes the network, its manifest and
the learning curve: what one network scores against two club players.
"""

import argparse
import dataclasses
import datetime
import hashlib
import json
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.run_fast.network.model import FILE, MANIFEST
from engine.run_fast.training.course import Course, Settings
from engine.run_fast.training.network import Network

CURVE = "learning-curve.jsonl"
CHECKPOINT = "checkpoint.npz"
_TUTOR_PART = 0.15


def commit() -> str | None:
    """Give the commit that the network is trained at, None outside of a checkout."""
    command = ["git", "rev-parse", "HEAD"]
    found = subprocess.run(  # noqa: S603
        command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent
    )
    return found.stdout.strip() or None


def write(folder: Path, network: Network, course: dict[str, Any]) -> None:
    """Write the network as it is shipped, and its manifest."""
    network.ship(folder / FILE)
    manifest = {
        "made by": "python -m engine.run_fast.training",
        **course,
        "commit": commit(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "sha256": {FILE: hashlib.sha256((folder / FILE).read_bytes()).hexdigest()},
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Train, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=70, help="of one core, in all")
    parser.add_argument("--tutor-minutes", type=float, help="of these with the tutor")
    parser.add_argument("--trust", type=float, default=Settings.trust)
    parser.add_argument("--chance", type=float, default=Settings.chance)
    parser.add_argument("--rate", type=float, default=Settings.self_rate)
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--start", type=Path, help="a checkpoint to go on from")
    parser.add_argument("--out", type=Path, default=Path(str(files("engine.run_fast") / "data")))
    chosen = parser.parse_args()
    tutor = chosen.tutor_minutes
    if tutor is None:
        tutor = 0 if chosen.start else _TUTOR_PART * chosen.minutes
    settings = Settings(
        tutor_minutes=tutor,
        self_minutes=chosen.minutes - tutor,
        trust=chosen.trust,
        chance=chosen.chance,
        self_rate=chosen.rate,
        seed=chosen.seed,
    )
    chosen.out.mkdir(parents=True, exist_ok=True)
    if not chosen.start:
        (chosen.out / CURVE).unlink(missing_ok=True)
    points: list[dict[str, Any]] = []

    def report(point: dict[str, Any], network: Network) -> None:
        points.append(point)
        print(json.dumps(point), flush=True)  # noqa: T201
        with (chosen.out / CURVE).open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(point) + "\n")
        network.save(chosen.out / CHECKPOINT)

    course = Course(settings, Network.load(chosen.start) if chosen.start else None)
    course.run(report)
    described = {"parameters": dataclasses.asdict(settings), "training": points[-1]}
    write(chosen.out, course.trainer.average, described)


if __name__ == "__main__":
    main()
