"""The worked records: every line that replaying must give, and the exit code."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.record import Record
from engine.replay import replay_bytes

CASES = sorted(Path(__file__).with_name("cases").glob("*.json"))


@pytest.fixture(params=CASES, ids=lambda path: path.stem)
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(request.param.read_text("utf-8"))
    return loaded


def test_all_cases_are_here() -> None:
    assert len(CASES) == 17


@pytest.mark.parametrize("indent", [None, 1])
def test_replay(case: dict[str, Any], indent: int | None) -> None:
    data = json.dumps(case["record"], indent=indent).encode()
    (replayed,) = replay_bytes(data)
    assert json.loads(json.dumps(replayed.lines)) == case["positions"]
    assert replayed.code == case["exit"]
    assert replayed.number is None


def test_record_comes_back_as_it_was(case: dict[str, Any]) -> None:
    record = Record.read(json.dumps(case["record"]))
    assert json.loads(record.write()) == case["record"]
    assert Record.read(record.write()) == record


def test_many(case: dict[str, Any]) -> None:
    line = json.dumps(case["record"])
    replays = list(replay_bytes(f"{line}\n\n{line}\n".encode()))
    for number, replayed in enumerate(replays):
        assert replayed.lines == [{"record": number, **line} for line in case["positions"]]
        assert replayed.code == case["exit"]
    assert len(replays) == 2
