"""Databases of every age become today's, whoever starts first, and none is changed halfway."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, text

from app.store import MatchRow, MatchStore, SessionStore, connect, upgrade
from app.store.opening import NoDatabase, NotWritable, address
from app.store.schema import HEAD, metadata
from tests.postgres import Postgres

ROOT = Path(__file__).resolve().parents[2]
START = "import sys; from app.store import connect; connect(sys.argv[1]).dispose(); print('up')"


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of a database without any table."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new.sqlite3'}"
    server = request.getfixturevalue("postgres")
    assert isinstance(server, Postgres)
    return server.new_database()


@pytest.fixture
def raw(empty: str) -> Iterator[Engine]:
    """Give a way into the database past the upgrade."""
    engine = create_engine(address(empty))
    yield engine
    engine.dispose()


def test_the_steps_lead_to_the_tables_of_the_code(empty: str, raw: Engine) -> None:
    connect(empty).dispose()
    with raw.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        assert upgrade.version(connection) == HEAD


def test_head_is_the_last_step() -> None:
    config = Config()
    config.set_main_option("script_location", str(ROOT / "app/store/migrations"))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_a_database_from_before_the_steps_is_taken_over(empty: str, raw: Engine) -> None:
    metadata.create_all(raw)
    SessionStore(raw).add("s", 1)
    row = MatchRow("m", "s", "g", "l", "m", "live", 4, "{}", 1, 1)
    MatchStore(raw).add(row)
    with raw.begin() as connection:
        connection.execute(text("DROP INDEX matches_by_state"))  # came with the second step
        connection.execute(text("ALTER TABLE matches DROP COLUMN memory"))  # with the third
    engine = connect(empty)
    assert MatchStore(engine).get("m", "s") == row
    with engine.connect() as connection:
        assert upgrade.version(connection) == HEAD
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_database_of_a_later_version_is_left_alone(empty: str, raw: Engine) -> None:
    connect(empty).dispose()
    with raw.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(upgrade.TooNew, match="9999"):
        connect(empty)
    with raw.connect() as connection:
        assert upgrade.version(connection) == "9999"


def test_a_step_that_fails_changes_nothing(
    empty: str, raw: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("alembic.op.create_index", broken)
    with pytest.raises(RuntimeError):
        connect(empty)
    assert inspect(raw).get_table_names() == []
    monkeypatch.undo()
    connect(empty).dispose()
    assert "matches" in inspect(raw).get_table_names()


def test_processes_that_start_together(empty: str, raw: Engine) -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-c", START, empty],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(5)
    ]
    for process in started:
        said, problem = process.communicate(timeout=120)
        assert said == "up\n", problem
    with raw.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [
            (HEAD,)
        ]


def test_a_database_that_is_not_there() -> None:
    with pytest.raises(NoDatabase):
        connect("postgresql://nobody:x@127.0.0.1:1/nothing")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotWritable) as refused:
        connect(f"sqlite:///{tmp_path}/none/room.sqlite3")
    assert refused.value.path == tmp_path / "none" / "room.sqlite3"
