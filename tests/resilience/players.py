"""Players who go on until they are told to stop, and note what they were promised.

What a player did is (revision, action) for each action that a server acknowledged: a 2xx, a 303,
or after a lost connection the news that the revision is past. Everything else that a server may
say is a failure of the test.
"""

import json
import random
import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from engine.game import GAMES
from tests.resilience.wire import Answer, Lost, NobodyThere, Wire

_PAUSE = 0.05
_GIVE_UP = 60.0
"""Seconds after which a server that can't be reached is a failure."""


@dataclass
class Played:
    """What a player was promised about one match."""

    match: str
    done: dict[int, str] = field(default_factory=dict)
    """Revision to action; an action of a form as it was sent, without an amount or card."""


class Player(ABC, threading.Thread):
    """Plays one match after the other."""

    def __init__(self, ports: Sequence[int], seed: int, stop: threading.Event) -> None:
        super().__init__(name=f"{type(self).__name__}-{seed}")
        self.rng = random.Random(seed)
        self.wire = Wire(ports, self.rng)
        self.stop = stop
        self.played: list[Played] = []
        self.problem: BaseException | None = None
        self.lost = 0
        """How often a connection broke with a request under way."""
        self.busy = 0
        """How often the answer was 503."""
        self.most_tries = 1
        """The most times that one action had to be sent."""

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self.match()
        except BaseException as error:
            self.problem = error
        finally:
            self.wire.close()

    def ask(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[Answer, bool]:
        """Send a request until it is answered; say too whether one before may have been done."""
        unsure, tries = False, 0
        deadline = time.monotonic() + _GIVE_UP
        while time.monotonic() < deadline:
            try:
                tries += 1
                answer = self.wire.send(method, path, body, headers)
            except NobodyThere:
                tries -= 1
                time.sleep(_PAUSE)
                continue
            except Lost:
                unsure = True
                self.lost += 1
                continue
            if answer.status != 503:
                self.most_tries = max(self.most_tries, tries)
                return answer, unsure
            assert int(answer.headers["Retry-After"]) > 0
            self.busy += 1
            time.sleep(_PAUSE)
        raise AssertionError(f"{method} {path}: no answer in {_GIVE_UP} s")

    @abstractmethod
    def match(self) -> None:
        """Play a match, until it is over or time is up."""


class Program(Player):
    """Plays over the JSON interface."""

    def match(self) -> None:
        game = self.rng.choice(list(GAMES))
        wanted = {"game": game, "level": self.rng.choice(list(GAMES[game].levels))}
        answer, _ = self.ask("POST", "/api/v1/matches", json.dumps(wanted).encode(), _JSON)
        assert answer.status == 201, answer.body
        made = json.loads(answer.body)
        played = Played(made["id"])
        self.played.append(played)
        headers = {**_JSON, "Authorization": f"Bearer {made['token']}"}
        view, revision = made["view"], made["revision"]
        while view["legal"] and not self.stop.is_set():
            action = self.choose(game, view)
            body = json.dumps({"revision": revision, "action": action}).encode()
            path = f"/api/v1/matches/{made['id']}/actions"
            answer, unsure = self.ask("POST", path, body, headers)
            told = json.loads(answer.body)
            if answer.status != 200:
                assert unsure, answer.body
                assert (answer.status, told["code"]) in _PAST, answer.body
                if answer.status == 422:
                    answer, _ = self.ask("GET", f"/api/v1/matches/{made['id']}", None, headers)
                    told = json.loads(answer.body)
            view = told["view"]
            assert told["revision"] > revision
            played.done[revision] = str(view["history"][revision]["action"])
            assert played.done[revision].split(" ")[0] == action.split(" ")[0]
            revision = told["revision"]

    def choose(self, game: str, view: dict[str, Any]) -> str:
        if view["legal"] == ["next"]:
            return "next"
        return GAMES[game].extra_bots["random"].choose(view, self.rng)


class Person(Player):
    """Plays One Poker by the forms of the pages, with and without HTMX."""

    def match(self) -> None:
        headers = dict(_FORM)
        if self.rng.random() < 0.5:
            headers |= {"HX-Request": "true", "HX-Request-Type": "partial"}
        create = {"game": "one-poker", "level": next(iter(GAMES["one-poker"].levels))}
        made, _ = self.ask("POST", "/matches", urlencode(create).encode(), _FORM)
        assert made.status == 303, made.body
        headers["Cookie"] = made.headers["Set-Cookie"].partition(";")[0]
        table = made.headers["Location"]
        seed = urlencode({"client_seed": "x"}).encode()
        started, _ = self.ask(
            "POST", f"{table}/start", seed, {**_FORM, "Cookie": headers["Cookie"]}
        )
        assert started.status == 303, started.body
        played = Played(table.rpartition("/")[2])
        self.played.append(played)
        page, _ = self.ask("GET", table, None, headers)
        while not self.stop.is_set():
            assert page.status == 200, page.body
            form = self.fill(page.body.decode())
            if form is None:
                return
            page, unsure = self.ask("POST", table, urlencode(form).encode(), headers)
            assert page.status in (200, 303) or (page.status == 409 and unsure), page.body
            played.done[int(form["revision"])] = form["do"]
            if page.status != 200:
                page, _ = self.ask("GET", table, None, headers)

    def fill(self, page: str) -> dict[str, str] | None:
        """Choose one of the things that the page offers; None at the end."""
        revision = _REVISION.search(page)
        offered = [do for do in _DO.findall(page) if do in _SIMPLE]
        if revision is None or not offered:
            return None
        form = {"revision": revision[1], "do": self.rng.choice(offered)}
        if form["do"] == "lock":
            form["card"] = self.rng.choice(_CARD.findall(page))
        return form


_JSON = {"Content-Type": "application/json"}
_FORM = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
_PAST = ((409, "stale-revision"), (422, "match-over"))
_REVISION = re.compile(r'name="revision" value="(\d+)"')
_DO = re.compile(r'name="do" value="(\w+)"')
_CARD = re.compile(r'name="card" value="(\w\w)"')
_SIMPLE = ("lock", "check", "call", "fold", "next")
