"""Reading and writing records; what cannot be read says why."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import GAMES
from engine.record import Record, RecordError, final, positions, read_json
from engine.shuffle import SeededDecks
from tests.engine.playing import played

SEED = "00112233445566778899aabbccddeeff" * 2
PACK = list(GAMES["one-poker"].pack)
SEEDED: dict[str, Any] = {
    "format": "cardavia-record/1",
    "game": "one-poker",
    "server_seed": SEED,
    "client_seed": "x",
    "actions": [],
}
DECKED: dict[str, Any] = {
    "format": "cardavia-record/1",
    "game": "one-poker",
    "deck": PACK,
    "actions": [],
}
MADE = list(SeededDecks("one-poker", tuple(PACK), SEED, "x").deck())


def code(value: object) -> tuple[str, object]:
    with pytest.raises(RecordError) as error:
        Record.read(json.dumps(value))
    return error.value.code, error.value.details.get("field")


def without(record: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in keys}


@pytest.mark.parametrize("value", [None, 3, "x", [], [SEEDED], True])
def test_not_an_object(value: object) -> None:
    assert code(value) == ("not-an-object", None)


@pytest.mark.parametrize("key", ["format", "game", "actions", "server_seed", "client_seed"])
def test_missing_field(key: str) -> None:
    assert code(without(SEEDED, key)) == ("missing-field", key)


def test_missing_deck() -> None:
    assert code(without(DECKED, "deck")) == ("missing-field", "deck")
    assert code({**without(DECKED, "deck"), "reshuffles": [PACK]}) == ("missing-field", "deck")
    assert code({**DECKED, "server_seed": SEED}) == ("missing-field", "client_seed")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", 1),
        ("game", ["one-poker"]),
        ("server_seed", None),
        ("server_seed", 5),
        ("client_seed", None),
        ("client_seed", ["x"]),
        ("actions", "lock Kh"),
        ("actions", None),
        ("actions", [None]),
        ("actions", [["lock Kh"]]),
        ("actions", {"lock Kh": 1}),
        ("deck", "2c"),
        ("deck", [1] * 104),
        ("deck", None),
        ("reshuffles", PACK),
        ("reshuffles", [[3]]),
        ("reshuffles", None),
        ("stacks", 40),
        ("stacks", None),
        ("stacks", [True, False]),
        ("stacks", [40.0, 0]),
        ("stacks", ["40", "0"]),
    ],
)
def test_wrong_type(key: str, value: object) -> None:
    assert code({**SEEDED, key: value}) == ("wrong-type", key)


def test_unknown() -> None:
    assert code({**SEEDED, "format": "cardavia-record/2"}) == ("unknown-format", "format")
    assert code({**SEEDED, "game": "whist"}) == ("unknown-game", "game")
    assert code({**SEEDED, "server_seed": SEED.upper()}) == ("bad-server-seed", "server_seed")
    assert code({**SEEDED, "client_seed": ""}) == ("bad-client-seed", "client_seed")
    assert code({**SEEDED, "client_seed": "x" * 65}) == ("bad-client-seed", "client_seed")
    assert code({**SEEDED, "client_seed": "\ud83c"}) == ("bad-client-seed", "client_seed")


@pytest.mark.parametrize(
    "deck", [PACK[1:], [*PACK, "2c"], ["3c", *PACK[1:]], [*PACK[1:], "XX"], [*PACK[1:], "2C"], []]
)
def test_wrong_deck(deck: list[str]) -> None:
    assert code({**DECKED, "deck": deck}) == ("wrong-deck", "deck")
    assert code({**DECKED, "game": "run-fast"}) == ("wrong-deck", "deck")


def test_deck_and_seeds() -> None:
    assert Record.read(json.dumps({**SEEDED, "deck": MADE})).deck == tuple(MADE)
    assert code({**SEEDED, "deck": PACK}) == ("seeds-disagree", "deck")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        (b"{'a': 1}", "not-json"),
        (b'{"a": NaN}', "not-json"),
        (b'{"a": -Infinity}', "not-json"),
        (b'{"a": 1} x', "not-json"),
        (b'{"a": 01}', "not-json"),
        (b'{"actions": [], "actions": []}', "duplicate-key"),
        (b"[" * 100_000, "too-deep"),
        (b"\xff\xfe{\x00}\x00", "not-utf-8"),
        (b'{"a": "\xe5"}', "not-utf-8"),
    ],
)
def test_not_json(data: bytes, expected: str) -> None:
    with pytest.raises(RecordError) as error:
        Record.read(data)
    assert error.value.code == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"a": 1, "a": 1}', "duplicate-key"),
        (b'[{"a": {"b": 1, "b": 2}}]', "duplicate-key"),
        (b'{"a": [1e999]}', "number-too-large"),
        (b'{"a": -' + b"9" * 5000 + b"}", "number-too-large"),
        (b"[NaN]", "not-json"),
    ],
)
def test_json_is_read_strictly(data: bytes, expected: str) -> None:
    with pytest.raises(RecordError) as error:
        read_json(data)
    assert error.value.code == expected


IGNORED = [
    '"note": 1e999',
    '"note": {"a": [1, -1e400]}',
    f'"note": {"9" * 5000}',
    '"note": 1, "note": 2',
    '"note": [{"a": 1, "a": 2}]',
    '"scores": [1e999], "scores": null',  # the other game's
    f'"note": {"[" * 600}1e999{"]" * 600}',
]


@pytest.mark.parametrize("ignored", IGNORED)
def test_what_is_ignored_may_be_anything(ignored: str) -> None:
    text = json.dumps({**SEEDED, "date": "today"}).removesuffix("}") + f", {ignored}}}"
    record = Record.read(text)
    assert record.extra["date"] == "today"
    assert Record.read(record.write()) == record


@pytest.mark.parametrize("key", ["format", "game", "client_seed", "actions", "stacks"])
def test_what_counts_is_there_once(key: str) -> None:
    value = {**SEEDED, "stacks": [40, 0]}
    text = json.dumps(value).removesuffix("}") + f', "{key}": {json.dumps(value[key])}}}'
    with pytest.raises(RecordError) as error:
        Record.read(text)
    assert (error.value.code, error.value.details) == ("duplicate-key", {"field": key})


@pytest.mark.parametrize("number", ["1e999", "9" * 5000])
def test_numbers_that_count_have_a_size(number: str) -> None:
    for key, value in (("stacks", f"[{number}, 0]"), ("actions", f"[{number}]"), ("game", number)):
        known = {name: SEEDED[name] for name in SEEDED if name != key}
        text = json.dumps(known).removesuffix("}") + f', "{key}": {value}}}'
        with pytest.raises(RecordError) as error:
            Record.read(text)
        assert (error.value.code, error.value.details) == ("wrong-type", {"field": key})


def test_byte_order_mark_is_harmless() -> None:
    assert Record.read(b"\xef\xbb\xbf" + json.dumps(SEEDED).encode()).client_seed == "x"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip
KNOWN = {"format", "game", "server_seed", "client_seed", "deck", "reshuffles", "actions", "stacks"}


@given(
    extra=st.dictionaries(st.text().filter(lambda key: key not in KNOWN), JSON, max_size=4),
    actions=st.lists(st.text(), max_size=4),
    client=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=64),
    stacks=st.none() | st.lists(st.integers(), max_size=3),
)
def test_round_trip(
    extra: dict[str, Any], actions: list[str], client: str, stacks: list[int] | None
) -> None:
    value = {**SEEDED, "client_seed": client, "actions": actions, **extra}
    if stacks is not None:
        value["stacks"] = stacks
    record = Record.read(json.dumps(value))
    text = record.write()
    assert "\n" not in text
    assert json.loads(text) == value
    assert Record.read(text.encode()) == record
    assert Record.read(text).write() == text


def test_order_of_keys() -> None:
    value = {"note": 1, **dict(reversed(SEEDED.items())), "stacks": [0, 40], "deck": MADE}
    assert list(json.loads(Record.read(json.dumps(value)).write())) == [
        "format",
        "game",
        "server_seed",
        "client_seed",
        "deck",
        "actions",
        "stacks",
        "note",
    ]


def test_half_characters_come_back() -> None:
    value = {**SEEDED, "actions": ["\ud800"], "note": "\udfff"}
    record = Record.read(json.dumps(value))
    record.write().encode()
    assert json.loads(record.write()) == value


@pytest.mark.parametrize("name", list(GAMES))
def test_positions_and_final(name: str) -> None:
    there, record = played(name, 3)
    assert list(positions(record)) == there
    assert final(record) == there[-1]
