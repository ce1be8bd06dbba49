"""Files of one record and of many, good and bad."""

import itertools
import json
from typing import Any

import pytest

from engine.game import GAMES
from engine.record import Record
from engine.replay import replay, replay_bytes
from tests.engine.playing import played, seeds

SEEDED: dict[str, Any] = {
    "format": "cardavia-record/1",
    "game": "one-poker",
    "server_seed": "0" * 64,
    "client_seed": "x",
    "actions": [],
}
ILLEGAL = {**SEEDED, "actions": ["fold"]}


def text(value: object) -> bytes:
    return json.dumps(value).encode()


def outline(data: bytes) -> list[tuple[int | None, int, int, str | None]]:
    """Number, exit code, lines and problem of every record."""
    return [
        (
            replayed.number,
            replayed.code,
            len(replayed.lines),
            replayed.problem.code if replayed.problem else None,
        )
        for replayed in replay_bytes(data)
    ]


@pytest.mark.parametrize("indent", [None, 0, 4])
@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n \n"])
def test_one_record(indent: int | None, end: str) -> None:
    data = (json.dumps(SEEDED, indent=indent) + end).encode()
    assert outline(data) == [(None, 0, 1, None)]


def test_many_records() -> None:
    lines = [text(SEEDED), b"", b"  \r", b"nonsense", text(ILLEGAL), b'{"format": 3}', text(SEEDED)]
    for data in (b"\n".join(lines), b"\r\n".join(lines), b"\n".join(lines) + b"\n"):
        assert outline(data) == [
            (0, 0, 1, None),
            (1, 2, 0, "not-json"),
            (2, 1, 2, "illegal-action"),
            (3, 2, 0, "wrong-type"),
            (4, 0, 1, None),
        ]


def test_lines_bear_their_record() -> None:
    data = text(SEEDED) + b"\n" + text(ILLEGAL)
    for number, replayed in enumerate(replay_bytes(data)):
        assert all(line["record"] == number for line in replayed.lines)
    assert replayed.lines[-1] == {"record": 1, "ply": 0, "error": "not-legal-now"}
    (alone,) = replay_bytes(text(ILLEGAL))
    assert alone.lines[-1] == {"ply": 0, "error": "not-legal-now"}
    assert "record" not in alone.lines[0]
    assert alone.illegal is not None
    assert alone.illegal.legal == alone.lines[0]["legal"]


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\u0085", "\x1c", "\v", "\f"])
def test_only_line_feeds_end_lines(separator: str) -> None:
    line = {**SEEDED, "note": f"a{separator}b", "client_seed": f"x{separator}"}
    data = json.dumps(line, ensure_ascii=separator < " ").encode()
    assert outline(data + b"\n" + data) == [(0, 0, 1, None), (1, 0, 1, None)]


def test_carriage_returns_are_white_space() -> None:
    line = json.dumps(SEEDED, separators=(",\r", ":")).encode()
    assert outline(line + b"\n" + line) == [(0, 0, 1, None), (1, 0, 1, None)]


def test_one_bad_line_in_another_encoding_spoils_no_other() -> None:
    data = text(SEEDED) + b'\n{"client_seed": "\xe5"}\n' + text(SEEDED)
    assert outline(data) == [(0, 0, 1, None), (1, 2, 0, "not-utf-8"), (2, 0, 1, None)]


def test_line_nested_too_deep_spoils_no_other() -> None:
    data = text(SEEDED) + b"\n" + b"[" * 100_000 + b"\n" + text(SEEDED)
    assert outline(data) == [(0, 0, 1, None), (1, 2, 0, "too-deep"), (2, 0, 1, None)]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not-json"),
        (b"\n\n", "not-json"),
        (b"hello\nworld\n", "not-json"),
        (json.dumps(SEEDED, indent=1).encode()[:-5], "not-json"),
        (json.dumps({**SEEDED, "x": float("nan")}, indent=1).encode(), "not-json"),
        (b'{\n"deck": 1,\n"deck": 2\n}', "duplicate-key"),
        (b'{\n"a": ' + b"9" * 5000 + b"\n}", "missing-field"),
        (json.dumps([SEEDED, SEEDED], indent=1).encode(), "not-an-object"),
    ],
)
def test_one_thing_that_is_no_record(data: bytes, problem: str) -> None:
    assert outline(data) == [(None, 2, 0, problem)]


@pytest.mark.parametrize("name", list(GAMES))
def test_claimed_results(name: str) -> None:
    key = GAMES[name].result_key
    _, record = played(name, 1)
    value = json.loads(record.write())
    right = value[key]
    length = len(record.actions) + 1
    assert outline(text(value)) == [(None, 0, length, None)]
    assert outline(text({**value, key: right[::-1]})) == [(None, 1, length, "wrong-result")]
    assert outline(text({**value, key: [*right, 0]})) == [(None, 1, length, "wrong-result")]
    cut = {**value, "actions": value["actions"][:-1]}
    assert outline(text(cut)) == [(None, 1, length - 1, "wrong-result")]
    del cut[key]
    assert outline(text(cut)) == [(None, 0, length - 1, None)]
    more = {**value, "actions": [*value["actions"], "next"]}
    assert outline(text(more)) == [(None, 1, length + 1, "illegal-action")]


