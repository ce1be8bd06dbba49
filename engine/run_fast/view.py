"""What leaves the rules: the whole position for records, and what one seat sees of it.

Both name every field that they show. Nothing is built by taking away.
"""

from typing import Any

from engine.game import Snapshot, View
from engine.run_fast import rules
from engine.run_fast.hands import card_names
from engine.run_fast.rules import Position


def snapshot(position: Position) -> Snapshot:
    """Return everything about a position, with every hand: the line that `replay` prints."""
    return {
        **_public(position),
        "hands": [card_names(hand) for hand in position.hands],
        "legal": rules.legal(position),
    }


def view(position: Position, seat: int) -> View:
    """Return what a seat sees: its own hand, and what has been open to all."""
    over = rules.is_over(position)
    return {
        **_public(position),
        "hands": [
            card_names(hand) if over or owner == seat else None
            for owner, hand in enumerate(position.hands)
        ],
        "legal": rules.legal(position) if rules.turn(position) == seat else [],
        "counts": [hand.bit_count() for hand in position.hands],
        "seat": seat,
        "history": [
            {"ply": ply, "seat": actor, "action": action}
            for ply, (actor, action) in enumerate(position.history)
        ],
    }


def _public(position: Position) -> dict[str, Any]:
    """Return what all three players know alike."""
    shown: dict[str, Any] = {
        "ply": position.ply,
        "phase": "over" if rules.is_over(position) else "play",
        "turn": rules.turn(position),
        "table": _table(position),
        "passes": position.passes,
        "bonuses": list(position.bonuses),
    }
    if rules.is_over(position):
        shown["scores"] = rules.scores(position)
        shown["breakdown"] = [
            {**line._asdict(), "total": line.total} for line in rules.breakdown(position)
        ]
    return shown


def _table(position: Position) -> dict[str, Any] | None:
    table = position.table
    if table is None:
        return None
    return {
        "seat": table.seat,
        "kind": table.combination.kind,
        "cards": card_names(table.cards),
    }
