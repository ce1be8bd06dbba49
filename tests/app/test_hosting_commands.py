"""serve, prune and backup: what they do, and what they say when they can't."""

import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app import cli
from app.store import MatchRow, MatchStore, SessionStore, connect
from app.store.pruning import Pruned, prune

ROOT = Path(__file__).resolve().parents[2]
DAY = 24 * 3600
NOW = 1000 * DAY


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    engine = connect(database)
    yield engine
    engine.dispose()


def add(store: MatchStore, name: str, state: str, days: float, session: str) -> None:
    updated = int(NOW - days * DAY)
    store.add(MatchRow(name, session, "g", "l", name, state, 0, "{}", updated - 5, updated))


def test_pruning(engine: Engine) -> None:
    sessions, store = SessionStore(engine), MatchStore(engine)
    for session, days in {
        "in-use": 900,
        "left": 900,
        "empty": 900,
        "new": 1,
        "yesterday": 2,
        "played": 900,
    }.items():
        sessions.add(session, NOW - days * DAY)
    add(store, "live", "live", 99, "in-use")
    add(store, "live-old", "live", 101, "in-use")
    add(store, "abandoned-old", "abandoned", 101, "in-use")
    add(store, "over-old", "over", 500, "in-use")
    add(store, "prepared", "prepared", 0.9, "in-use")
    add(store, "prepared-old", "prepared", 1.1, "in-use")
    add(store, "left-over", "over", 101, "left")
    add(store, "played-over", "over", 99, "played")
    kept = {"live": "in-use", "over-old": "in-use", "prepared": "in-use", "played-over": "played"}
    gone = {"live-old", "abandoned-old", "prepared-old", "left-over"}
    assert prune(engine, NOW, 100) == Pruned(matches=len(gone), sessions=3)
    for match, session in kept.items():
        assert store.get(match, session), match
    for match in gone:
        assert not any(store.get(match, session) for session in ("in-use", "left"))
    opened = ("in-use", "left", "empty", "new", "yesterday", "played")
    assert [s for s in opened if sessions.known(s)] == ["in-use", "new", "played"]
    assert prune(engine, NOW, 100) == Pruned(0, 0)


def test_pruning_more_than_one_statement_removes(engine: Engine) -> None:
    SessionStore(engine).add("s", NOW - 900 * DAY)
    store = MatchStore(engine)
    for number in range(600):
        add(store, f"over-{number}", "over", 500, "s")
        add(store, f"live-{number}", "live", 500, "s")
    began = time.monotonic()
    assert prune(engine, NOW, 100) == Pruned(1200, 1)
    assert time.monotonic() - began < 10


def test_prune_from_the_command_line(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = connect(database)
    SessionStore(engine).add("s", 0)
    engine.dispose()
    monkeypatch.setenv("CARDAVIA_DATABASE_URL", database)
    monkeypatch.setenv("LC_ALL", "sv_SE.UTF-8")
    assert cli.main(["prune", "--days", "3"]) == 0
    assert capsys.readouterr().out == "0 matcher togs bort.\n1 session togs bort.\n"
    monkeypatch.setenv("CARDAVIA_KEEP_DAYS", "0")
    assert cli.main(["prune"]) == 0
    assert "CARDAVIA_KEEP_DAYS" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main(["prune", "--days", "-3"])


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MatchStore]:
    """Give the store of a SQLite database that the commands work on."""
    url = f"sqlite:///{tmp_path / 'room.sqlite3'}"
    monkeypatch.setenv("CARDAVIA_DATABASE_URL", url)
    monkeypatch.setenv("LC_ALL", "C")
    engine = connect(url)
    SessionStore(engine).add("s", 1)
    yield MatchStore(engine)
    engine.dispose()


