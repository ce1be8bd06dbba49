"""How fast the rules are: random playouts beside RLCard and OpenSpiel, and replays of records.

    python -m bench.engine.playouts [SECONDS]

RLCard and OpenSpiel (the dependency group ``bench``) are left out where they are not installed.
All take turns in the same run, so that a busy machine slows all alike, and the rates are of
processor time: the best of `ROUNDS` rounds each.  A step is an action of a player: choosing among
the legal ones at random and making it.  RLCard's step makes an observation as well, so our rules
are also measured with the view of the seat to act made at every step.
"""

import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from engine.game import GAMES, Game
from engine.record import Record, final
from engine.shuffle import SeededDecks

ROUNDS = 5
SEED = "5e" * 32

Playout = Callable[[random.Random], int]
"""Plays one whole game and gives the number of its steps."""


def ours(name: str, *, views: bool) -> Playout:
    """Random playouts of one of our games."""
    game: Game[Any] = GAMES[name]

    def play(rng: random.Random) -> int:
        decks = SeededDecks(name, game.pack, SEED, str(rng.random()))
        position = game.start(decks)
        steps = 0
        while not game.is_over(position):
            seat = game.turn(position)
            if views and seat is not None:
                game.view(position, seat)
            position = game.apply(position, game.sample(position, rng))
            steps += 1
        return steps

    return play


def rlcard(name: str) -> Playout | None:
    """Random playouts of one of RLCard's environments."""
    try:
        module: Any = importlib.import_module("rlcard")
    except ImportError:
        return None
    env = module.make(name, config={"seed": 1})

    def play(rng: random.Random) -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def open_spiel(name: str, parameters: dict[str, Any]) -> Playout | None:
    """Random playouts of one of OpenSpiel's games; the cards dealt by chance are no steps."""
    try:
        module: Any = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = module.load_game(name, parameters)

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            steps += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return steps

    return play


ONE_CARD_POKER = {
    "betting": "nolimit",
    "bettingAbstraction": "fullgame",
    "numPlayers": 2,
    "numRounds": 1,
    "blind": "1 1",
    "firstPlayer": "1",
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 1,
    "numBoardCards": "0",
    "stack": "20 20",
}

CONTESTS: list[tuple[str, list[tuple[str, Playout | None]]]] = [
    (
        "One Poker",
        [
            ("One Poker", ours("one-poker", views=False)),
            ("One Poker, with views", ours("one-poker", views=True)),
            ("RLCard no-limit-holdem", rlcard("no-limit-holdem")),
            ("OpenSpiel universal_poker", open_spiel("universal_poker", ONE_CARD_POKER)),
        ],
    ),
    (
        "Run Fast",
        [
            ("Run Fast", ours("run-fast", views=False)),
            ("Run Fast, with views", ours("run-fast", views=True)),
            ("RLCard doudizhu", rlcard("doudizhu")),
            ("OpenSpiel dou_dizhu", open_spiel("dou_dizhu", {})),
        ],
    ),
]


def rate(play: Playout, seconds: float, rng: random.Random) -> float:
    """Play for so long and give the steps per second of processor time."""
    steps = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        steps += play(rng)
    return steps / spent


def contest(players: list[tuple[str, Playout | None]], seconds: float) -> Iterator[str]:
    """Give a line for each contestant, the first being what the others are compared with."""
    best = dict.fromkeys([name for name, _ in players], 0.0)
    for round_number in range(ROUNDS):
        for name, play in players:
            if play is not None:
                rng = random.Random(round_number)
                best[name] = max(best[name], rate(play, seconds / ROUNDS, rng))
    first = best[players[0][0]]
    for name, play in players:
        if play is None:
            yield f"| {name} | not installed | |"
        else:
            yield f"| {name} | {best[name]:,.0f} | {first / best[name]:.1f} |"


def long_match(deals: int) -> Record:
    """Make a One Poker match of so many settled deals, with small bets in some."""
    game: Game[Any] = GAMES["one-poker"]
    for attempt in range(1000):
        rng = random.Random(attempt)
        position = game.start(SeededDecks(game.name, game.pack, SEED, "bench"))
        while not game.is_over(position):
            if position.deal == deals and position.phase == "settled":
                actions = tuple(action for _, action in position.history)
                return Record(game.name, actions, SEED, "bench")
            action = game.sample(position, rng)
            if action.startswith(("bet", "raise")):
                action = "bet 1" if action.startswith("bet") else "call"
            position = game.apply(position, action)
    raise AssertionError("no match is that long")


def whole_deal() -> Record:
    """Play a random deal of Run Fast."""
    game: Game[Any] = GAMES["run-fast"]
    rng = random.Random(1)
    position = game.start(SeededDecks(game.name, game.pack, SEED, "bench"))
    while not game.is_over(position):
        position = game.apply(position, game.sample(position, rng))
    actions = tuple(event["action"] for event in game.view(position, 0)["history"])
    return Record(game.name, actions, SEED, "bench")


def replay_time(record: Record, seconds: float) -> float:
    """Give the milliseconds of one replay, the best of many."""
    best = float("inf")
    end = time.process_time() + seconds
    while time.process_time() < end:
        begin = time.process_time_ns()
        for _ in range(10):
            final(record)
        best = min(best, (time.process_time_ns() - begin) / 10 / 1e6)
    return best


def main() -> None:
    """Print the tables."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for title, players in CONTESTS:
        print(
            f"\n| {title}: random playouts | steps/s | ours is faster by |\n| --- | ---: | ---: |"
        )
        for line in contest(players, seconds):
            print(line, flush=True)
    print("\n| replay of a record | actions | ms |\n| --- | ---: | ---: |")
    for title, record in (
        ("One Poker, 50 deals", long_match(50)),
        ("Run Fast, one deal", whole_deal()),
    ):
        print(f"| {title} | {len(record.actions)} | {replay_time(record, seconds / 5):.2f} |")


if __name__ == "__main__":
    main()