def test_problem_details() -> None:
    (replayed,) = replay_bytes(text(ILLEGAL))
    assert replayed.problem is not None
    assert replayed.problem.details == {"ply": 0, "action": "fold", "error": "not-legal-now"}
    (replayed,) = replay_bytes(text({**SEEDED, "stacks": [40, 0]}))
    assert replayed.problem is not None
    assert replayed.problem.details == {"claimed": [40, 0], "result": None}


def long_match() -> tuple[list[str], dict[str, Any]]:
    """A match of checks that needs a reshuffle, and the record with everything written out."""
    game = GAMES["one-poker"]
    server, client = seeds(0)
    position = game.start(Record("one-poker", (), server, client).decks())
    first = position.decks.deck()
    while position.deal < 53:
        legal = game.legal(position)
        # Checks end in a showdown for two chips; the next deal gives them back by a fold.
        if legal[0] == "fold" and position.stacks[position.turn] >= 19:
            action = "fold"
        elif legal[0] == "fold":
            action = "call"
        elif legal[0] == "check" and position.stacks[position.turn] < 19:
            action = "bet 1"
        else:
            action = legal[0]
        position = game.apply(position, action)
    assert position.shuffles == 1
    stock = position.decks.reshuffle(1, game_discards(position.history))
    actions = [action for _, action in position.history]
    return actions, {
        "format": "cardavia-record/1",
        "game": "one-poker",
        "server_seed": server,
        "client_seed": client,
        "deck": list(first),
        "reshuffles": [list(stock)],
        "actions": actions,
    }


def game_discards(history: tuple[tuple[int | None, str], ...]) -> list[str]:
    """The first 51 deals' played cards, per deal seat 0's card, then seat 1's."""
    locks = [(seat, action[5:]) for seat, action in history if action.startswith("lock")]
    deals = [locks[i : i + 2] for i in range(0, 102, 2)]
    return [card for deal in deals for _, card in sorted(deal)]


def test_reshuffles() -> None:
    actions, value = long_match()
    lines = len(actions) + 1
    fine = [(None, 0, lines, None)]
    stock = value["reshuffles"][0]
    assert len(stock) == 102
    decked = {key: value[key] for key in value if key not in ("server_seed", "client_seed")}
    for good in (
        value,
        decked,
        {key: value[key] for key in value if key != "reshuffles"},
        {key: value[key] for key in value if key not in ("reshuffles", "deck")},
        {key: value[key] for key in value if key != "deck"},
        {**decked, "reshuffles": [stock[::-1]], "actions": actions[:200]},
        {**decked, "reshuffles": [], "actions": actions[:200]},
    ):
        expected = fine if len(good["actions"]) == len(actions) else [(None, 0, 201, None)]
        assert outline(text(good)) == expected
    for bad, problem in (
        ({**decked, "reshuffles": []}, "reshuffle-missing"),
        ({key: decked[key] for key in decked if key != "reshuffles"}, "reshuffle-missing"),
        ({**decked, "reshuffles": [stock[1:]]}, "reshuffle-wrong"),
        ({**decked, "reshuffles": [[*stock[1:], stock[1]]]}, "reshuffle-wrong"),
        ({**decked, "reshuffles": [value["deck"]]}, "reshuffle-wrong"),
        ({**value, "reshuffles": [stock[::-1]]}, "seeds-disagree"),
        ({**value, "reshuffles": []}, "reshuffle-missing"),
    ):
        assert outline(text(bad)) == [(None, 2, 0, problem)]
        two = text(bad) + b"\n" + text(SEEDED)
        assert outline(two) == [(0, 2, 0, problem), (1, 0, 1, None)]


def test_reshuffled_deal_goes_on_as_any_other() -> None:
    _, value = long_match()
    lines = replay(Record.from_json(value)).lines
    (before, after) = next(
        (one, two)
        for one, two in itertools.pairwise(lines)
        if one["deal"] == 51 and two["deal"] == 52
    )
    assert (before["stock"], before["discards"]) == (0, 102)
    assert (after["stock"], after["discards"]) == (100, 0)
    winner = before["result"]["winner"]
    first = 1 - before["first"] if winner is None else winner
    assert after["first"] == first
    kept = [list(hand) for hand in before["hands"]]
    for seat in (0, 1):
        kept[seat].remove(before["locked"][seat])
        drawn = list(after["hands"][seat])
        drawn.remove(kept[seat][0])
        assert drawn == [value["reshuffles"][0][seat if first == 0 else 1 - seat]]
