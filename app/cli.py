"""The command `cardavia`."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from app.arena import command as arena
from app.i18n import LANGUAGES, Language, negotiate


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="cardavia", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    serve = commands.add_parser("serve", help="start the server")
    serve.add_argument("--host", help="address to listen on (CARDAVIA_HOST, 127.0.0.1)")
    serve.add_argument("--port", type=_port, help="port to listen on (CARDAVIA_PORT, 8000)")
    serve.add_argument(
        "--workers", type=int, help="number of processes (CARDAVIA_WORKERS, one a core up to 2)"
    )
    serve.add_argument(
        "--log-format", choices=("text", "json"), help="of each line (CARDAVIA_LOG_FORMAT, text)"
    )

    prune = commands.add_parser("prune", help="remove what nobody comes back to")
    prune.add_argument("--days", type=_days, help="unused for so many (CARDAVIA_KEEP_DAYS, 400)")

    backup = commands.add_parser("backup", help="copy the SQLite database, also while it is used")
    backup.add_argument("file", metavar="FILE", type=Path, help="a file that is not there yet")

    replay = commands.add_parser("replay", help="replay match records")
    replay.add_argument("file", metavar="FILE", help="a record, or many, one a line; - is stdin")
    replay.add_argument("--json", action="store_true", help="one JSON object a line")
    replay.add_argument("--language", choices=list(LANGUAGES), help="of the account")

    contest = commands.add_parser("arena", help="let bots play against each other")
    arena.add_options(contest)
    contest.add_argument("--language", choices=list(LANGUAGES), help="of the result")

    options = parser.parse_args(arguments)
    try:
        code = _run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # who reads what is printed has seen enough
        with suppress(OSError):  # what is still to be flushed at the end goes nowhere
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _run(options: argparse.Namespace) -> int:
    if options.command in ("serve", "prune", "backup"):
        return _host(options)
    if options.command == "replay":
        return _replay(options.file, options.json, _language(options.language))
    return arena.run(options, _language(options.language))


def _language(chosen: str | None) -> Language:
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    return negotiate(chosen, (spoken or "").partition(".")[0].replace("_", "-"))


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise ValueError
    return port


def _days(text: str) -> int:
    days = int(text)
    if days < 0:
        raise ValueError
    return days


def _host(options: argparse.Namespace) -> int:
    from app import serving  # replaying needs no server

    language = _language(None)
    names = ("host", "port", "workers", "log_format")
    try:
        given = {name: getattr(options, name, None) for name in names}
        settings = serving.read_settings(given, language)
        if options.command == "prune":
            return serving.prune(settings, options.days, language)
        if options.command == "backup":
            return serving.backup(settings, options.file, language)
        return serving.serve(settings, language)
    except serving.Trouble as trouble:
        return serving.tell(trouble)


def _replay(file: str, as_json: bool, language: Language) -> int:
    from app.replaying import report

    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        print(f"cardavia: {file}: {error.strerror}", file=sys.stderr)
        return 2
    if as_json and isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # as JSON is, whatever the terminal's encoding
    code = 0
    for each in report(data, as_json, language):
        for line in each.lines:
            print(line)
        if each.problem:
            sys.stdout.flush()
            print(f"cardavia: {each.problem}", file=sys.stderr)
        code = max(code, each.code)
    return code


if __name__ == "__main__":
    sys.exit(main())
