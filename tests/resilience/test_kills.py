"""Server processes are killed while people play: what was acknowledged is there, once."""

import random
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.browser.server import Server
from tests.postgres import Postgres
from tests.resilience.evidence import Tally, blame, check
from tests.resilience.players import Person, Player, Program

_BETWEEN = 15
"""The least number of actions from one kill to the next, however long they take."""
_PATIENCE = 120.0


@pytest.fixture(autouse=True)
def _no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a hundred players of one address play flat out."""
    for name in ("ACTIONS_PER_ADDRESS", "MATCHES_PER_ADDRESS"):
        monkeypatch.setenv(f"CARDAVIA_{name}", "0")
    monkeypatch.setenv("CARDAVIA_LOG_LEVEL", "warning")


def servers(folder: Path, url: str, count: int) -> Iterator[Server]:
    for number in range(count):
        own = folder / str(number)
        own.mkdir()
        server = Server(own)
        server.database = url
        server.start()
        yield server


def ordeal(folder: Path, url: str, processes: int, clients: int, kills: int) -> Tally:
    """Let `clients` play on `processes` while one after the other is killed and started again."""
    running = list(servers(folder, url, processes))
    stop = threading.Event()
    ports = [server.port for server in running]
    kinds: list[type[Player]] = [Program, Person]
    players = [kinds[number % 2](ports, number, stop) for number in range(clients)]
    rng = random.Random(kills)
    try:
        for player in players:
            player.start()
        for _ in range(kills):
            time.sleep(rng.uniform(0.3, 5))  # at times long enough for a bot's first long thought
            go_on(players, _BETWEEN)
            server = rng.choice(running)
            server.kill()
            server.start()
        go_on(players, _BETWEEN)
    finally:
        stop.set()
        for player in players:
            player.join(120)
        for server in running:
            server.stop()
    tally = check(url, players)
    print(f"{processes} processes, {clients} clients, {kills} kills: {tally}")  # noqa: T201
    assert tally.actions >= _BETWEEN * kills
    return tally


def go_on(players: Sequence[Player], actions: int) -> None:
    """Wait until so many more actions were acknowledged, however slow the machine is."""
    wanted = acknowledged(players) + actions
    deadline = time.monotonic() + _PATIENCE
    while acknowledged(players) < wanted:
        blame(players)
        assert time.monotonic() < deadline, f"{actions} actions took more than {_PATIENCE} s"
        time.sleep(0.01)


def acknowledged(players: Sequence[Player]) -> int:
    return sum(len(played.done) for player in players for played in list(player.played))


def test_three_processes_on_one_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    ordeal(tmp_path, postgres.new_database(), processes=3, clients=12, kills=4)


def test_one_process_on_sqlite(tmp_path: Path) -> None:
    ordeal(tmp_path, f"sqlite:///{tmp_path / 'room.sqlite3'}", processes=1, clients=6, kills=4)


@pytest.mark.long
def test_three_processes_on_one_postgresql_at_length(tmp_path: Path, postgres: Postgres) -> None:
    tally = ordeal(tmp_path, postgres.new_database(), processes=3, clients=100, kills=100)
    assert tally.lost > 20


@pytest.mark.long
def test_one_process_on_sqlite_at_length(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'room.sqlite3'}"
    assert ordeal(tmp_path, url, processes=1, clients=20, kills=100).lost > 20
