"""Match records: reading, writing, and playing them through the rules.

A record is a match: its decks or the seeds that make them, and its actions.  A position is what
replaying them gives.  Problems are codes with details; wording belongs to whoever shows them.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from engine.cards import Card
from engine.game import GAMES, Game
from engine.shuffle import (
    AgreeingDecks,
    DeckError,
    Decks,
    FixedDecks,
    SeededDecks,
    is_client_seed,
    is_server_seed,
)

FORMAT: Final = "cardavia-record/1"
_KEYS: Final = ("format", "game", "server_seed", "client_seed", "deck", "reshuffles", "actions")
"""What a record may have beside the result, whose key is the game's."""


class RecordError(ValueError):
    """Data that cannot be read as a record.

    ``code`` is one of ``not-utf-8``, ``not-json``, ``duplicate-key``, ``number-too-large`` (of
    `read_json` alone), ``too-deep``, ``not-an-object``, ``missing-field``, ``wrong-type``,
    ``unknown-format``, ``unknown-game``, ``bad-server-seed``, ``bad-client-seed``, ``wrong-deck``,
    ``seeds-disagree``, ``reshuffle-missing``, ``reshuffle-wrong``.  ``details`` has ``field``
    (the key in question), ``line`` and ``column`` (from 1) or ``shuffle`` (number of the shuffle)
    where they make sense.
    """

    def __init__(self, code: str, **details: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.details: dict[str, str | int] = details


def read_json(data: bytes) -> Any:
    """Read one JSON value in UTF-8, stricter than Python does by itself.

    Raises RecordError for anything else, for a key used twice in one object, for NaN and
    infinities, and for numbers or nesting beyond what can be written back.
    """
    value = _parsed(data)
    for item in _within(value):
        if item is _TOO_LARGE:
            raise RecordError("number-too-large")
        if isinstance(item, _Object) and item.twice:
            raise RecordError("duplicate-key", field=item.twice[0])
    return value


def _parsed(data: bytes) -> Any:
    """Read one JSON value; numbers beyond what can be held become `_TOO_LARGE`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("not-utf-8") from error
    try:
        return json.loads(
            text,
            object_pairs_hook=_Object.of,
            parse_constant=_no_constant,
            parse_int=_integer,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        raise RecordError("not-json", line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise RecordError("too-deep") from error


class _TooLarge:
    """Stands for a number that can't be held."""


_TOO_LARGE: Final = _TooLarge()


class _Object(dict[str, Any]):
    """A JSON object that knows which of its keys were there twice; the last one counts."""

    twice: Sequence[str] = ()

    @classmethod
    def of(cls, pairs: list[tuple[str, Any]]) -> "_Object":
        found = cls(pairs)
        if len(found) < len(pairs):
            met = Counter(key for key, _ in pairs)
            found.twice = [key for key in met if met[key] > 1]
        return found


def _within(value: Any) -> Iterator[Any]:
    """Iterate over a JSON value and all values in it, however deep they are."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        yield item
        if isinstance(item, dict):
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item


def _no_constant(text: str) -> NoReturn:
    raise RecordError("not-json")


def _integer(text: str) -> int | _TooLarge:
    try:
        return int(text)
    except ValueError:  # Python reads no more than some thousand digits
        return _TOO_LARGE


def _finite(text: str) -> float | _TooLarge:
    value = float(text)
    return _TOO_LARGE if value in (float("inf"), float("-inf")) else value


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is kept.

    ``deck`` (with ``reshuffles`` where needed) or both seeds are there, or all of them.
    ``result`` is the claimed one.  ``extra`` holds the keys that replaying ignores, but for those
    with numbers that can't be written back.  A record made in code is taken as it is; `read`
    checks everything.
    """

    game: str
    actions: tuple[str, ...] = ()
    server_seed: str | None = None
    client_seed: str | None = None
    deck: tuple[Card, ...] | None = None
    reshuffles: tuple[tuple[Card, ...], ...] | None = None
    result: tuple[int, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, data: bytes | str) -> "Record":
        """Read a record from JSON.  Raises RecordError."""
        raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
        return cls.from_json(_parsed(raw))

    @classmethod
    def from_json(cls, value: object) -> "Record":
        """Read a record from a JSON value.  Raises RecordError."""
        if not isinstance(value, dict):
            raise RecordError("not-an-object")
        rest: dict[str, Any] = dict(value)
        twice = value.twice if isinstance(value, _Object) else ()
        _refuse_twice(twice, _KEYS)
        if _take(rest, "format", str, needed=True) != FORMAT:
            raise RecordError("unknown-format", field="format")
        name = _take(rest, "game", str, needed=True)
        if name not in GAMES:
            raise RecordError("unknown-game", field="game")
        game = GAMES[name]
        _refuse_twice(twice, [game.result_key])
        record = cls(
            game=name,
            server_seed=_take(rest, "server_seed", str),
            client_seed=_take(rest, "client_seed", str),
            deck=_texts(rest, "deck"),
            reshuffles=_text_lists(rest, "reshuffles"),
            actions=_texts(rest, "actions", needed=True) or (),
            result=_integers(rest, game.result_key),
            extra={key: rest[key] for key in rest if _TOO_LARGE not in _within(rest[key])},
        )
        record._check(game)
        return record

    def _check(self, game: Game[Any]) -> None:
        if self.server_seed is not None and not is_server_seed(self.server_seed):
            raise RecordError("bad-server-seed", field="server_seed")
        if self.client_seed is not None and not is_client_seed(self.client_seed):
            raise RecordError("bad-client-seed", field="client_seed")
        if (self.server_seed is None) != (self.client_seed is None):
            missing = "server_seed" if self.server_seed is None else "client_seed"
            raise RecordError("missing-field", field=missing)
        if self.deck is None and self.server_seed is None:
            raise RecordError("missing-field", field="deck")
        if self.deck is not None and sorted(self.deck) != sorted(game.pack):
            raise RecordError("wrong-deck", field="deck")
        if self.deck is not None and self.server_seed is not None:
            try:
                self.decks().deck()
            except DeckError as error:
                raise RecordError(error.code, field="deck") from error

    def decks(self) -> Decks:
        """Give the decks of this record.

        Where seeds and decks are both there, they are compared as they are needed; seeds alone
        are enough for what is not written out.
        """
        seeded = None
        if self.server_seed is not None and self.client_seed is not None:
            pack = GAMES[self.game].pack
            seeded = SeededDecks(self.game, pack, self.server_seed, self.client_seed)
        if seeded is not None and self.deck is None and self.reshuffles is None:
            return seeded
        if seeded is None:
            return FixedDecks(self.deck or (), self.reshuffles or ())
        return AgreeingDecks(seeded, self.deck, self.reshuffles)

    def to_json(self) -> dict[str, Any]:
        """Give the record as a JSON object, its keys in the order in which they are written."""
        value: dict[str, Any] = {"format": FORMAT, "game": self.game}
        if self.server_seed is not None:
            value["server_seed"] = self.server_seed
        if self.client_seed is not None:
            value["client_seed"] = self.client_seed
        if self.deck is not None:
            value["deck"] = list(self.deck)
        if self.reshuffles is not None:
            value["reshuffles"] = [list(cards) for cards in self.reshuffles]
        value["actions"] = list(self.actions)
        if self.result is not None:
            value[GAMES[self.game].result_key] = list(self.result)
        return {**value, **{key: self.extra[key] for key in self.extra if key not in value}}

    def write(self) -> str:
        """Write the record as one line of JSON, without a line end; `read` gives it back."""
        value = self.to_json()
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        if text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text):
            return text
        return json.dumps(value, allow_nan=False)  # half characters exist in JSON only as \uXXXX


