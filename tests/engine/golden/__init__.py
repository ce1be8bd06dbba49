"""Golden playthroughs: a few fixed matches of each game, position by position, as text.

A change of behaviour shows as a difference in these files. After one that was meant:

    python -m tests.engine.golden
"""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.game import GAMES, Game
from engine.shuffle import SeededDecks

FOLDER = Path(__file__).parent
MATCHES = 3


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def playthrough(game: Game[Any]) -> str:
    """Tell the fixed matches of a game."""
    return "\n".join(line for number in range(MATCHES) for line in _match(game, number)) + "\n"


def _match(game: Game[Any], number: int) -> Iterator[str]:
    server_seed = hashlib.sha256(f"golden {number}".encode()).hexdigest()
    client_seed = f"golden {number}"
    rng = random.Random(number)
    yield f"== match {number}"
    yield f"server seed {server_seed}"
    yield f"client seed {client_seed}"
    position = game.start(SeededDecks(game.name, game.pack, server_seed, client_seed))
    while True:
        snapshot = game.snapshot(position)
        yield f"-- position {snapshot['ply']}"
        yield from _fields("all", snapshot)
        for seat in range(game.seats):
            yield from _seen(seat, game.view(position, seat), snapshot)
        if game.is_over(position):
            break
        action = game.sample(position, rng)
        yield f"action: {action}"
        position = game.apply(position, action)
    yield f"result: {_json(game.result(position))}"
    yield ""


def _fields(who: str, shown: dict[str, Any]) -> Iterator[str]:
    for key, value in shown.items():
        yield f"{who}.{key}: {_json(value)}"


def _seen(seat: int, view: dict[str, Any], snapshot: dict[str, Any]) -> Iterator[str]:
    """Tell what a seat sees where that differs from everything, and the last of its history."""
    for key, value in view.items():
        if key == "history":
            told = value[-1] if value else None
            digest = hashlib.sha256(_json(value).encode()).hexdigest()[:8]
            yield f"seat {seat}.history: {len(value)} {digest} {_json(told)}"
        elif key not in snapshot or value != snapshot[key]:
            yield f"seat {seat}.{key}: {_json(value)}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def regenerate() -> list[str]:
    """Write all files anew; name those that have changed."""
    changed = []
    for name, game in GAMES.items():
        text = playthrough(game)
        path = path_of(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            changed.append(path.name)
    return changed
