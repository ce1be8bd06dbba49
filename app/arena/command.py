"""What `cardavia arena` does: plays each bot against each one named after it, and tells."""

import argparse
import json
import shlex
import shutil
import sys
from collections import Counter
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import Any

from app.arena.archive import Archive, ArchiveError
from app.arena.contest import Contest, play
from app.arena.external import PREFIX
from app.i18n import Language
from app.words.arena import arena_problem, fault_sentence, standing_sentence
from engine.arena import Match, Standing, decks_for, named_bots, standing, value
from engine.game import GAMES

_BAR = 30


def run(options: argparse.Namespace, language: Language) -> int:
    """Run the command; return its exit code."""
    game = GAMES[options.game]
    problem = _problem(options, language)
    if problem:
        sys.stderr.write(f"cardavia: {problem}\n")
        return 2
    decks = decks_for(game, options.matches)
    archive = Archive(options.records) if options.records else None
    for first, second in combinations(options.bots, 2):
        contest = Contest(game.name, first, second, options.seed, decks, options.time_limit)
        try:
            matches = _play(contest, archive, options.workers)
        except (ArchiveError, OSError) as error:
            if archive is None:
                raise
            sys.stderr.write(f"cardavia: {_records_problem(archive, error, language)}\n")
            return 2
        values = [value(game, match) for match in matches]
        told = standing(game, values)
        if options.json:
            print(json.dumps(_as_json(contest, told, values, matches), ensure_ascii=False))
        else:
            print(standing_sentence(language, first, second, told))
            for (bot, code), count in sorted(_faults(contest, matches).items()):
                print(fault_sentence(language, bot, code, count))
    return 0


def _problem(options: argparse.Namespace, language: Language) -> str | None:
    """Say why nothing can be played."""
    bots = named_bots(GAMES[options.game])
    for name in options.bots:
        if name.startswith(PREFIX):
            program = _program(name.removeprefix(PREFIX))
            if shutil.which(program) is None:
                return arena_problem(language, "unknown-program", name=program)
        elif name not in bots:
            return arena_problem(language, "unknown-bot", name=name, bots=", ".join(bots))
    if len(options.bots) < 2:
        return arena_problem(language, "one-bot")
    if options.matches <= GAMES[options.game].seats:
        return arena_problem(language, "too-few")
    return None


def _records_problem(archive: Archive, error: ArchiveError | OSError, language: Language) -> str:
    """Say why the records can't be kept in that file."""
    file = str(archive.path)
    if isinstance(error, ArchiveError):
        return arena_problem(language, "bad-records", file=file)
    reason = error.strerror or str(error)
    return arena_problem(language, "no-records", file=file, reason=reason)


def _program(command: str) -> str:
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    return words[0] if words else command


def _play(contest: Contest, archive: Archive | None, workers: int) -> list[Match]:
    done = archive.read(contest) if archive else {}
    finished = len([number for number in done if number < contest.decks])
    shown = sys.stderr.isatty()

    def add(matches: list[Match]) -> None:
        nonlocal finished
        finished += 1
        if archive:
            archive.add(contest, matches)
        if shown:
            full = _BAR * finished // contest.decks
            bar = "█" * full + "░" * (_BAR - full)
            sys.stderr.write(f"\r{bar} {finished}/{contest.decks}")

    try:
        return play(contest, done, workers, add)
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")


def _faults(contest: Contest, matches: list[Match]) -> Counter[tuple[str, str]]:
    """Count the matches that were lost by a fault, by bot and code."""
    return Counter(
        (contest.first if match.fault.seat == match.seat else contest.second, match.fault.code)
        for match in matches
        if match.fault is not None
    )


def _as_json(
    contest: Contest, told: Standing, values: list[float], matches: list[Match]
) -> dict[str, Any]:
    """Give the result as data; ``total`` is what the first bot won or scored in all."""
    faults = [
        {"bot": bot, "code": code, "matches": count}
        for (bot, code), count in sorted(_faults(contest, matches).items())
    ]
    return {
        "game": contest.game,
        "first": contest.first,
        "second": contest.second,
        "seed": contest.seed,
        **asdict(told),
        "total": sum(values),
        "faults": faults,
    }


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options."""
    parser.add_argument("game", metavar="GAME", choices=list(GAMES), help=", ".join(GAMES))
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help="a level of the game, another of its bots, or exec:COMMAND for a program",
    )
    parser.add_argument("--matches", type=int, default=300, help="how many to play (300)")
    parser.add_argument("--seed", type=int, default=0, help="of decks and bots (0)")
    parser.add_argument("--workers", type=_positive, default=1, help="processes to play in (1)")
    parser.add_argument("--json", action="store_true", help="one JSON object for each pair")
    parser.add_argument(
        "--records", type=Path, metavar="FILE", help="keep records; go on from those there"
    )
    parser.add_argument(
        "--time-limit",
        type=_seconds,
        default=10.0,
        metavar="SECONDS",
        help="for each answer of a program (10)",
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e6:
        raise ValueError
    return number
