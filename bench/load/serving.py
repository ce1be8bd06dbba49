"""Servers for the benchmarks, as processes of their own, and what they use."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.browser.server import free_port

ROOT = Path(__file__).resolve().parents[2]
_QUIET = {
    "CARDAVIA_LOG_LEVEL": "warning",
    "CARDAVIA_ACTIONS_PER_ADDRESS": "0",
    "CARDAVIA_MATCHES_PER_ADDRESS": "0",
    "CARDAVIA_ACTIONS_PER_SESSION": "0",
}


@dataclass(frozen=True)
class Running:
    """A server that is running."""

    port: int
    pid: int

    def children(self) -> list[int]:
        """Return the process and those that it started."""
        found = [self.pid]
        for parent in found:
            for task in Path(f"/proc/{parent}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
        return found

    def processor(self) -> float:
        """Return the seconds of processor time used so far, by all its processes."""
        ticks = 0
        for pid in self.children():
            parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(parts[11]) + int(parts[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the resident memory in MB of its largest process."""
        pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.children()]
        return max(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def cardavia(url: str, workers: int = 1, **settings: str) -> Iterator[Running]:
    """Run the room on a database."""
    port = free_port()
    command = ["-m", "app.cli", "serve", "--port", str(port), "--workers", str(workers)]
    with _run(command, port, {"CARDAVIA_DATABASE_URL": url, **_QUIET, **settings}) as running:
        yield running


@contextmanager
def bare(folder: Path, size: int) -> Iterator[Running]:
    """Run the bare page."""
    port = free_port()
    command = ["-m", "uvicorn", "bench.load.bare:app", "--port", str(port), "--no-access-log"]
    own = {"BARE_DATABASE": str(folder / "bare.sqlite3"), "BARE_SIZE": str(size)}
    with _run([*command, "--log-level", "warning"], port, own) as running:
        yield running


@contextmanager
def _run(command: list[str], port: int, environment: dict[str, str]) -> Iterator[Running]:
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait(port, process)
        yield Running(port, process.pid)
    finally:
        process.terminate()
        process.wait(20)


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.01)
    raise RuntimeError("the server did not start")
