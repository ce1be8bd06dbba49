"""`cardavia arena`: programs as bots, several processes, records, and going on from them."""

import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from app.arena.archive import Archive, ArchiveError
from app.arena.contest import Contest, play
from app.arena.external import PREFIX, External
from app.cli import main
from engine.arena import FORFEIT, BotFault, Fault, Match, arena, named_bots, standing, value
from engine.game import GAMES
from engine.record import Record, agrees, final

GAME_NAMES = ("one-poker", "run-fast")
both_games = pytest.mark.parametrize("game", GAME_NAMES)

GOOD = """
import json, random, sys
for line in sys.stdin:
    asked = json.loads(line)
    view, rng = asked["view"], random.Random(asked["seed"])
    hand = view["hands"][view["seat"]]
    choice = view["legal"][0]
    if asked["game"] == "run-fast" and choice != "pass":
        if not view["history"]:
            hand.sort(key=lambda card: card != "3h")
        cards = []
        for rank in choice:
            cards.append(next(card for card in hand if card[0] == rank and card not in cards))
        choice = "play " + " ".join(cards)
    print(json.dumps({"action": choice}), flush=True)
"""
BAD = {
    "crashed": "import sys; sys.exit(3)",
    "timeout": "import sys, time; sys.stdin.readline(); time.sleep(60)",
    "no-answer": "input(); print('[1]', flush=True); input()",
    "not-an-action": 'input(); print(\'{"action": "fly"}\', flush=True); input()',
}


def program(folder: Path, code: str) -> str:
    path = folder / "program.py"
    path.write_text(code, encoding="utf-8")
    return f"exec:{shlex.quote(sys.executable)} -S -E {shlex.quote(str(path))}"


