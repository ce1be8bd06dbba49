"""What the bots at a table remember, as the bytes that are stored beside the record."""

import struct
from collections.abc import Sequence

from engine.memory import NOTHING


def pack(memories: Sequence[bytes]) -> bytes | None:
    """Join the memories, by seat; None if nobody remembers anything."""
    if not any(memories):
        return None
    return _lengths(len(memories)).pack(*map(len, memories)) + b"".join(memories)


def unpack(stored: bytes | None, seats: int) -> list[bytes]:
    """Give the memories by seat; nothing for each seat if the bytes can't be theirs."""
    nothing, head = [NOTHING] * seats, _lengths(seats)
    if stored is None or len(stored) < head.size:
        return nothing
    lengths, place, found = head.unpack_from(stored), head.size, []
    for length in lengths:
        found.append(bytes(stored[place : place + length]))
        place += length
    return found if place == len(stored) else nothing


def _lengths(seats: int) -> struct.Struct:
    return struct.Struct(f"<{seats}I")
