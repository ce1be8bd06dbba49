"""Matches: prepare, start, act, read. The only place where engine and storage meet."""

import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from app import memories, sittings
from app.metrics import Metrics
from app.positions import Course, Damaged, Positions
from app.store import MatchRow, MatchStore
from engine.game import Bot, Game, View
from engine.game import game as find_game
from engine.memory import (
    NOTHING,
    Steps,
    Thought,
    choose,
    learn,
    recall,
    remembers,
    think,
    thinks,
)
from engine.record import Record
from engine.shuffle import commitment

PERSON = 0
"""The seat of the person who plays."""


def default_level(game: str) -> str:
    """Return the level in the middle, the one that is offered first."""
    levels = list(find_game(game).levels)
    return levels[len(levels) // 2]


Forced: TypeAlias = Callable[[View], str | None]
"""Finds the action that a person has no choice but to do, if there is one."""


class Ahead(Protocol):
    """Sees to what bots will have to think about, before anybody waits for it."""

    def wake(self) -> None:
        """Get ready: a match begins whose bots think long."""
        ...

    def begin(self, thought: Thought, session: str) -> None:
        """Begin with a thought for a session, or leave it until it is needed; never waits."""
        ...


class Nothing:
    """Does nothing ahead."""

    def wake(self) -> None:
        """Do nothing."""

    def begin(self, thought: Thought, session: str) -> None:
        """Do nothing."""


class NotFound(Exception):
    """No such match for this session."""


class NotStarted(Exception):
    """The match is only prepared: no card has been dealt."""


class TooManyMatches(Exception):
    """The session has as many matches under way as are allowed."""


class NotFinished(Exception):
    """The match is under way, so its record with the seeds can't be shown yet."""


@dataclass(frozen=True, slots=True)
class Match:
    """A stored match with its position."""

    row: MatchRow
    game: Game[Any]
    record: Record
    position: Any

    @property
    def id(self) -> str:
        """The public identifier."""
        return self.row.id

    @property
    def level(self) -> str:
        """The level of the opponents."""
        return self.row.level

    @property
    def bot(self) -> Bot:
        """What plays in the other seats."""
        return self.game.levels[self.level]

    @property
    def state(self) -> str:
        """One of prepared, live, over, abandoned."""
        return self.row.state

    @property
    def revision(self) -> int:
        """Number of actions so far."""
        return self.row.revision

    @property
    def commitment(self) -> str:
        """SHA-256 of the server seed, in hex, as it was shown before the first card."""
        return str(self.record.extra["commitment"])

    @property
    def client_seed(self) -> str:
        """The person's part of the shuffle."""
        assert self.record.client_seed is not None
        return self.record.client_seed

    @property
    def ended(self) -> bool:
        """Whether nothing more can happen, so that the seeds may be shown."""
        return self.state in ("over", "abandoned")

    def view(self) -> View:
        """Return what the person may see."""
        return self.game.view(self.position, PERSON)


class Stale(Exception):
    """The action was meant for another position; `match` is the present one."""

    def __init__(self, match: Match) -> None:
        super().__init__("stale revision")
        self.match = match


@dataclass(frozen=True, slots=True)
class Matches:
    """Starts and moves matches.

    What may need a bot's long thought comes in steps (`engine.memory.Steps`), to be driven by
    `engine.memory.at_once` or, without holding anything up, by `app.thinking`. Nothing of the
    database is held while a step waits. What can be foreseen is given to `ahead`.

    `clock` gives seconds since 1970; `random_source` makes the bots' randomness, which has
    nothing to do with the seeds of a deck. A session has at most `most_live` matches under way
    at a time, 0 means as many as it likes.
    """

    store: MatchStore
    clock: Callable[[], int]
    random_source: Callable[[], random.Random]
    most_live: int = 0
    metrics: Metrics | None = None
    positions: Positions = field(default_factory=Positions)
    ahead: Ahead = field(default_factory=Nothing)

    def prepare(self, session: str, game: str, level: str, after: str | None = None) -> Match:
        """Fix a deck's server seed for a new match, before the person gives a client seed.

        A known `after` puts the match into the same sitting, unless that is too long. Raises
        KeyError for a game or level that doesn't exist, TooManyMatches, and counts `after` as
        given up.
        """
        before = self.store.get(after, session) if after else None
        self._count(session, but=before)
        found = find_game(game)
        if thinks(found.levels[level]):
            self.ahead.wake()
        match = secrets.token_hex(16)
        server_seed = secrets.token_hex(32)
        record = Record(
            game=game,
            server_seed=server_seed,
            client_seed=secrets.token_hex(8),
            extra={"level": level, "commitment": commitment(server_seed)},
        )
        now = self.clock()
        row = MatchRow(
            id=match,
            session=session,
            game=game,
            level=level,
            sitting=sittings.next_of(self.store, before, game) or match,
            state="prepared",
            revision=0,
            record=record.write(),
            created=now,
            updated=now,
        )
        self.store.add(row)
        return self._load(row)

    def get(self, session: str, match: str) -> Match:
        """Return a match as it is now. Raises NotFound and positions.Damaged."""
        row = self.store.get(match, session)
        if row is None:
            raise NotFound
        return self._load(row)

    def start(
        self, session: str, match: str, client_seed: str, forced: Forced | None = None
    ) -> Steps[Match]:
        """Deal the first cards. Starting a match that has begun changes nothing.

        `forced` as in `act`.

        Raises NotFound, TooManyMatches, and engine.record.RecordError for a client seed that
        isn't one.
        """
        found = self.get(session, match)
        if found.state != "prepared":
            return found
        self._count(session)
        record = replace(found.record, client_seed=client_seed)
        record = Record.read(record.write())
        position = found.game.start(record.decks())
        memory = [NOTHING] * found.game.seats
        record, position = yield from self._answer(found, record, position, memory, forced)
        return self._write(found, record, position, memory) or self.get(session, match)

    def act(
        self,
        session: str,
        match: str,
        revision: int,
        action: str,
        forced: Forced | None = None,
    ) -> Steps[Match]:
        """Apply the person's action to the position of `revision`, then the bots' answers.

        `forced` as in `move`. Raises NotFound and what `move` raises.
        """
        return (yield from self.move(self.get(session, match), revision, action, forced))

    def move(
        self, found: Match, revision: int, action: str, forced: Forced | None = None
    ) -> Steps[Match]:
        """Apply the person's action to a match that was just looked up, then the bots' answers.

        While `forced` finds an action for the person in what follows, that is done too.

        Raises NotStarted, Stale (nothing changed) and engine.game.IllegalAction.
        """
        if found.state == "prepared":
            raise NotStarted
        if found.revision != revision or found.state != "live":
            raise Stale(found)
        position = found.game.apply(found.position, action)
        done = _as_written(found.game, position, PERSON)
        record = replace(found.record, actions=(*found.record.actions, done))
        memory = yield from self._remembered(found)
        record, position = yield from self._answer(found, record, position, memory, forced)
        written = self._write(found, record, position, memory)
        if written is None:
            raise Stale(self.get(found.row.session, found.id))
        if self.metrics is not None:
            self.metrics.action(found.game.name)
        return written

    def abandon(self, session: str, match: str) -> None:
        """Give up a match that is under way; another state is left as it is."""
        row = self.store.get(match, session)
        if row is not None and row.state == "live":
            self.store.replace(
                row, replace(row, state="abandoned", updated=self.clock(), memory=None)
            )

    def unfinished(self, session: str, most: int = 6) -> list[Match]:
        """Return the matches of a session that are under way, the last played first.

        Those that are damaged are left out.
        """
        found = []
        for row in self.store.live(session, most):
            with suppress(Damaged):
                found.append(self._load(row))
        return found

    def sitting(self, match: Match) -> tuple[int, list[int]]:
        """Return how many matches of this sitting are over, and their results added up by seat."""
        return sittings.total(self.store, match.row, match.game.result_key)

    def _count(self, session: str, but: MatchRow | None = None) -> None:
        given_up = but is not None and but.state == "live"
        if self.most_live and self.store.how_many(session) - given_up >= self.most_live:
            raise TooManyMatches

    def _remembered(self, found: Match) -> Steps[list[bytes]]:
        """Give what the bots remember when the person has acted: by seat, with this deal if over.

        It is what is stored, if that is right; otherwise it is made again from the record.
        """
        game, position, bot = found.game, found.position, found.bot
        memory = memories.unpack(found.row.memory, game.seats)
        if not remembers(bot):
            return [NOTHING] * game.seats
        decks, actions = found.record.decks(), found.record.actions
        for seat in range(game.seats):
            if seat == PERSON:
                memory[seat] = NOTHING
                continue
            stored = memory[seat]
            memory[seat] = yield from recall(bot, game, position, seat, stored, decks, actions)
            if game.turn(position) is None:
                yield from think(bot, game.view(position, seat), memory[seat])
                memory[seat] = learn(bot, game, position, seat, memory[seat])
        return memory

    def _answer(
        self,
        found: Match,
        record: Record,
        position: Any,
        memory: list[bytes],
        forced: Forced | None,
    ) -> Steps[tuple[Record, Any]]:
        """Let the bots act until the person has something to decide, or nobody has."""
        game, bot = found.game, found.bot
        actions = list(record.actions)
        while (seat := game.turn(position)) is not None:
            view = game.view(position, seat)
            if seat != PERSON:
                began = time.perf_counter()
                yield from think(bot, view, memory[seat])
                action = choose(bot, view, self.random_source(), memory[seat])
                if self.metrics is not None:
                    self.metrics.bot(game.name, found.level, time.perf_counter() - began)
            elif forced is None or (only := forced(view)) is None:
                break
            else:
                action = only
            position = game.apply(position, action)
            actions.append(_as_written(game, position, seat))
        return replace(record, actions=tuple(actions), result=_result(game, position)), position

    def _write(
        self, old: Match, record: Record, position: Any, memory: list[bytes]
    ) -> Match | None:
        """Store what a match has become; None if it has become something else meanwhile."""
        text, over = record.write(), old.game.is_over(position)
        row = replace(
            old.row,
            state="over" if over else "live",
            revision=len(record.actions),
            record=text,
            updated=self.clock(),
            memory=None if over else memories.pack(memory),
        )
        if not self.store.replace(old.row, row):
            return None
        self.positions.keep(row.id, Course(text, record, position))
        match = Match(row, old.game, record, position)
        if not over:
            self._think_ahead(match, memory)
        return match

    def _think_ahead(self, match: Match, memory: list[bytes]) -> None:
        """Begin with what the bots will have to think about in this position."""
        bot = match.bot
        if thinks(bot):
            for seat in range(match.game.seats):
                if seat != PERSON:
                    view = match.game.view(match.position, seat)
                    for thought in think(match.bot, view, memory[seat]):
                        self.ahead.begin(thought, match.row.session)

    def _load(self, row: MatchRow) -> Match:
        course = self.positions.of(row)
        return Match(row, find_game(row.game), course.record, course.position)


def _as_written(game: Game[Any], position: Any, seat: int) -> str:
    """Return the last action, by `seat`, in its one written form ("bet 3" for "bet +3")."""
    return str(game.view(position, seat)["history"][-1]["action"])


def _result(game: Game[Any], position: Any) -> tuple[int, ...] | None:
    result = game.result(position)
    return None if result is None else tuple(result)
