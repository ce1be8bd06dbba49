"""A program that plays over the JSON interface, and checks of what it is told."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from engine.game import GAMES
from engine.record import Record, positions

Send = Callable[..., httpx.Response]
"""Sends a request: method, path, then what httpx takes (json, headers)."""

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
MATCHES = "/api/v1/matches"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def start(send: Send, **wanted: Any) -> dict[str, Any]:
    answer = send("POST", MATCHES, json=wanted)
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


@dataclass
class Player:
    """One match of a program, with everything that it was told."""

    send: Send
    game: str
    created: dict[str, Any]
    raw: list[tuple[int, str]] = field(default_factory=list)
    """Every answer: the revision it shows, and its text."""
    told: list[dict[str, Any]] = field(default_factory=list)
    """All events, as they came."""

    @classmethod
    def sit_down(cls, send: Send, **wanted: Any) -> "Player":
        answer = send("POST", MATCHES, json=wanted)
        assert answer.status_code == 201, answer.text
        created = answer.json()
        player = cls(send, created["game"], created)
        player.see(answer)
        return player

    @property
    def address(self) -> str:
        return f"{MATCHES}/{self.created['id']}"

    @property
    def headers(self) -> dict[str, str]:
        return bearer(self.created["token"])

    def see(self, answer: httpx.Response) -> None:
        shown = answer.json()
        self.view: dict[str, Any] = shown["view"]
        self.revision: int = shown["revision"]
        self.told += shown["events"]
        self.raw.append((self.revision, answer.text))

    def act(self, action: str) -> httpx.Response:
        body = {"revision": self.revision, "action": action}
        return self.send("POST", f"{self.address}/actions", json=body, headers=self.headers)

    def choose(self, rng: Random) -> str:
        """Choose any legal action, from nothing but the view."""
        if self.view["legal"] == ["next"]:
            return "next"
        return GAMES[self.game].extra_bots["random"].choose(self.view, rng)

    def step(self, rng: Random) -> None:
        answer = self.act(self.choose(rng))
        assert answer.status_code == 200, answer.text
        self.see(answer)

    def play_out(self, rng: Random) -> None:
        while self.view["legal"]:
            self.step(rng)

    def read_record(self) -> Record:
        answer = self.send("GET", f"{self.address}/record", headers=self.headers)
        assert answer.status_code == 200, answer.text
        return Record.read(answer.content)


def may_know(game: str, snapshots: list[dict[str, Any]], actions: tuple[str, ...]) -> set[str]:
    """List the cards that seat 0 may know after these positions, from whole positions alone."""
    known: set[str] = set()
    for snapshot in snapshots:
        known.update(snapshot["hands"][0])
        if game == "one-poker" and snapshot["phase"] in ("settled", "over"):
            known.update(snapshot["locked"])
        if game != "one-poker" and snapshot["phase"] == "over":
            known.update(*snapshot["hands"])
    if game == "run-fast":
        known.update(*(action.split(" ")[1:] for action in actions))
    return known


def check_against_record(player: Player) -> int:
    """Check everything that the player was told against the final record; count the answers."""
    record = player.read_record()
    game = GAMES[player.game]
    course = list(positions(record))
    snapshots = [game.snapshot(position) for position in course]
    assert list(game.result(course[-1]) or ()) == list(record.result or ())
    assert record.extra["commitment"] == player.created["commitment"]
    assert record.extra["level"] == player.created["level"]
    for revision, text in player.raw:
        shown = json.loads(text)
        assert shown["view"] == json.loads(json.dumps(game.view(course[revision], 0)))
        assert shown["view"]["ply"] == revision
        allowed = may_know(player.game, snapshots[: revision + 1], record.actions[:revision])
        # What is random in an answer can look like a card.
        told = {key: shown[key] for key in shown if key not in ("id", "token", "commitment")}
        said = set(CARD.findall(json.dumps(told)))
        assert said <= allowed, (record.write(), revision, said - allowed)
        assert str(record.server_seed) not in text
    assert [event["ply"] for event in player.told] == list(range(len(record.actions)))
    for event, action in zip(player.told, record.actions, strict=True):
        other_lock = event["seat"] not in (0, None) and action.startswith("lock ")
        assert event["action"] == action or (other_lock and event["action"] == "lock")
    return len(player.raw)
