"""Endings with one sure win: ``python -m bench.run_fast.endings``.

The positions in `FILE` have four or more cards in hand and three or more plays, of which exactly
one wins against every split of the unseen cards that explains what was seen, whatever the others
do; every other one loses in some split even if the hands are laid open. They were found by
enumeration (`exact`), at most one a deal, which ``--make COUNT`` does again. What is printed is how
many of them each bot finds, on average of ``--draws`` random streams.

    python -m bench.run_fast.endings
    python -m bench.run_fast.endings --make 100
    python -m bench.run_fast.endings --worth 2000

``--worth DEALS`` plays deals of club players to their end from where somebody first has a proven
play, with and without taking such plays from there, and gives the gain in points.
"""

import argparse
import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from bench.run_fast.exact import splits, sure, sure_if_open
from bench.run_fast.playing import (
    ENDINGS,
    Estimate,
    Finisher,
    bot_named,
    decisions,
    decks,
    estimate,
    outcome,
)
from engine.game import Bot, View
from engine.run_fast import GAME
from engine.run_fast.combinations import classify
from engine.run_fast.endings import take
from engine.run_fast.hands import card_set
from engine.run_fast.rules import Position
from engine.shuffle import FixedDecks

FILE: Final = Path(__file__).resolve().parents[2] / "tests" / "bots" / "run_fast_endings.json"
SEED: Final = 5
_MOST_CARDS: Final = 18
_MOST_SPLITS: Final = 120
_SMALLEST_HAND: Final = 4
_FEWEST_PLAYS: Final = 3


class Ending(NamedTuple):
    """A position as it came about, and the one play that wins."""

    deck: list[str]
    actions: list[str]
    wins: str

    def view(self) -> View:
        """Return what the seat to act sees."""
        position = GAME.start(FixedDecks(tuple(self.deck)))
        for action in self.actions:
            position = GAME.apply(position, action)
        seat = GAME.turn(position)
        assert seat is not None
        return GAME.view(position, seat)


def read() -> list[Ending]:
    """Read the positions that are kept."""
    return [Ending(**each) for each in json.loads(FILE.read_text(encoding="utf-8"))]


def write(endings: list[Ending]) -> None:
    """Keep positions, one a line."""
    lines = ",\n".join(json.dumps(each._asdict()) for each in endings)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def only_win(view: View) -> str | None:
    """Return the one play that wins for certain; None if there is none or it goes out at once."""
    seat = view["seat"]
    own = view["counts"][seat]
    if len(view["legal"]) < _FEWEST_PLAYS or own < _SMALLEST_HAND:
        return None
    if max(map(len, view["legal"])) == own or sum(view["counts"]) > _MOST_CARDS:
        return None
    if len(splits(view)) > _MOST_SPLITS:
        return None
    found = sure_if_open(view)
    return found[0].text if len(found) == 1 and sure(view) == found else None


def make(seed: int) -> Iterator[Ending]:
    """Find positions without end, at most one of a deal, from deals of mixed company."""
    company = [bot_named(name) for name in ("club", "club", "beginner", "random")]
    last: Position | None = None
    for position, view in decisions(seed, company):
        same = last is not None and position.history[: last.ply] == last.history
        if not same and (wins := only_win(view)):
            last = position
            yield Ending(_deck(position), [action for _, action in position.history], wins)


def _deck(position: Position) -> list[str]:
    """Put the cards back into the order in which they were dealt, but for that within a hand."""
    hands = GAME.snapshot(position)["hands"]
    for seat, action in position.history:
        hands[seat] += action.split()[1:]
    return [card for row in zip(*hands, strict=True) for card in row]


def found_by(bot: Bot, endings: list[Ending], draws: int) -> float:
    """Count the positions in which a bot finds the win, on average of so many streams."""
    right = 0
    for number, ending in enumerate(endings):
        view = ending.view()
        for draw in range(draws):
            action = bot.choose(view, random.Random(f"{number} {draw}"))
            play = classify(card_set(action.split()[1:]))
            right += play is not None and play.text == ending.wins
    return right / draws


def worth(deals: int, seed: int) -> Estimate:
    """Give the gain of a club player who takes proven plays, from the first such play of a deal."""
    club = bot_named("club")
    gains = []
    for number in range(deals):
        position = GAME.start(decks(seed, number))
        while (seat := GAME.turn(position)) is not None:
            view = GAME.view(position, seat)
            if len(view["legal"]) > 1 and take(view):
                gains.append(
                    _points(position, seat, Finisher(club)) - _points(position, seat, club)
                )
                break
            position = GAME.apply(position, club.choose(view, random.Random(0)))
    return estimate(gains)


def _points(position: Position, seat: int, bot: Bot) -> int:
    """Play on with a bot in one seat and club players in the others; none of them needs luck."""
    club = bot_named("club")
    while (turn := GAME.turn(position)) is not None:
        mover = bot if turn == seat else club
        action = mover.choose(GAME.view(position, turn), random.Random(0))
        position = GAME.apply(position, action)
    return outcome(position, seat).points


def main() -> None:
    """Make, or measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--make", type=int, metavar="COUNT", help="find and keep so many anew")
    parser.add_argument("--worth", type=int, metavar="DEALS", help="what taking them gains")
    parser.add_argument("--draws", type=int, default=20)
    chosen = parser.parse_args()
    if chosen.make:
        write(list(islice(make(SEED), chosen.make)))
    if chosen.worth:
        print(f"gain per proven ending: {worth(chosen.worth, SEED)} points")
        return
    endings = read()
    for name in ["random", *GAME.levels, f"club{ENDINGS}"]:
        found = found_by(bot_named(name), endings, chosen.draws)
        print(f"{name:16s} finds {found:5.1f} of {len(endings)}", flush=True)


if __name__ == "__main__":
    main()