def positions(record: Record) -> Iterator[Any]:
    """Give the position before any action, then the one after each.

    Raises IllegalAction at an action that is not legal, and RecordError where a reshuffle is
    missing or wrong.
    """
    game = GAMES[record.game]
    try:
        position = game.start(record.decks())
        yield position
        for action in record.actions:
            position = game.apply(position, action)
            yield position
    except DeckError as error:
        raise RecordError(error.code, shuffle=error.shuffle) from error


def final(record: Record) -> Any:
    """Give the last position.  Raises as `positions` does."""
    game = GAMES[record.game]
    try:
        position = game.start(record.decks())
        for action in record.actions:
            position = game.apply(position, action)
    except DeckError as error:
        raise RecordError(error.code, shuffle=error.shuffle) from error
    return position


def agrees(record: Record, position: Any) -> bool:
    """Tell whether the claimed result, if any, is that of the position, the record's last."""
    if record.result is None:
        return True
    result: Sequence[int] | None = GAMES[record.game].result(position)
    return result is not None and tuple(result) == record.result


def _refuse_twice(twice: Sequence[str], keys: Sequence[str]) -> None:
    for key in keys:
        if key in twice:
            raise RecordError("duplicate-key", field=key)


def _take(rest: dict[str, Any], key: str, kind: type, *, needed: bool = False) -> Any:
    if key not in rest:
        if needed:
            raise RecordError("missing-field", field=key)
        return None
    value = rest.pop(key)
    if not isinstance(value, kind):
        raise RecordError("wrong-type", field=key)
    return value


def _texts(rest: dict[str, Any], key: str, *, needed: bool = False) -> tuple[str, ...] | None:
    value = _take(rest, key, list, needed=needed)
    return None if value is None else _as_texts(value, key)


def _as_texts(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RecordError("wrong-type", field=key)
    return tuple(value)


def _text_lists(rest: dict[str, Any], key: str) -> tuple[tuple[str, ...], ...] | None:
    value = _take(rest, key, list)
    return None if value is None else tuple(_as_texts(item, key) for item in value)


def _integers(rest: dict[str, Any], key: str) -> tuple[int, ...] | None:
    value = _take(rest, key, list)
    if value is None:
        return None
    if not all(type(item) is int for item in value):  # True is no number here
        raise RecordError("wrong-type", field=key)
    return tuple(value)
