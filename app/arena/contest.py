"""One contest: two bots, so many decks, in one process or several."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass
from multiprocessing import get_context

from app.arena.external import PREFIX, External
from engine.arena import Match, Player, named_bots, play_deck
from engine.game import GAMES


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be played. Bots are names, or `exec:` and a command; `limit` is in seconds."""

    game: str
    first: str
    second: str
    seed: int
    decks: int
    limit: float = 10.0

    def deck(self, number: int) -> list[Match]:
        """Play one deck; it follows from the contest and the number alone."""
        first, second = self._player(self.first), self._player(self.second)
        return play_deck(GAMES[self.game], first, second, self.seed, number)

    def _player(self, name: str) -> Player:
        if name.startswith(PREFIX):
            return lambda: External(name.removeprefix(PREFIX), self.game, self.limit)
        bot = named_bots(GAMES[self.game])[name]
        return lambda: nullcontext(bot)


def play(
    contest: Contest, done: dict[int, list[Match]], workers: int, add: Callable[[list[Match]], None]
) -> list[Match]:
    """Play what is not done yet, and give all matches in the order of the decks.

    `add` is told of each deck when it is finished, in any order.
    """
    decks = {number: matches for number, matches in done.items() if number < contest.decks}
    todo = [number for number in range(contest.decks) if number not in decks]
    for matches in _played(contest, todo, min(workers, len(todo))):
        decks[matches[0].deck] = matches
        add(matches)
    return [match for number in sorted(decks) for match in decks[number]]


def _played(contest: Contest, todo: list[int], workers: int) -> Iterator[list[Match]]:
    if workers <= 1:
        yield from map(contest.deck, todo)
        return
    # The processes share the cores, so each of them is to use one.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        try:
            for each in as_completed([pool.submit(contest.deck, number) for number in todo]):
                yield each.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
