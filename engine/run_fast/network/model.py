"""The network that is shipped: from the inputs of a decision to the points that each play scores.

Weights are kept as numbers of 16 bits and used as numbers of 32. `network.json` beside them tells
how they were made and what they scored.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import IO, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.run_fast.network.features import STATE, Inputs

Floats: TypeAlias = NDArray[np.float32]

FILE: Final = "network.npz"
MANIFEST: Final = "network.json"
_DIGITS: Final = 3
"""Decimals of a point that count: those after them differ from machine to machine."""


class Model:
    """A perceptron of rectified units, one output: points from now on, over `scale`.

    `weights` has the matrix of each layer, inputs by outputs, and `biases` what is added.
    """

    def __init__(self, weights: Sequence[Floats], biases: Sequence[Floats], scale: float) -> None:
        first, *self._weights = (each.astype(np.float32) for each in weights)
        self._biases = [each.astype(np.float32) for each in biases]
        self._of_state, self._of_play = first[:STATE], first[STATE:]
        self._scale = scale

    def points(self, state: Inputs, plays: Inputs) -> NDArray[np.float64]:
        """Return what each play scores from now on, rounded to thousandths of a point.

        `state` and `plays` are what `engine.run_fast.network.features.inputs` gives.
        """
        # The inputs are 0 or 1: the product with the state is the sum of a few rows.
        layer = plays.astype(np.float32) @ self._of_play
        layer += self._of_state[state.astype(bool)].sum(axis=0) + self._biases[0]
        for weight, bias in zip(self._weights, self._biases[1:], strict=True):
            layer = np.maximum(layer, 0) @ weight + bias
        return np.round(layer[:, 0].astype(np.float64) * self._scale, _DIGITS)


def read(file: IO[bytes]) -> Model:
    """Read a model.  Raises ValueError or KeyError if the file is something else."""
    with np.load(file, allow_pickle=False) as kept:
        layers = range(sum(name.startswith("w") for name in kept.files))
        return Model(
            [kept[f"w{at}"] for at in layers],
            [kept[f"b{at}"] for at in layers],
            float(kept["scale"]),
        )


@cache
def shipped() -> Model:
    """Give the shipped model."""
    with files("engine.run_fast").joinpath("data", FILE).open("rb") as file:
        return read(file)