def results(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["arena", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@both_games
def test_the_command_tells_what_the_engine_says(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    (told,) = results(capsys, game, "random", "beginner", "--matches", "12", "--seed", "5")
    bots = named_bots(GAMES[game])
    expected = arena(GAMES[game], bots["random"], bots["beginner"], 12, 5)
    assert (told["mean"], told["low"], told["high"]) == (
        expected.mean,
        expected.low,
        expected.high,
    )
    assert told["total"] == pytest.approx(expected.mean * 12)
    assert told["faults"] == []


def test_every_bot_meets_every_other(capsys: pytest.CaptureFixture[str]) -> None:
    told = results(capsys, "run-fast", "random", "beginner", "random", "--matches", "6")
    assert [(each["first"], each["second"]) for each in told] == [
        ("random", "beginner"),
        ("random", "random"),
        ("beginner", "random"),
    ]


@both_games
def test_several_processes_play_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str
) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    arguments = (game, "random", "beginner", "--matches", "6")
    alone = results(capsys, *arguments, "--records", str(one))
    together = results(capsys, *arguments, "--records", str(two), "--workers", "2")
    assert alone == together
    assert sorted(one.read_bytes().splitlines()) == sorted(two.read_bytes().splitlines())


@both_games
def test_records_prove_the_totals(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str
) -> None:
    path = tmp_path / "records.jsonl"
    (told,) = results(capsys, game, "random", "beginner", "--matches", "12", "--records", str(path))
    rules = GAMES[game]
    records = [Record.read(line) for line in path.read_bytes().splitlines()]
    assert len(records) == told["matches"] == 12
    total = 0
    for record in records:
        position = final(record)
        assert agrees(record, position)
        result = rules.result(position)
        assert result is not None
        seat = record.extra["arena"]["seat"]
        total += result[seat] if game == "run-fast" else int(result[seat] == 40)
    assert total == told["total"]
    decks = {(record.extra["arena"]["deck"], record.server_seed) for record in records}
    assert len(decks) == 12 // rules.seats, "each deck is played from every seat"
    capsys.readouterr()
    assert main(["replay", str(path)]) == 0
    capsys.readouterr()


@both_games
def test_going_on_from_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    path = tmp_path / "records.jsonl"
    arguments = (game, "random", "beginner", "--matches", "12", "--records", str(path))
    whole = results(capsys, *arguments)
    lines = path.read_bytes().splitlines(keepends=True)
    seats = GAMES[game].seats
    # A crash in the middle of a line, after a deck of which a match is missing.
    path.write_bytes(b"".join(lines[: 2 * seats + 1]) + lines[-1][:40])
    played: list[int] = []
    deck = Contest.deck

    def counting(self: Contest, number: int) -> list[Match]:
        played.append(number)
        return deck(self, number)

    monkeypatch.setattr(Contest, "deck", counting)
    assert results(capsys, *arguments) == whole
    assert len(played) == 12 // seats - 2
    assert path.read_bytes() == b"".join(lines)
    assert results(capsys, *arguments) == whole
    assert len(played) == 12 // seats - 2, "nothing was left to be played"
    # Another contest in the same file, and the first one is still there.
    other = (game, "beginner", "random", "--matches", "6", "--records", str(path))
    results(capsys, *other)
    played.clear()
    assert results(capsys, *arguments) == whole
    assert not played


@pytest.mark.parametrize(
    "text",
    ["x\n", "{}\n", '{"arena": 1}\n', '{"format": "cardavia-record/1"}\n', "x", "{}", "a\nb"],
)
def test_a_file_of_something_else_is_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    code = main(["arena", "run-fast", "random", "random", "--records", str(path)])
    assert code == 2
    assert "notes.txt" in capsys.readouterr().err
    assert path.read_text() == text


def test_a_file_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "no" / "folder"
    assert main(["arena", "run-fast", "random", "random", "--records", str(path)]) == 2
    assert capsys.readouterr().err == f"cardavia: {path} can't be used: No such file or directory\n"


def test_a_record_with_a_wrong_result_is_refused(tmp_path: Path) -> None:
    contest = Contest("run-fast", "random", "random", 1, 2)
    archive = Archive(tmp_path / "records.jsonl")
    archive.add(contest, contest.deck(0))
    text = archive.path.read_text()
    line = json.loads(text.splitlines()[0])
    line["scores"] = [line["scores"][1], line["scores"][2], line["scores"][0]]
    archive.path.write_text(json.dumps(line) + "\n")
    with pytest.raises(ArchiveError, match="wrong result"):
        archive.read(contest)
    archive.path.write_text(text)
    assert len(archive.read(contest)[0]) == 3


@both_games
def test_a_program_plays(capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str) -> None:
    bot = program(tmp_path, GOOD)
    count = str(2 * GAMES[game].seats)
    (told,) = results(capsys, game, bot, "random", "--matches", count)
    assert told["faults"] == []
    assert results(capsys, game, bot, "random", "--matches", count) == [told]
    (other,) = results(capsys, game, "random", bot, "--matches", count)
    assert other["faults"] == []


@both_games
@pytest.mark.parametrize("code", list(BAD))
def test_a_program_that_fails_loses(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, code: str
) -> None:
    bot = program(tmp_path, BAD[code])
    seats = GAMES[game].seats
    path = tmp_path / "records.jsonl"
    arguments = ["--matches", str(2 * seats), "--time-limit", "0.5" if code == "timeout" else "20"]
    (told,) = results(capsys, game, bot, "random", *arguments, "--records", str(path))
    assert told["faults"] == [{"bot": bot, "code": code, "matches": 2 * seats}]
    assert told["mean"] == (0 if game == "one-poker" else -FORFEIT * (seats - 1))
    assert results(capsys, game, bot, "random", *arguments, "--records", str(path)) == [told]
    if code != "timeout":
        (other,) = results(capsys, game, "random", bot, *arguments)
        assert other["mean"] == (1 if game == "one-poker" else FORFEIT)
    assert main(["arena", game, bot, "random", *arguments, "--records", str(path)]) == 0
    assert f"{2 * seats} matches and lost them" in capsys.readouterr().out


def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    marker = tmp_path / "alive"
    child = f"import time; time.sleep(3); open({str(marker)!r}, 'w').close()"
    bot = program(
        tmp_path,
        "import subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-S', '-E', '-c', {child!r}]).wait()\n",
    )
    contest = Contest("one-poker", bot, "random", 1, 1, 1.0)
    for match in contest.deck(0):
        assert match.fault == Fault(match.seat, "timeout")
    subprocess.run([sys.executable, "-c", "import time; time.sleep(2.5)"], check=True)
    assert not marker.exists()


def test_a_child_that_outlives_its_program_holds_nobody_up(tmp_path: Path) -> None:
    """It left the program's group, so it isn't ended; and it keeps the pipes open."""
    child = tmp_path / "child"
    code = f"setsid sleep 60 & echo $! > {shlex.quote(str(child))}; wait"
    with External(f"sh -c {shlex.quote(code)}", "one-poker", 1.0) as asked:
        began = time.monotonic()
        with pytest.raises(BotFault, match="timeout"):
            asked.choose({}, random.Random(1))
        assert time.monotonic() - began < 30
    os.kill(int(child.read_text()), signal.SIGKILL)


def test_an_answer_without_end_is_none(tmp_path: Path) -> None:
    code = "import sys; sys.stdin.readline(); sys.stdout.write('x' * 10**6)"
    with (
        External(program(tmp_path, code).removeprefix(PREFIX), "one-poker", 20) as asked,
        pytest.raises(BotFault, match="no-answer"),
    ):
        asked.choose({}, random.Random(1))


def test_a_question_longer_than_a_pipe_holds(tmp_path: Path) -> None:
    code = """
import json, sys
asked = json.loads(sys.stdin.readline())
print(json.dumps({"action": str(len(asked["view"]["x"]))}), end="\\r\\n")
"""
    with External(program(tmp_path, code).removeprefix(PREFIX), "one-poker", 20) as asked:
        assert asked.choose({"x": "y" * 300_000}, random.Random(1)) == "300000"


def test_each_seat_has_a_process_of_its_own(tmp_path: Path) -> None:
    """A program that remembers sees one hand, even if it has two seats."""
    log = tmp_path / "log"
    telling = f"""
    import os
    with open({str(log)!r}, "a") as log:
        print(os.getpid(), asked["view"]["seat"], file=log)
    view, rng"""
    code = GOOD.replace("\n    view, rng", telling)
    Contest("run-fast", "random", program(tmp_path, code), 1, 1).deck(0)
    pairs = {tuple(line.split()) for line in log.read_text().splitlines()}
    assert len(pairs) == 6
    assert len({process for process, _ in pairs}) == 6


@pytest.mark.parametrize(
    "arguments",
    [
        ("run-fast", "random", "nobody"),
        ("run-fast", "random"),
        ("run-fast", "random", "exec:no-such-program-here"),
        ("run-fast", "random", "exec:"),
        ("run-fast", "random", "exec:'"),
        ("run-fast", "random", "random", "--matches", "3"),
    ],
)
def test_what_cannot_be_played(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert main(["arena", *arguments]) == 2
    assert capsys.readouterr().err.startswith("cardavia: ")


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_for_terminals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    results(capsys, "run-fast", "random", "random", "--matches", "9")
    assert main(["arena", "run-fast", "random", "random", "--matches", "9"]) == 0
    told = capsys.readouterr()
    assert told.out.endswith("9 deals.\n")
    assert ("3/3" in told.err) == terminal
    assert bool(told.err) == terminal


@both_games
def test_values_of_faults_add_up(game: str) -> None:
    rules = GAMES[game]
    record = Record(game)
    for seat in range(rules.seats):
        first = value(rules, Match(0, seat, record, Fault(seat, "timeout")))
        others = [
            value(rules, Match(0, other, record, Fault(seat, "timeout")))
            for other in range(rules.seats)
            if other != seat
        ]
        assert first + sum(others) == (1 if game == "one-poker" else 0)
    told = standing(rules, [0.0] * (2 * rules.seats))
    assert (told.decks, told.matches) == (2, 2 * rules.seats)


def test_decks_do_not_depend_on_what_was_played_before() -> None:
    contest = Contest("run-fast", "random", "beginner", 3, 4)
    alone = contest.deck(3)
    added: list[int] = []
    matches = play(contest, {}, 1, lambda played: added.append(played[0].deck))
    assert matches[-3:] == alone
    assert added == [0, 1, 2, 3]
