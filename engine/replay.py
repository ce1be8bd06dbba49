"""Replaying files of records: what ``cardavia replay`` prints, as data.

for replayed in replay_bytes(data):
    for line in replayed.lines:
        print(json.dumps(line))      # an error line still lacks its "message"
    if replayed.problem: ...         # for standard error
exit code: the highest `Replayed.code`
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.game import GAMES, IllegalAction
from engine.record import Record, RecordError, agrees, positions


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a record: a code and its details, for wording elsewhere.

    Codes are those of `RecordError`, and ``illegal-action`` (``ply``, ``action``, ``error``: the
    code of the IllegalAction) and ``wrong-result`` (``claimed``; ``result``, None if the last
    position is not over).
    """

    code: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replayed:
    """One record of a file, replayed.

    ``number`` counts the records of a file of many from 0; None in a file of one.  ``code`` is
    the exit code: 0 legal, 1 illegal or wrongly claimed, 2 unreadable.  ``lines`` are ready to
    be printed as JSON, with ``record`` first in a file of many; the last one of a record with an
    illegal action is {``ply``, ``error``}, and ``illegal`` is the refusal itself.  ``record`` is
    None, and ``lines`` is empty, if there was no reading it.
    """

    number: int | None
    code: int
    lines: list[dict[str, Any]]
    record: Record | None = None
    problem: Problem | None = None
    illegal: IllegalAction | None = None


def replay(record: Record, number: int | None = None) -> Replayed:
    """Play a record through the rules.  Never raises for what the record says."""
    game = GAMES[record.game]
    head: dict[str, Any] = {} if number is None else {"record": number}
    lines: list[dict[str, Any]] = []
    position = None
    try:
        for position in positions(record):
            lines.append(head | game.snapshot(position))
    except RecordError as error:
        return _unreadable(error, number)
    except IllegalAction as error:
        ply = len(lines) - 1
        lines.append(head | {"ply": ply, "error": error.code})
        details = {"ply": ply, "action": record.actions[ply], "error": error.code}
        problem = Problem("illegal-action", details)
        return Replayed(number, 1, lines, record, problem, error)
    if agrees(record, position):
        return Replayed(number, 0, lines, record)
    claimed = None if record.result is None else list(record.result)
    problem = Problem("wrong-result", {"claimed": claimed, "result": game.result(position)})
    return Replayed(number, 1, lines, record, problem)


def replay_bytes(data: bytes) -> Iterator[Replayed]:
    """Replay a file: one JSON object however it is laid out, or one record a line.

    Lines end at line feeds only, since other line ends may stand inside a JSON text; blank ones
    count for nothing.  A line that cannot be read keeps its number.
    """
    lines = [line for line in data.split(b"\n") if line.strip()]
    if len(lines) <= 1 or _is_json(data):
        yield _replay_one(data, None)
        return
    if not any(_is_object(line) for line in lines):  # one object, broken
        yield _replay_one(data, None)
        return
    for number, line in enumerate(lines):
        yield _replay_one(line, number)


def _replay_one(data: bytes, number: int | None) -> Replayed:
    try:
        record = Record.read(data)
    except RecordError as error:
        return _unreadable(error, number)
    return replay(record, number)


def _unreadable(error: RecordError, number: int | None) -> Replayed:
    return Replayed(number, 2, [], None, Problem(error.code, dict(error.details)))


def _is_json(data: bytes) -> bool:
    """Tell whether the data is one JSON value, be it one that no record can hold."""
    try:
        json.loads(data.decode("utf-8-sig"), parse_int=len)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        return False
    return True


def _is_object(line: bytes) -> bool:
    """Tell whether a line looks like an object of its own, not like a part of a laid-out one."""
    line = line.removeprefix(b"\xef\xbb\xbf").strip()
    return line.startswith(b"{") and line != b"{"
