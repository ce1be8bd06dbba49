"""Make the value table: ``python -m engine.one_poker.training [--sweeps N] [--out FOLDER]``.

Takes some minutes on one core.  Writes the table, where its deals begin, and a manifest.
"""

import argparse
import dataclasses
import datetime
import hashlib
import json
import subprocess
import time
from importlib.resources import files
from pathlib import Path

from engine.one_poker.solver.values import CARRIED_FILE, FILE, pack
from engine.one_poker.training.fixed_point import Settings, Training

MANIFEST = "manifest.json"


def commit() -> str | None:
    """Give the commit that the table is made at, None outside of a checkout."""
    command = ["git", "rev-parse", "HEAD"]
    found = subprocess.run(  # noqa: S603
        command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent
    )
    return found.stdout.strip() or None


def main() -> None:
    """Train, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sweeps", type=int, default=Settings.sweeps)
    parser.add_argument("--late", type=int, default=Settings.late)
    parser.add_argument("--out", type=Path, default=Path(str(files("engine.one_poker") / "data")))
    chosen = parser.parse_args()
    settings = Settings(sweeps=chosen.sweeps, late=chosen.late)
    training = Training(settings)
    began = time.process_time()
    changes = []

    def report(sweep: int, change: float) -> None:
        changes.append(change)
        spent = time.process_time() - began
        print(f"sweep {sweep:3d}  off by {change:.6f}  {spent:6.0f} s CPU", flush=True)  # noqa: T201

    training.run(report)
    table = pack(training.table)
    carried = training.flow.astype("<f4").tobytes()
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / FILE).write_bytes(table)
    (chosen.out / CARRIED_FILE).write_bytes(carried)
    manifest = {
        "made by": "python -m engine.one_poker.training",
        "parameters": dataclasses.asdict(settings),
        "commit": commit(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cpu seconds": round(time.process_time() - began),
        "off by": round(changes[-1], 6),
        "sha256": {
            FILE: hashlib.sha256(table).hexdigest(),
            CARRIED_FILE: hashlib.sha256(carried).hexdigest(),
        },
    }
    text = json.dumps(manifest, indent=2) + "\n"
    (chosen.out / MANIFEST).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
