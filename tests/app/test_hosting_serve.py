"""`cardavia serve` as a process: where it listens, how it stops, its health check."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from app import settings
from tests.browser.server import free_port

ROOT = Path(__file__).resolve().parents[2]
SLOW = """
import sys, time
import app.matches
prepare = app.matches.Matches.prepare
def slow(*arguments):
    print("began", flush=True)
    time.sleep(1.5)
    return prepare(*arguments)
app.matches.Matches.prepare = slow
from app.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""A server that takes its time to begin a match, and says so."""


@contextmanager
def serving(
    folder: Path, *options: str, host: str = "127.0.0.1", how: tuple[str, ...] = ("-m", "app.cli")
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a server; give its process and port once it has said where it is open."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, *how, "serve", "--port", str(port), "--host", host, *options],
        cwd=ROOT,
        env={
            "CARDAVIA_WORKERS": "1",
            **os.environ,
            "CARDAVIA_DATABASE_URL": f"sqlite:///{folder / 'room.sqlite3'}",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert re.search(rf"http://\S+:{port}/$", said), said
        yield process, port
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(20)
        assert process.stdout is not None
        process.stdout.close()


def status(host: str, port: int, path: str = "/healthz") -> int:
    connection = http.client.HTTPConnection(host, port, timeout=20)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
@pytest.mark.parametrize(
    ("host", "reached"),
    [("::1", ["::1"]), ("::", ["::1", "127.0.0.1"]), ("0.0.0.0", ["127.0.0.1"])],
)
def test_addresses(tmp_path: Path, host: str, reached: list[str]) -> None:
    with serving(tmp_path, host=host) as (_, port):
        for address in reached:
            assert status(address, port) == 200


def test_the_health_check_of_the_container(tmp_path: Path) -> None:
    def check(port: int) -> int:
        own = {**os.environ, "CARDAVIA_PORT": str(port), "CARDAVIA_HOST": "0.0.0.0"}
        command = [sys.executable, "-m", "app.alive"]
        return subprocess.run(command, cwd=ROOT, env=own, check=False, timeout=30).returncode

    with serving(tmp_path, host="0.0.0.0") as (_, port):
        assert status("127.0.0.1", port) == 200
        assert check(port) == 0
    assert check(port) == 1


def test_what_has_begun_is_finished_at_the_end(tmp_path: Path) -> None:
    with serving(tmp_path, how=("-c", SLOW)) as (process, port):
        answers: list[int] = []

        def ask() -> None:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            form = {
                "Content-Type": "application/x-www-form-urlencoded",
                "Sec-Fetch-Site": "same-origin",
            }
            connection.request("POST", "/matches", "game=run-fast&level=beginner", form)
            answers.append(connection.getresponse().status)
            connection.close()

        asking = threading.Thread(target=ask)
        asking.start()
        assert process.stdout is not None
        assert process.stdout.readline() == "began\n"
        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        assert process.wait(20) in (0, -signal.SIGTERM)
        assert time.monotonic() - began < 10
        asking.join(20)
        assert answers == [303]


def descendants(server: int) -> list[int]:
    """List the processes that a server and those that it started have started."""
    found = [server]
    for parent in found:
        with suppress(OSError):
            for task in Path(f"/proc/{parent}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found[1:]


def cmdline(pid: int) -> bytes:
    """Give how a process was started; nothing if it is gone, or dead and not yet buried."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: signal.Signals, workers: int
) -> None:
    monkeypatch.setenv("CARDAVIA_BOT_PROCESSES", "2")
    with serving(tmp_path, "--workers", str(workers)) as (process, port):
        deadline = time.monotonic() + 60
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        wanted = '{"game": "one-poker", "level": "solver"}'
        connection.request("POST", "/api/v1/matches", wanted, {"Content-Type": "application/json"})
        assert connection.getresponse().status == 201
        connection.close()
        thinkers = 0
        while thinkers != 2 // workers:  # of the process that has the match
            assert time.monotonic() < deadline
            time.sleep(0.1)
            found = descendants(process.pid)
            thinkers = sum(b"spawn_main" in cmdline(pid) for pid in found)
        assert len(found) >= thinkers + (workers if workers > 1 else 0)
        process.send_signal(end)
        assert process.wait(30) in ((0, -signal.SIGTERM) if end == signal.SIGTERM else (-end,))
        while any(cmdline(pid) for pid in found):
            assert time.monotonic() < deadline
            time.sleep(0.1)


def answered(port: int) -> float:
    """Look up how many requests for a page the server has answered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/metrics")
    told = connection.getresponse().read().decode()
    connection.close()
    found = re.search(r'^cardavia_requests_total{.*route="/fairness",.*} (\S+)$', told, re.M)
    return float(found[1]) if found else 0


def wait_for_answered(port: int, number: int, deadline: float) -> None:
    """Wait until so many are counted: a process counts an answer just after it was sent."""
    while (counted := answered(port)) < number:
        assert time.monotonic() < deadline, f"{counted} of {number} were counted"
        time.sleep(0.05)
    assert counted == number


def test_several_workers_and_one_that_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDAVIA_METRICS", "1")
    with serving(tmp_path, "--workers", "2") as (process, port):
        deadline = time.monotonic() + 60
        assert status("127.0.0.1", port, "/readyz") == 200
        while len(workers := descendants(process.pid)) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert len(workers) == 2
        for number in range(1, 9):  # whichever answers, and whichever tells
            assert status("127.0.0.1", port, "/fairness") == 200
            wait_for_answered(port, number, deadline)
        os.kill(workers[0], signal.SIGKILL)
        while not set(workers) & (now := set(descendants(process.pid))) < now:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert len(now) == 2
        assert status("127.0.0.1", port, "/fairness") == 200
        wait_for_answered(port, 9, deadline)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) in (0, -signal.SIGTERM)


def test_as_many_processes_as_cores_but_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDAVIA_WORKERS", raising=False)
    for cores, processes in ((1, 1), (2, 2), (64, 2)):
        monkeypatch.setattr(settings, "_cores", lambda found=cores: found)
        assert settings.Settings().processes == processes
        assert settings.Settings(workers=3).processes == 3
