"""The command `cardavia`."""

import argparse
import os
import sys
from collections.abc import Sequence
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

    replay = commands.add_parser("replay", help="replay match records")
    replay.add_argument("file", metavar="FILE", help="a record, or many, one a line; - is stdin")
    replay.add_argument("--json", action="store_true", help="one JSON object a line")
    replay.add_argument("--language", choices=list(LANGUAGES), help="of the account")

    contest = commands.add_parser("arena", help="let bots play against each other")
    arena.add_options(contest)
    contest.add_argument("--language", choices=list(LANGUAGES), help="of the result")

    options = parser.parse_args(arguments)
    if options.command == "serve":
        return _serve(options.host, options.port)
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


def _serve(host: str | None, port: int | None) -> int:
    import uvicorn  # replaying needs no server

    from app.main import create_app
    from app.settings import Settings

    given = {"host": host, "port": port}
    settings = Settings().model_copy(
        update={name: value for name, value in given.items() if value is not None}
    )
    uvicorn.run(create_app(settings), host=settings.host, port=settings.port, server_header=False)
    return 0


def _replay(file: str, as_json: bool, language: Language) -> int:
    from app.replaying import report

    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        print(f"cardavia: {file}: {error.strerror}", file=sys.stderr)
        return 2
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
