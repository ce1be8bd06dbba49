"""A server of the game as its own process, which a test may kill and start again."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "app.cli", "serve")
PATIENCE = 60.0
"""Seconds that a server may take to answer its first request."""


def free_port() -> int:
    """Find a port of the loopback interface that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`cardavia serve` on one port and one SQLite file, which both outlive the process."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'browser.sqlite3'}"
        self.log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process and wait until it answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*COMMAND, "--host", "127.0.0.1", "--port", str(self.port)],
                cwd=ROOT,
                env={
                    "CARDAVIA_WORKERS": "1",
                    **os.environ,
                    "CARDAVIA_DATABASE_URL": self.database,
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.origin + "/", timeout=10):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    def kill(self) -> None:
        """End the process at once, as a crash or a power cut would (SIGKILL)."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """End the process as an administrator would (SIGTERM)."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None
