"""What is shown of a One Poker position: all of it for replays, or what one seat may see."""

from engine.cards import ACE_HIGH, in_order
from engine.game import Snapshot, View
from engine.one_poker.actions import legal
from engine.one_poker.position import Position


def snapshot(position: Position) -> Snapshot:
    """Give everything but the history, as a line of ``replay``."""
    shown = _public(position)
    shown["hands"] = [list(hand) for hand in position.hands]
    shown["legal"] = legal(position)
    shown["locked"] = list(position.locked)
    return shown


def view(position: Position, seat: int) -> View:
    """Give what a seat may see.

    Another's lock is ``hidden`` until the deal is settled, another's hand is always null, and
    ``seen`` lists the discard pile in printed order.
    """
    other = 1 - seat
    settled = position.settlement is not None
    shown = _public(position)
    hands: list[list[str] | None] = [None, None]
    hands[seat] = list(position.hands[seat])
    shown["hands"] = hands
    shown["legal"] = legal(position) if position.turn in (seat, None) else []
    locked = list(position.locked)
    if not settled and locked[other] is not None:
        locked[other] = "hidden"
    shown["locked"] = locked
    shown["seen"] = list(in_order(position.discards, ACE_HIGH))
    shown["seat"] = seat
    hidden_from = position.ply if settled else position.since
    shown["history"] = [
        {"ply": ply, "seat": who, "action": action}
        if ply < hidden_from or who != other or not action.startswith("lock")
        else {"ply": ply, "seat": who, "action": "lock"}
        for ply, (who, action) in enumerate(position.history)
    ]
    return shown


def _public(position: Position) -> Snapshot:
    """Give what both seats may see, with places for what depends on the seat."""
    shown: Snapshot = {
        "ply": position.ply,
        "phase": position.phase,
        "turn": position.turn,
        "hands": None,
        "legal": None,
        "deal": position.deal,
        "first": position.first,
        "stacks": list(position.stacks),
        "wagers": list(position.wagers),
        "pot": position.pot,
        "min_raise": position.min_raise,
        "signals": [list(signal) for signal in position.signals],
        "locked": None,
        "stock": len(position.stock),
        "discards": len(position.discards),
    }
    settlement = position.settlement
    if settlement is not None:
        shown["result"] = {
            "kind": settlement.kind,
            "winner": settlement.winner,
            "pot": settlement.pot,
            "refund": list(settlement.refund),
        }
    return shown
