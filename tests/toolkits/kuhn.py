"""Kuhn poker (H. W. Kuhn, 1950), the smallest poker: a game added from outside the engine.

Three cards, two players, an ante of one chip each and one bet of one chip.  Seat 0 acts first.
"""

import random
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.cards import Card
from engine.game import Bot, IllegalAction, Snapshot, View
from engine.shuffle import Decks

RANKS: Final = "JQK"
WORDS: Final = ("check", "bet", "call", "fold")
ENDS: Final = (
    ("check", "check"),
    ("bet", "call"),
    ("bet", "fold"),
    ("check", "bet", "call"),
    ("check", "bet", "fold"),
)


class Position(NamedTuple):
    """A moment of a deal: the card of each seat, and what was done."""

    cards: tuple[Card, Card]
    done: tuple[str, ...]


class Random:
    """Plays anything that is legal."""

    def choose(self, view: View, rng: random.Random) -> str:
        return str(rng.choice(view["legal"]))


class Equilibrium:
    """Plays Kuhn's solution for alpha = 1/3: nobody wins more than 1/18 a deal from seat 1."""

    def choose(self, view: View, rng: random.Random) -> str:
        rank = RANKS.index(view["hands"][view["seat"]][0][0])
        first, facing = view["seat"] == 0, "call" in view["legal"]
        brave = (0, 2 / 3 if first else 1 / 3, 1)[rank] if facing else (1 / 3, 0, 1)[rank]
        yes, no = ("call", "fold") if facing else ("bet", "check")
        return yes if rng.random() < brave else no


class KuhnPoker:
    """The contract of `engine.game.Game`."""

    name = "kuhn-poker"
    seats = 2
    pack: tuple[Card, ...] = tuple(f"{rank}s" for rank in RANKS)
    result_key = "scores"
    levels: Mapping[str, Bot] = {"equilibrium": Equilibrium()}
    extra_bots: Mapping[str, Bot] = {"random": Random()}

    def start(self, decks: Decks) -> Position:
        mine, yours, _ = decks.deck()
        return Position((mine, yours), ())

    def apply(self, position: Position, action: str) -> Position:
        if self.is_over(position):
            raise IllegalAction("match-over", [])
        if action not in WORDS:
            raise IllegalAction("not-an-action", self.legal(position))
        if action not in self.legal(position):
            raise IllegalAction("not-legal-now", self.legal(position))
        return position._replace(done=(*position.done, action))

    def turn(self, position: Position) -> int | None:
        return None if self.is_over(position) else len(position.done) % 2

    def legal(self, position: Position) -> list[str]:
        if self.is_over(position):
            return []
        return ["call", "fold"] if position.done[-1:] == ("bet",) else ["check", "bet"]

    def sample(self, position: Position, rng: random.Random) -> str:
        return rng.choice(self.legal(position))

    def is_over(self, position: Position) -> bool:
        return position.done in ENDS

    def result(self, position: Position) -> list[int] | None:
        if not self.is_over(position):
            return None
        last, called = position.done[-1], position.done[-1] == "call"
        if last == "fold":
            winner = len(position.done) % 2
        else:
            winner = int(self._rank(position, 1) > self._rank(position, 0))
        won = 2 if called else 1
        return [won, -won] if winner == 0 else [-won, won]

    def _rank(self, position: Position, seat: int) -> int:
        return RANKS.index(position.cards[seat][0])

    def snapshot(self, position: Position) -> Snapshot:
        return {**self._public(position), "hands": [[card] for card in position.cards]}

    def view(self, position: Position, seat: int) -> View:
        shown = position.done[-1:] != ("fold",) and self.is_over(position)
        mine = self.turn(position) in (seat, None)
        return {
            **self._public(position),
            "hands": [
                [card] if shown or owner == seat else None
                for owner, card in enumerate(position.cards)
            ],
            "legal": self.legal(position) if mine else [],
            "seat": seat,
            "history": [
                {"ply": ply, "seat": ply % 2, "action": action}
                for ply, action in enumerate(position.done)
            ],
        }

    def _public(self, position: Position) -> dict[str, Any]:
        over = self.is_over(position)
        public: dict[str, Any] = {
            "ply": len(position.done),
            "phase": "over" if over else "bet",
            "turn": self.turn(position),
            "legal": self.legal(position),
        }
        return {**public, "scores": self.result(position)} if over else public


GAME: Final = KuhnPoker()
