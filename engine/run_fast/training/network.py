"""The network in training: a multilayer perceptron of rectified units, and Adam, in numpy."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.run_fast.network.features import INPUTS, STATE

Floats = NDArray[np.float32]

SCALE: Final = 12.0
"""Points that are 1 at the output: about the spread of a deal's points."""


def unpack(rows: NDArray[np.uint64]) -> Floats:
    """Turn packed inputs into numbers: shape (n, WORDS) into (n, INPUTS)."""
    octets = rows.view(np.uint8).reshape(len(rows), -1)
    return np.unpackbits(octets, axis=1, bitorder="little").astype(np.float32)


class Network:
    """Weights and biases of every layer; the last has one output."""

    def __init__(self, weights: list[Floats], biases: list[Floats]) -> None:
        self.weights = weights
        self.biases = biases

    @classmethod
    def fresh(cls, hidden: Sequence[int], rng: np.random.Generator) -> "Network":
        """Start with random weights (He et al. 2015), the outputs near 0."""
        sizes = [INPUTS, *hidden, 1]
        weights = []
        for before, after in pairwise(sizes):
            # About a quarter of the inputs are set, as about half of the units are.
            spread = np.sqrt(2 / before) if after > 1 else 0.1 / np.sqrt(before)
            weights.append(rng.normal(0, spread, (before, after)).astype(np.float32))
        return cls(weights, [np.zeros(each, np.float32) for each in sizes[1:]])

    @property
    def arrays(self) -> list[Floats]:
        """All numbers that training changes."""
        return [*self.weights, *self.biases]

    def copy(self) -> "Network":
        """Copy everything."""
        return Network([each.copy() for each in self.weights], [b.copy() for b in self.biases])

    def points(self, rows: NDArray[np.uint64], counts: NDArray[np.int64]) -> Floats:
        """Return the expected points of plays: `counts` tells how many rows each decision has."""
        if not len(rows):
            return np.zeros(0, np.float32)
        bits = unpack(rows)
        first = self.weights[0]
        state = bits[np.cumsum(counts) - counts, :STATE] @ first[:STATE]
        layer = bits[:, STATE:] @ first[STATE:]
        layer += np.repeat(state + self.biases[0], counts, axis=0)
        for weight, bias in zip(self.weights[1:], self.biases[1:], strict=True):
            layer = np.maximum(layer, 0, out=layer) @ weight
            layer += bias
        return layer[:, 0] * np.float32(SCALE)

    def slopes(self, rows: NDArray[np.uint64], points: Floats) -> tuple[float, list[Floats]]:
        """Return the mean squared error over `SCALE` squared, and its slopes for `arrays`."""
        layers = [unpack(rows)]
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            layer = layers[-1] @ weight
            layer += bias
            layers.append(np.maximum(layer, 0, out=layer))
        wrong = (layers[-1] @ self.weights[-1])[:, 0] + self.biases[-1]
        wrong -= points / np.float32(SCALE)
        slope = (wrong * np.float32(2 / len(rows)))[:, None]
        weights: list[Floats] = []
        biases: list[Floats] = []
        for at in range(len(self.weights) - 1, -1, -1):
            weights.insert(0, layers[at].T @ slope)
            biases.insert(0, slope.sum(0))
            if at:
                slope = slope @ self.weights[at].T
                slope *= layers[at] > 0
        return float(np.mean(wrong * wrong)), [*weights, *biases]

    def save(self, path: Path) -> None:
        """Keep the network in a file, to go on from."""
        named = {f"w{at}": each for at, each in enumerate(self.weights)}
        named |= {f"b{at}": each for at, each in enumerate(self.biases)}
        np.savez(path, **named)  # type: ignore[arg-type]

    def ship(self, path: Path) -> None:
        """Write the file that `engine.run_fast.network.model.read` reads: weights of 16 bits."""
        named = {f"w{at}": each.astype("<f2") for at, each in enumerate(self.weights)}
        named |= {f"b{at}": each.astype("<f4") for at, each in enumerate(self.biases)}
        np.savez(path, scale=np.float64(SCALE), **named)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> "Network":
        """Read what `save` or `ship` has written."""
        with np.load(path) as kept:
            layers = range(len(kept.files) // 2)
            return cls(
                [kept[f"w{at}"].astype(np.float32) for at in layers],
                [kept[f"b{at}"].astype(np.float32) for at in layers],
            )


class Trainer:
    """Changes a network by Adam (Kingma and Ba 2015) on squared errors.

    `average` is the moving average of the network over the steps, which plays better.
    """

    def __init__(self, network: Network, averaging: float = 0.999) -> None:
        self.network = network
        self.average = network.copy()
        self.averaging = averaging
        self.steps = 0
        self._first = [np.zeros_like(each) for each in network.arrays]
        self._second = [np.zeros_like(each) for each in network.arrays]

    def step(self, rows: NDArray[np.uint64], points: Floats, rate: float) -> float:
        """Learn from a batch and return its mean squared error in points."""
        error, slopes = self.network.slopes(rows, points)
        self._adam(slopes, rate)
        return error * SCALE**2

    def _adam(self, slopes: list[Floats], rate: float) -> None:
        self.steps += 1
        pace = np.float32(rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps))
        follow = np.float32(1 - min(self.averaging, self.steps / (self.steps + 10)))
        for value, mean, slope, first, second in zip(
            self.network.arrays,
            self.average.arrays,
            slopes,
            self._first,
            self._second,
            strict=True,
        ):
            first += np.float32(0.1) * (slope - first)
            second += np.float32(0.001) * (slope * slope - second)
            value -= pace * first / (np.sqrt(second) + np.float32(1e-8))
            mean += follow * (value - mean)
