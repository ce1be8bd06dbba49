"""What the signals of a deal are worth, roughly: to take their luck out of results."""

import numpy as np

from engine.one_poker.solver.deal import FIRST_UP, RANK_COUNT, Table
from engine.one_poker.solver.public import Public
from engine.one_poker.training.fixed_point import Settings, Training, add_values, spots

UP = (np.arange(RANK_COUNT) >= FIRST_UP).astype(int)


def draw_values(table: Table, flow: np.ndarray, iterations: int = 100) -> np.ndarray:
    """Give the first player's equity less 1/2: [chips, UP drawn, UP drawn, carried, carried]."""
    training = Training(Settings(iterations=iterations, late=0), table, flow)
    parts = np.zeros((41, 2, 2, RANK_COUNT, RANK_COUNT))
    for spot in spots():
        aim = np.zeros_like(table)
        add_values(aim, training.solve(spot))
        parts[spot.chips, int(spot.drawn[0]), int(spot.drawn[1])] += aim[spot.chips]
    fresh = np.full(RANK_COUNT, 8)
    return np.asarray(parts / draw_chances(fresh)[None])


def draw_chances(unseen: np.ndarray) -> np.ndarray:
    """Give the chances of the groups drawn: [UP drawn, UP drawn, carried, carried]."""
    left = unseen.sum() - 2.0
    up = (unseen * UP).sum() - UP[:, None] - UP[None, :]
    counts = left - up, up
    result = np.empty((2, 2, RANK_COUNT, RANK_COUNT))
    for one in (0, 1):
        for two in (0, 1):
            result[one, two] = counts[one] * (counts[two] - (one == two)) / left / (left - 1.0)
    return result


def signal_luck(values: np.ndarray, found: Public, chances: np.ndarray) -> float:
    """Give how much better the signals are for the first player than on average.

    ``chances`` are those of the carried ranks, by seat, before the signals were known.
    """
    first = found.first
    carried = chances if first == 0 else chances.T
    joint = np.maximum(draw_chances(found.unseen), 0.0) * carried
    joint = joint / joint.sum()
    worth = values[found.chips[first]]
    ups = found.signals[first][0], found.signals[1 - first][0]
    agree = np.zeros_like(joint)
    for one in (0, 1):
        for two in (0, 1):
            agree[one, two] = (UP + one == ups[0])[:, None] & (UP + two == ups[1])[None, :]
    seen = joint * agree
    return float((seen * worth).sum() / seen.sum() - (joint * worth).sum())
