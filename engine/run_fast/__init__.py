"""Run Fast (Pao De Kuai): three players, each alone, race to empty their hands."""

import random
from collections.abc import Mapping
from typing import Final

from engine.cards import Card
from engine.game import Bot, Game, Snapshot, View
from engine.run_fast import rules
from engine.run_fast import view as _view
from engine.run_fast.bot import Decomposer, Greedy, Random
from engine.run_fast.combinations import pick_cards
from engine.run_fast.hands import HEART_THREE, PACK, card_names
from engine.run_fast.network.player import Expert
from engine.run_fast.rules import Position
from engine.shuffle import Decks


class RunFast:
    """The game as the contract in `engine.game` asks for it; a match is one deal."""

    name: str = "run-fast"
    seats: int = rules.SEATS
    pack: tuple[Card, ...] = PACK
    result_key: str = "scores"
    levels: Mapping[str, Bot] = {
        "beginner": Greedy(),
        "club": Decomposer(),
        "expert": Expert(),
    }
    extra_bots: Mapping[str, Bot] = {"random": Random()}

    def start(self, decks: Decks) -> Position:
        """Deal the cards."""
        return rules.start(decks)

    def apply(self, position: Position, action: str) -> Position:
        """Return the position after an action; `IllegalAction` if the rules forbid it."""
        return rules.apply(position, action)

    def turn(self, position: Position) -> int | None:
        """Return the seat to act, or None when the deal is over."""
        return rules.turn(position)

    def legal(self, position: Position) -> list[str]:
        """Return the rank patterns that may be played, or ``pass`` where that is forced."""
        return rules.legal(position)

    def sample(self, position: Position, rng: random.Random) -> str:
        """Return a random legal action: every combination is as likely as the next."""
        options = rules.playable(position)
        if not options:
            return "pass"
        first = 0 if position.history else HEART_THREE
        cards = pick_cards(position.hands[position.mover], rng.choice(options), first)
        return " ".join(["play", *card_names(cards)])

    def is_over(self, position: Position) -> bool:
        """Tell whether somebody has gone out."""
        return rules.is_over(position)

    def result(self, position: Position) -> list[int] | None:
        """Return the points by seat once the deal is over."""
        return rules.scores(position)

    def snapshot(self, position: Position) -> Snapshot:
        """Return the whole position as ``replay`` prints it."""
        return _view.snapshot(position)

    def view(self, position: Position, seat: int) -> View:
        """Return what a seat sees."""
        return _view.view(position, seat)


GAME: Final[Game[Position]] = RunFast()