def test_backup_while_people_play(room: MatchStore, tmp_path: Path) -> None:
    """A transaction that is open isn't in the copy; what was written before is, whole."""
    row = MatchRow("m", "s", "g", "l", "m", "live", 4, "{}", 1, 1)
    room.add(row)
    other = sqlite3.connect(tmp_path / "room.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("UPDATE matches SET revision = 5")
    copy = tmp_path / "copy.sqlite3"
    assert cli.main(["backup", str(copy)]) == 0
    other.execute("COMMIT")
    other.close()
    assert {path.name for path in tmp_path.glob("copy*")} == {"copy.sqlite3"}
    engine = connect(f"sqlite:///{copy}")
    assert MatchStore(engine).get("m", "s") == row
    engine.dispose()


def test_backup_writes_over_nothing(
    room: MatchStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    assert cli.main(["backup", str(there)]) == 1
    assert "already" in capsys.readouterr().err
    assert there.read_text() == "mine"
    nowhere = tmp_path / "no" / "folder"
    assert cli.main(["backup", str(nowhere)]) == 1
    assert capsys.readouterr().err == (
        f"cardavia: The copy {nowhere} can't be written: No such file or directory\n"
    )


def test_backup_of_a_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARDAVIA_DATABASE_URL", "postgresql://x@127.0.0.1:1/x")
    assert cli.main(["backup", "x"]) == 1
    assert "pg_dump" in capsys.readouterr().err


AS_NOBODY = """
import os, pwd, sys
import alembic.command, uvicorn, app.main, app.serving, app.cli
nobody = pwd.getpwnam("nobody")
os.setgroups([]); os.setgid(nobody.pw_gid); os.setuid(nobody.pw_uid)
sys.exit(app.cli.main(sys.argv[1:]))
"""
"""All that is needed is loaded first: nobody may not be allowed to read this Python."""


def serve(*more: str, nobody: bool = False, **environment: str) -> tuple[int, str]:
    """Try to start a server that can't be started."""
    how = ["-c", AS_NOBODY] if nobody else ["-m", "app.cli"]
    done = subprocess.run(
        [sys.executable, *how, "serve", "--port", "0", *more],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C", "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


UNREADABLE = {
    "CARDAVIA_DATABASE_URL": "cardavia.sqlite3",
    "CARDAVIA_ORIGINS": "https://cards.example",
    "CARDAVIA_PORT": "http",
    "CARDAVIA_BASE_PATH": "cards/",
    "CARDAVIA_TRUSTED_PROXIES": "everybody",
    "CARDAVIA_LIVE_MATCHES": "-1",
    "CARDAVIA_LOG_FORMAT": "xml",
}


@pytest.mark.parametrize(
    ("name", "value"),
    [*UNREADABLE.items(), ("CARDAVIA_DATABASE_URL", "mysql://x@127.0.0.1/x")],
)
def test_a_setting_that_is_none(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv(name, value)
    assert cli.main(["serve"]) == 1
    assert capsys.readouterr().err == (
        f"cardavia: The setting {name} has a value that can't be used.\n"
    )


def test_an_address_that_is_taken(room: MatchStore) -> None:
    code, said = serve("--host", "192.0.2.1")
    assert code == 1
    assert said.startswith("cardavia: The server can't listen on 192.0.2.1:0: ")
    assert said.count("\n") == 1


def test_no_database_to_be_reached() -> None:
    code, said = serve(CARDAVIA_DATABASE_URL="postgresql://x@127.0.0.1:1/x")
    assert code == 1
    assert said.startswith("cardavia: The database can't be reached: ")
    assert "Traceback" not in said


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Give a folder that every user may enter, as a volume is."""
    folder = Path(tempfile.mkdtemp(prefix="cardavia-volume-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a folder of somebody else's")
@pytest.mark.parametrize("made_by", ["root", "an older user", "an older user, with a database"])
@pytest.mark.parametrize(
    ("language", "said"),
    [("C.UTF-8", "can't be written"), ("ru_RU.UTF-8", "нельзя писать"), ("sv", "går inte att")],
)
def test_a_volume_of_somebody_else(
    open_folder: Path, made_by: str, language: str, said: str
) -> None:
    if "older" in made_by:
        os.chown(open_folder, 4321, 4321)
    file = open_folder / "room.sqlite3"
    if "database" in made_by:
        connect(f"sqlite:///{file}").dispose()
    nobody = pwd.getpwnam("nobody")
    code, told = serve(
        nobody=True,
        LC_ALL=language,
        PYTHONUTF8="1",
        CARDAVIA_DATABASE_URL=f"sqlite:///{file}",
    )
    assert code == 1, told
    assert said in told
    assert str(file) in told
    assert str(nobody.pw_uid) in told
    assert told.count("\n") == 1
