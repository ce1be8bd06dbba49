"""The course that a network goes through: first a tutor, then deals against itself."""

import dataclasses
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from engine.run_fast.training.club import new_memory
from engine.run_fast.training.evaluation import measure
from engine.run_fast.training.features import WORDS
from engine.run_fast.training.lockstep import CLUB, NETWORK
from engine.run_fast.training.network import Network, Trainer
from engine.run_fast.training.selfplay import SelfPlay
from engine.run_fast.training.tutor import Lessons, lessons

_BATCH: Final = 1024
_CHECK_SEED: Final = 99
"""The deals on which the curve is measured are the same every time."""


@dataclasses.dataclass(frozen=True)
class Settings:
    """How to train; minutes are those of the processor."""

    hidden: tuple[int, ...] = (384, 192, 96)
    seed: int = 11
    tutor_minutes: float = 10
    tutor_hands: int = 8
    """Guesses at the hidden hands for each judgement of the tutor."""
    tutor_chance: float = 0.12
    """The part of random moves among those of the tutor's deals."""
    tutor_size: int = 16384
    """Lessons between changes of the network."""
    tutor_pool: int = 3_000_000
    self_minutes: float = 60
    games: int = 512
    """Deals side by side in which the network plays itself and others."""
    chance: float = 0.03
    """The part of random moves in deals of the network against itself."""
    club_part: float = 0.75
    """The part of these deals that the network plays alone against two club players."""
    trust: float = 0.7
    """The lambda of the returns: how much a lesson goes by what came of a play."""
    self_size: int = 16384
    self_pool: int = 400_000
    steps: int = 32
    """Batches of 1,024 that are learnt for so many new lessons; half as many more from a tutor."""
    averaging: float = 0.9995
    first_rate: float = 1e-3
    self_rate: float = 4e-4
    last_rate: float = 5e-5
    check_minutes: float = 2
    check_deals: int = 2000


class _Pool:
    """The newest lessons, to draw from at random."""

    def __init__(self, size: int) -> None:
        self._rows = np.zeros((size, WORDS), np.uint64)
        self._points = np.zeros(size, np.float32)
        self._next = self.used = 0

    def add(self, new: Lessons) -> None:
        size = len(self._points)
        at = (self._next + np.arange(len(new.points))) % size
        self._rows[at], self._points[at] = new.rows, new.points
        self._next = (self._next + len(new.points)) % size
        self.used = min(size, self.used + len(new.points))

    def batch(self, rng: np.random.Generator) -> Lessons:
        at = rng.integers(0, self.used, _BATCH)
        return Lessons(self._rows[at], self._points[at])


Report = Callable[[dict[str, Any], Network], None]
"""Is given a point of the learning curve and the network then."""


class Course:
    """Trains one network."""

    def __init__(self, settings: Settings, network: Network | None = None) -> None:
        self.settings = settings
        self._rng = np.random.default_rng(settings.seed)
        start = network or Network.fresh(settings.hidden, self._rng)
        self.trainer = Trainer(start, settings.averaging)
        self._spent = 0.0
        self._lessons = 0

    def run(self, report: Report) -> None:
        """Go through the whole course; `report` is called at every check."""
        chosen = self.settings
        self._phase("tutor", chosen.tutor_minutes, self._tutor(), chosen.tutor_pool, report)
        self._phase("self-play", chosen.self_minutes, self._self_play(), chosen.self_pool, report)

    def _tutor(self) -> Iterator[tuple[Lessons, int]]:
        chosen, memory = self.settings, new_memory()
        state = np.array([chosen.seed], np.uint64)
        while True:
            yield (
                lessons(chosen.tutor_size, chosen.tutor_hands, chosen.tutor_chance, memory, state),
                chosen.steps * 3 // 2,
            )

    def _self_play(self) -> Iterator[tuple[Lessons, int]]:
        chosen = self.settings
        table = SelfPlay(chosen.games, chosen.seed + 1, chosen.club_part)
        while True:
            yield (
                table.lessons(self.trainer.average, chosen.self_size, chosen.chance, chosen.trust),
                chosen.steps,
            )

    def _phase(
        self,
        name: str,
        minutes: float,
        source: Iterator[tuple[Lessons, int]],
        pool_size: int,
        report: Report,
    ) -> None:
        chosen = self.settings
        first = chosen.first_rate if name == "tutor" else chosen.self_rate
        pool = _Pool(pool_size)
        errors: list[float] = []
        spent = checked = 0.0
        while spent < minutes:
            began = time.process_time()
            new, steps = next(source)
            pool.add(new)
            self._lessons += len(new.points)
            done = min(1.0, spent / minutes)
            # Linear in the logarithm, from the first rate to the last.
            last = chosen.last_rate if name != "tutor" else chosen.self_rate
            rate = first * (last / first) ** done
            for _ in range(steps):
                batch = pool.batch(self._rng)
                errors.append(self.trainer.step(batch.rows, batch.points, rate))
            spent += (time.process_time() - began) / 60
            if spent - checked >= chosen.check_minutes or spent >= minutes:
                checked = spent
                report(self._check(name, self._spent + spent, errors), self.trainer.average)
                errors = []
        self._spent += spent

    def _check(self, name: str, spent: float, errors: list[float]) -> dict[str, Any]:
        network = self.trainer.average
        score = measure(network, NETWORK, CLUB, self.settings.check_deals, _CHECK_SEED)
        return {
            "phase": name,
            "cpu minutes": round(spent, 2),
            "lessons": self._lessons,
            "steps": self.trainer.steps,
            "squared error": round(float(np.mean(errors)), 2),
            "points": round(score.mean, 3),
            "half-width": round(score.half, 3),
            "won": round(score.wins, 4),
        }
