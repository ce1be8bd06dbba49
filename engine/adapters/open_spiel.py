"""The games as OpenSpiel games: importing this module registers them.

    import pyspiel
    import engine.adapters.open_spiel
    game = pyspiel.load_game("python_run_fast")

Chance deals the pack card by card before anything is shown, and again for each reshuffle.  Actions
and tensors are numbered as in `engine.adapters.games`; ``next`` is done by the adapter.  Returns
are 1 and -1 for a match of One Poker, the points of a deal of Run Fast.

Where the games don't fit OpenSpiel's contract: a match of One Poker has no greatest length, since
deals may tie again and again; the ``max_game_length`` given is one that no match comes near.  Run
Fast leaves the suits of a play to the adapter, which loses nothing, as they count only in the
opening.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyspiel

from engine.adapters.games import CODINGS
from engine.cards import STANDARD_PACK, Card
from engine.game import GAMES, View

_UTILITY: Final = {"stacks": 1.0, "scores": 1000.0}
_LENGTH: Final = 100_000


class _NeededError(Exception):
    """A reshuffle of these cards has to be dealt by chance first."""

    def __init__(self, cards: Sequence[Card]) -> None:
        super().__init__(cards)
        self.cards = tuple(cards)


@dataclass(frozen=True, slots=True)
class _Dealt:
    """The decks that chance has dealt so far."""

    shuffles: tuple[tuple[Card, ...], ...]

    def deck(self) -> tuple[Card, ...]:
        return self.shuffles[0]

    def reshuffle(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        if k < len(self.shuffles):
            return self.shuffles[k]
        raise _NeededError(cards)


class CardGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        self.rules = GAMES[name]
        self.coding = CODINGS[name]
        utility = _UTILITY[self.rules.result_key]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.coding.actions,
            max_chance_outcomes=len(STANDARD_PACK),
            num_players=self.rules.seats,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0,
            max_game_length=_LENGTH,
        )
        super().__init__(_game_type(name), info, params or {})

    def new_initial_state(self) -> "CardState":
        """Give the state before the first card."""
        return CardState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "CardObserver":
        """Give an observer of what one player sees."""
        return CardObserver(self, kind, params)


class CardState(pyspiel.State):  # type: ignore[misc]
    """A position, or a shuffle that is being dealt."""

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.coding = game.coding
        self.left = Counter(game.rules.pack)
        self.dealt: tuple[Card, ...] = ()
        self.shuffles: tuple[tuple[Card, ...], ...] = ()
        self.done: tuple[str, ...] = ()
        self.position: Any = None

    def view(self, player: int) -> View | None:
        """Give what a player sees; None before the first cards."""
        return None if self.position is None else self.rules.view(self.position, player)

    def current_player(self) -> int:
        """Give the player to act."""
        if self.left:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.rules.turn(self.position)
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the next card's chances; copies of a card are alike."""
        total = self.left.total()
        places = enumerate(STANDARD_PACK)
        return [(at, self.left[card] / total) for at, card in places if self.left[card]]

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.coding.mask(self.rules.view(self.position, player))).tolist()

    def _apply_action(self, action: int) -> None:
        if not self.left:
            player = self.current_player()
            self._act(self.coding.text(self.rules.view(self.position, player), action))
            return
        card = STANDARD_PACK[action]
        self.dealt = (*self.dealt, card)
        self.left -= Counter([card])
        if not self.left:
            self.shuffles = (*self.shuffles, self.dealt)
            self.dealt = ()
            self.position = self.rules.start(_Dealt(self.shuffles))
            for text in self.done:
                self.position = self.rules.apply(self.position, text)
            self._go_on()

    def _act(self, text: str) -> None:
        self.position = self.rules.apply(self.position, text)
        self.done = (*self.done, text)
        self._go_on()

    def _go_on(self) -> None:
        if self.rules.turn(self.position) is None and not self.rules.is_over(self.position):
            try:
                self._act("next")
            except _NeededError as needed:
                self.left = Counter(needed.cards)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return STANDARD_PACK[action]
        return self.coding.text(self.rules.view(self.position, player), action)

    def is_terminal(self) -> bool:
        """Tell whether the match is over."""
        return self.position is not None and self.rules.is_over(self.position)

    def returns(self) -> list[float]:
        """Give the result, zeros before the end."""
        result = self.rules.result(self.position) if self.is_terminal() else None
        if result is None:
            return [0.0] * self.rules.seats
        if self.rules.result_key == "stacks":
            return [1.0 if chips else -1.0 for chips in result]
        return [float(points) for points in result]

    def __str__(self) -> str:
        return json.dumps(
            [
                None if self.position is None else self.rules.snapshot(self.position),
                self.shuffles,
                self.dealt,
                self.done,
            ]
        )


class CardObserver:
    """What one player sees, as numbers and as text."""

    def __init__(self, game: CardGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError("no parameters")
        self.kind = kind
        self.coding = game.coding
        self.tensor = np.zeros(game.coding.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CardState, player: int) -> None:
        """Write what the player sees into the tensor."""
        view = state.view(player)
        self.tensor[:] = 0 if view is None else self.coding.observe(view)

    def string_from(self, state: CardState, player: int) -> str:
        """Write what the player sees; with its history where everything is to be recalled."""
        view = state.view(player)
        if view is not None and self.kind is not None and not self.kind.perfect_recall:
            del view["history"]
        return json.dumps(view)


def _game_type(name: str) -> Any:
    title = name.replace("-", "_")
    return pyspiel.GameType(
        short_name=f"python_{title}",
        long_name=f"Cardavia {title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=GAMES[name].seats,
        min_num_players=GAMES[name].seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )


class OnePokerGame(CardGame):
    """``python_one_poker``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("one-poker", params)


class RunFastGame(CardGame):
    """``python_run_fast``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("run-fast", params)


pyspiel.register_game(_game_type("one-poker"), OnePokerGame)
pyspiel.register_game(_game_type("run-fast"), RunFastGame)
