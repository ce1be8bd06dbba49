"""The value table that the solver is shipped with; made by ``engine.one_poker.training``."""

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from engine.one_poker.position import CHIPS
from engine.one_poker.solver.deal import RANK_COUNT, Table
from engine.one_poker.solver.form import Floats

FILE: Final = "values.u16"
CARRIED_FILE: Final = "carried.f4"
_ONE: Final = 65535
"""What stands for an equity of 1 in the file."""


@cache
def value_table() -> Table:
    """Give the shipped table."""
    return unpack(files("engine.one_poker").joinpath("data", FILE).read_bytes())


@cache
def carried_table() -> Floats:
    """Give where deals of the training begin: parts by the first player's chips and both ranks."""
    data = files("engine.one_poker").joinpath("data", CARRIED_FILE).read_bytes()
    return np.frombuffer(data, dtype="<f4").reshape(CHIPS + 1, RANK_COUNT, RANK_COUNT).astype(float)


def pack(table: Table) -> bytes:
    """Write a table as 16-bit numbers, little-endian, for 1 to 39 chips."""
    return np.rint(table[1:CHIPS] * _ONE).astype("<u2").tobytes()


def unpack(data: bytes) -> Table:
    """Read a table.  Raises ValueError if the size is wrong."""
    inner = np.frombuffer(data, dtype="<u2").reshape(CHIPS - 1, RANK_COUNT, RANK_COUNT)
    table = np.zeros((CHIPS + 1, RANK_COUNT, RANK_COUNT))
    table[1:CHIPS] = inner / _ONE
    table[CHIPS] = 1.0
    table.flags.writeable = False
    return table
