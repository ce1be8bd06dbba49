"""The documents for programmers: their programs run as printed, their codes are all there are."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.api.problems import CODES
from app.cli import main
from app.words.errors import ACTION_ERRORS
from engine.record import Record, agrees, final
from tests.app.program import MATCHES
from tests.browser.server import Server
from tests.test_documents import text_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("docs"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with the programs of docs/bots.md."""
    bot, program = re.findall(r"```python\n(.*?)```", text_of("docs/bots.md"), re.S)
    (tmp_path / "bot.py").write_text(bot, encoding="utf-8")
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    return tmp_path


def test_the_bot_has_forty_lines(programs: Path) -> None:
    assert len((programs / "bot.py").read_text(encoding="utf-8").splitlines()) <= 40


def test_the_bot_plays_both_games(programs: Path, server: Server) -> None:
    for _ in range(3):
        ran = subprocess.run(
            [sys.executable, "-S", "-E", str(programs / "bot.py"), server.origin],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ran.stderr == ""
        assert ran.returncode == 0
        poker, fast = (Record.read(line) for line in ran.stdout.splitlines())
        assert (poker.game, fast.game) == ("one-poker", "run-fast")
        for record in (poker, fast):
            assert record.result is not None
            assert agrees(record, final(record))


@pytest.mark.parametrize("game", ["one-poker", "run-fast"])
def test_the_program_plays_in_the_arena(
    programs: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = f"exec:{sys.executable} {programs / 'program.py'}"
    arguments = ["arena", game, bot, "random", "--matches", "6", "--json"]
    told = []
    for _ in range(2):
        assert main(arguments) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0]["faults"] == []


def test_every_code_is_documented_and_no_other() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (`[^|]+`) \|", text_of("docs/api.md"), re.M)
    documented = {
        (int(status), code) for status, codes in rows for code in re.findall(r"`(.+?)`", codes)
    }
    wanted = {(422, code) for code in ACTION_ERRORS}
    wanted |= {(409, code) for code in ("stale-revision", "not-finished", "not-started")}
    wanted |= {*CODES.items(), (500, "server-error"), (500, "damaged")}
    assert documented == wanted


def test_every_call_is_documented() -> None:
    assert set(re.findall(r"^\| `(\w+ /[^`]+)` \|", text_of("docs/api.md"), re.M)) == {
        f"POST {MATCHES}",
        f"GET {MATCHES}/{{id}}",
        f"POST {MATCHES}/{{id}}/actions",
        f"GET {MATCHES}/{{id}}/record",
    }
