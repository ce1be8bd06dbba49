"""The command `cardavia`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app.i18n import LANGUAGES, Language, negotiate
from engine.arena import arena, named_bots
from engine.game import GAMES


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
    contest.add_argument("game", metavar="GAME", choices=list(GAMES), help=", ".join(GAMES))
    contest.add_argument("first", metavar="BOT", help="a level of the game, or random")
    contest.add_argument("second", metavar="BOT", help="who has all other seats")
    contest.add_argument("--matches", type=int, default=300, help="how many to play (300)")
    contest.add_argument("--seed", type=int, default=0, help="of decks and bots (0)")
    contest.add_argument("--language", choices=list(LANGUAGES), help="of the result")

    options = parser.parse_args(arguments)
    if options.command == "serve":
        return _serve(options.host, options.port)
    if options.command == "replay":
        return _replay(options.file, options.json, _language(options.language))
    return _arena(options)


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


def _arena(options: argparse.Namespace) -> int:
    from app.words.arena import arena_problem, standing_sentence

    language = _language(options.language)
    found = GAMES[options.game]
    bots = named_bots(found)
    unknown = [name for name in (options.first, options.second) if name not in bots]
    if unknown:
        sentence = arena_problem(language, "unknown-bot", name=unknown[0], bots=", ".join(bots))
        print(f"cardavia: {sentence}", file=sys.stderr)
        return 2
    try:
        standing = arena(
            found, bots[options.first], bots[options.second], options.matches, options.seed
        )
    except ValueError:
        print(f"cardavia: {arena_problem(language, 'too-few')}", file=sys.stderr)
        return 2
    print(standing_sentence(language, options.first, options.second, standing))
    return 0


if __name__ == "__main__":
    sys.exit(main())
