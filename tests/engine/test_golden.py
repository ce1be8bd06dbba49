"""The golden playthroughs are what the engine does, whatever goes on around it."""

import difflib
import json
import os
import random
import re
import subprocess
import sys

import numpy as np
import pytest

from engine.arena import named_bots, play_match
from engine.game import GAMES
from engine.record import Record, positions
from tests.engine import golden
from tests.engine.playing import decks


@pytest.fixture(params=list(GAMES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_nothing_has_changed(name: str) -> None:
    wanted = golden.path_of(name).read_text(encoding="utf-8").splitlines()
    found = golden.playthrough(GAMES[name]).splitlines()
    changes = list(difflib.unified_diff(wanted, found, "golden", "now", lineterm="", n=1))
    assert not changes, "\n".join(
        ["if this was meant: python -m tests.engine.golden", *changes[:40]]
    )


def test_the_text_holds_whole_matches(name: str) -> None:
    """What the file says can be replayed, and says the same of every position."""
    text = golden.path_of(name).read_text(encoding="utf-8")
    matches = text.split("== match ")[1:]
    assert len(matches) == golden.MATCHES
    for told in matches:
        record = Record(
            game=name,
            server_seed=re.findall(r"^server seed (\w+)$", told, re.M)[0],
            client_seed=re.findall(r"^client seed (.+)$", told, re.M)[0],
            actions=tuple(re.findall(r"^action: (.+)$", told, re.M)),
        )
        shown = [GAMES[name].snapshot(position) for position in positions(record)]
        parts = told.split("-- position ")[1:]
        assert len(parts) == len(shown)
        for part, snapshot in zip(parts, shown, strict=True):
            fields = dict(re.findall(r"^all\.(\w+): (.+)$", part, re.M))
            assert {key: json.loads(value) for key, value in fields.items()} == snapshot
        assert GAMES[name].result(list(positions(record))[-1]) == json.loads(
            re.findall(r"^result: (.+)$", told, re.M)[0]
        )


def test_noise_changes_nothing(name: str) -> None:
    """Neither rules nor bots touch global randomness, be it Python's or numpy's."""

    def play(noise: int) -> tuple[str, str]:
        random.seed(noise)
        np.random.seed(noise)
        rules, before = GAMES[name], str(np.random.get_state())
        bots = list(named_bots(rules).values())[: rules.seats] * rules.seats
        end = play_match(rules, bots[: rules.seats], decks(rules, 3), random.Random(3))
        assert str(np.random.get_state()) == before
        return json.dumps(rules.snapshot(end)), golden.playthrough(rules)

    assert play(1) == play(2)


def test_the_order_of_hashes_changes_nothing(name: str) -> None:
    code = (
        "import sys; from engine.game import GAMES; from tests.engine import golden\n"
        f"sys.stdout.buffer.write(golden.playthrough(GAMES[{name!r}]).encode())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=golden.FOLDER.parents[2],
            capture_output=True,
            check=True,
        ).stdout.decode()
        for seed in ("1", "2")
    }
    assert told == {golden.path_of(name).read_text(encoding="utf-8")}
