"""How a game's views and actions are written as numbers, for programs that learn."""

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.game import View

Numbers: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]


class Coding(Protocol):
    """One game's numbering.  It sees views only, so it can't tell more than a seat may know."""

    @property
    def actions(self) -> int:
        """How many actions are numbered."""
        ...

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        ...

    def observe(self, view: View) -> Numbers:
        """Write what the seat sees as numbers from 0 to 1, itself first."""
        ...

    def mask(self, view: View) -> Mask:
        """Mark with 1 what this seat may do now."""
        ...

    def text(self, view: View, action: int) -> str:
        """Write an action's number as its text; ``not-an-action`` gives an empty one."""
        ...


def one_hot(place: int | None, size: int) -> list[float]:
    """Write a place as zeros and one 1; None as zeros alone."""
    return [float(place == at) for at in range(size)]
