"""The records of a contest in a file, one a line: to be checked by replay, and to go on from."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from app.arena.contest import Contest
from engine.arena import Fault, Match
from engine.game import GAMES, IllegalAction
from engine.record import FORMAT, Record, RecordError, agrees, final

KEY = "arena"
"""The key of a record under which its place in the contest is written."""
_BEGIN: Final = json.dumps({"format": FORMAT}).removesuffix("}").encode()
"""What each line begins with."""


class ArchiveError(ValueError):
    """A file that holds something else than records of contests, or records that are wrong."""


class Archive:
    """A file of records. What a crash has left half written is dropped; a deck counts whole."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, contest: Contest) -> dict[int, list[Match]]:
        """Give the whole decks of a contest, each record replayed. Raises ArchiveError."""
        if not self.path.exists():
            return {}
        decks: dict[int, list[Match]] = {}
        kept = []
        data = self.path.read_bytes()
        end = data.rfind(b"\n") + 1
        if not _half_written(data[end:]):
            raise ArchiveError("not of an arena")
        for line in data[:end].splitlines(keepends=True):
            record = _record(line)
            place = record.extra[KEY]
            if not _belongs(record, place, contest):
                kept.append(line)
                continue
            match = _match(record, place)
            decks.setdefault(match.deck, []).append(match)
        seats = list(range(GAMES[contest.game].seats))
        whole = {
            number: matches
            for number, matches in decks.items()
            if [match.seat for match in matches] == seats
        }
        lines = [*kept, *(_line(contest, whole[number]) for number in whole)]
        if b"".join(lines) != data:
            new = self.path.with_name(self.path.name + ".new")
            new.write_bytes(b"".join(lines))
            new.replace(self.path)
        return whole

    def add(self, contest: Contest, matches: list[Match]) -> None:
        """Add a deck's matches."""
        with self.path.open("ab") as file:
            file.write(_line(contest, matches))


def _place(contest: Contest) -> dict[str, Any]:
    return {"bots": [contest.first, contest.second], "seed": contest.seed}


def _line(contest: Contest, matches: list[Match]) -> bytes:
    """Write a deck's matches, one a line."""
    lines = []
    for match in matches:
        place = {**_place(contest), "deck": match.deck, "seat": match.seat}
        if match.fault is not None:
            place["fault"] = match.fault._asdict()
        lines.append(replace(match.record, extra={KEY: place}).write() + "\n")
    return "".join(lines).encode()


def _half_written(line: bytes) -> bool:
    """Tell whether a line without its end may be one that a crash has cut off, or nothing."""
    return line[: len(_BEGIN)] == _BEGIN[: len(line)]


def _record(line: bytes) -> Record:
    try:
        record = Record.read(line)
    except RecordError as error:
        raise ArchiveError(error.code) from error
    if not isinstance(record.extra.get(KEY), dict):
        raise ArchiveError("not of an arena")
    return record


def _belongs(record: Record, place: dict[str, Any], contest: Contest) -> bool:
    return record.game == contest.game and {**place, **_place(contest)} == place


def _match(record: Record, place: dict[str, Any]) -> Match:
    """Read a match and replay it, so that its result is what the rules say."""
    fault = place.get("fault")
    try:
        if not agrees(record, final(record)) or (record.result is None) == (fault is None):
            raise ArchiveError("wrong result")
        return Match(
            int(place["deck"]),
            int(place["seat"]),
            replace(record, extra={}),
            None if fault is None else Fault(int(fault["seat"]), str(fault["code"])),
        )
    except (IllegalAction, RecordError, KeyError, TypeError, ValueError) as error:
        raise ArchiveError(str(error)) from error
