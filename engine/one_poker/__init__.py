"""One Poker, the heads-up betting game."""

import random
from collections.abc import Mapping
from typing import Final

from engine.cards import Card
from engine.game import Bot, Snapshot, View
from engine.one_poker import actions, rules, view
from engine.one_poker.bot import FaceValue, Random
from engine.one_poker.club import Club
from engine.one_poker.position import Position
from engine.one_poker.ranks import PACK
from engine.one_poker.solver.attacker import Attacker
from engine.one_poker.solver.player import SolverBot
from engine.one_poker.solver.table_player import TablePlayer
from engine.one_poker.sparring import Caller, Counter, HalfPot
from engine.shuffle import Decks

__all__ = ["GAME", "OnePoker", "Position"]


class OnePoker:
    """The rules behind the contract of `engine.game.Game`."""

    name: Final = "one-poker"
    seats: Final = 2
    pack: Final[tuple[Card, ...]] = PACK
    result_key: Final = "stacks"

    def __init__(self) -> None:
        solver = SolverBot()
        self.levels: Mapping[str, Bot] = {
            "beginner": Club(counts=False, bets=False),
            "club": Club(),
            "solver": solver,
        }
        self.extra_bots: Mapping[str, Bot] = {
            "random": Random(),
            "face-value": FaceValue(),
            "caller": Caller(),
            "half-pot": HalfPot(),
            "counter": Counter(),
            "table": TablePlayer(),
            "attacker": Attacker(solver),
        }

    def start(self, decks: Decks) -> Position:
        """Deal the first position of a match."""
        return rules.start(decks)

    def apply(self, position: Position, action: str) -> Position:
        """Give the position after the action.

        Raises IllegalAction, and DeckError where a reshuffle cannot be had.
        """
        return rules.apply(position, action)

    def turn(self, position: Position) -> int | None:
        """Give the seat to act; None once a deal is settled or the match is over."""
        return position.turn

    def legal(self, position: Position) -> list[str]:
        """List the legal actions, wagers as a range."""
        return actions.legal(position)

    def sample(self, position: Position, rng: random.Random) -> str:
        """Give a random legal action."""
        return rules.sample(position, rng)

    def is_over(self, position: Position) -> bool:
        """Tell whether the match is over."""
        return position.phase == "over"

    def result(self, position: Position) -> list[int] | None:
        """Give the stacks at the end of the match."""
        return list(position.stacks) if position.phase == "over" else None

    def snapshot(self, position: Position) -> Snapshot:
        """Give everything, as a line of ``replay``."""
        return view.snapshot(position)

    def view(self, position: Position, seat: int) -> View:
        """Give what the seat may see."""
        return view.view(position, seat)


GAME: Final = OnePoker()
