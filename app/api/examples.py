"""Examples for the OpenAPI document: the first lock of a match of One Poker."""

from typing import Final

from pydantic.config import JsonDict, JsonValue

ID: Final = "6f1ed002ab5595859014ebf0951522d9"
_VIEW: JsonDict = {
    "ply": 0,
    "phase": "lock",
    "turn": 0,
    "hands": [["4h", "Kd"], None],
    "legal": ["lock 4h", "lock Kd"],
    "deal": 1,
    "first": 0,
    "stacks": [19, 19],
    "wagers": [0, 0],
    "pot": 2,
    "min_raise": 1,
    "signals": [[1, 1], [2, 0]],
    "locked": [None, None],
    "stock": 100,
    "discards": 0,
    "seen": [],
    "seat": 0,
    "history": [],
}
_LOCKED: list[JsonValue] = [
    {"ply": 0, "seat": 0, "action": "lock Kd"},
    {"ply": 1, "seat": 1, "action": "lock"},
]
_AFTER: JsonDict = {
    **_VIEW,
    "ply": 2,
    "phase": "bet",
    "legal": ["check", "bet 1..19"],
    "locked": ["Kd", "hidden"],
    "history": _LOCKED,
}
STATE: JsonDict = {
    "id": ID,
    "game": "one-poker",
    "level": "club",
    "commitment": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
    "revision": 0,
    "events": [],
    "view": _VIEW,
}
CREATED: JsonDict = {
    "id": ID,
    "token": "0f4636c78f65d3639ece5a064b5ae753e3408614a14fb18ab4d7540d2c248543",
    **STATE,
}
PROGRESS: JsonDict = {"id": ID, "revision": 2, "events": _LOCKED, "view": _AFTER}
