"""`cardavia replay`: what it prints where, and its exit code."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.i18n import LANGUAGES
from app.words.errors import error_sentence

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted((ROOT / "tests" / "engine" / "cases").glob("*.json"))


def case(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CASES[0].parent / f"{name}.json").read_text("utf-8"))
    return found


def replay(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: str, *more: str
) -> tuple[int, list[str], list[str]]:
    """Replay what standard input brings; give the exit code and the lines of both outputs."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data.encode())))
    code = main(["replay", "-", *more])
    told = capsys.readouterr()
    return code, told.out.splitlines(), told.err.splitlines()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_worked_cases(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    known = json.loads(path.read_text("utf-8"))
    code, lines, problems = replay(capsys, monkeypatch, json.dumps(known["record"]), "--json")
    printed = [json.loads(line) for line in lines]
    for line, wanted in zip(printed, known["positions"], strict=True):
        if "error" in wanted:
            assert line.pop("message") == error_sentence(LANGUAGES["en"], wanted["error"])
        assert line == wanted
    assert code == known["exit"]
    assert bool(problems) == bool(code)


def test_a_file_of_good_and_bad_records(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = case("one-poker-two-beats-ace")["record"], case("one-poker-min-raise")["record"]
    data = "\ufeff" + "\r\n".join([json.dumps(good), '{"game": ', "", json.dumps(bad)])
    code, lines, problems = replay(capsys, monkeypatch, data, "--json", "--language", "sv")
    assert code == 2
    printed = [json.loads(line) for line in lines]
    assert {line["record"] for line in printed} == {0, 2}
    assert printed[-1]["message"] == error_sentence(LANGUAGES["sv"], printed[-1]["error"])
    assert [problem.split(": ")[:2] for problem in problems] == [
        ["cardavia", "1"],
        ["cardavia", "2"],
    ]


def test_a_fold_with_nothing_owed_has_nothing_to_do_with_turns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = case("one-poker-fold-with-nothing-owed")["record"]
    _, lines, _ = replay(capsys, monkeypatch, json.dumps(record), "--json")
    last = json.loads(lines[-1])
    assert (last["error"], last["message"]) == ("not-legal-now", "That can't be done now.")


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().out == ""


def test_numbers_with_very_many_zeros_are_told_as_any_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = case("one-poker-min-raise")["record"]
    plain = replay(capsys, monkeypatch, json.dumps(record))
    assert "Seat 0 bets 5." in plain[1]
    actions = [action.replace("bet 5", f"bet +{'0' * 5000}5") for action in record["actions"]]
    assert replay(capsys, monkeypatch, json.dumps({**record, "actions": actions})) == plain


def test_json_is_utf_8_whatever_the_terminal_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(case("one-poker-min-raise")["record"]))
    printed = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(printed, encoding="ascii"))
    assert main(["replay", str(path), "--json", "--language", "ru"]) == 1
    last = json.loads(printed.getvalue().decode().splitlines()[-1])
    assert last["message"] == error_sentence(LANGUAGES["ru"], last["error"])


def test_who_reads_may_stop_reading(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(40 * (json.dumps(case("run-fast-whole-deal")["record"]) + "\n"))
    command = [sys.executable, "-m", "app.cli", "replay", str(path), "--json"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.stderr.read() == b""
