"""Replaying records for people and programs: what `cardavia replay` prints."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from app.i18n import Language
from app.words.account import account
from app.words.errors import error_sentence
from app.words.records import problem_sentence
from engine.replay import Replayed, replay_bytes


@dataclass(frozen=True, slots=True)
class Report:
    """One record: what goes to standard output and standard error, and the exit code."""

    lines: list[str]
    problem: str | None
    code: int


def report(data: bytes, as_json: bool, lang: Language) -> Iterator[Report]:
    """Replay a file of one record or many."""
    for replayed in replay_bytes(data):
        problem = replayed.problem
        sentence = None
        if problem is not None:
            sentence = problem_sentence(lang, problem.code, problem.details)
        if sentence and replayed.number is not None:
            sentence = f"{replayed.number}: {sentence}"
        lines = _json_lines(replayed, lang) if as_json else _account(replayed, lang)
        yield Report(lines, sentence, replayed.code)


def _json_lines(replayed: Replayed, lang: Language) -> list[str]:
    lines = replayed.lines
    if replayed.illegal is not None:
        message = error_sentence(lang, replayed.illegal.code)
        lines = [*lines[:-1], {**lines[-1], "message": message}]
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def _account(replayed: Replayed, lang: Language) -> list[str]:
    record = replayed.record
    if record is None:
        return []
    positions = [line for line in replayed.lines if "error" not in line]
    told = list(account(lang, record.game, positions, record.actions))
    return told if replayed.number is None else [f"# {replayed.number}", *told, ""]
