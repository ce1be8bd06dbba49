"""The expert: makes the play from which the network expects the most points."""

import random

from engine.game import View
from engine.run_fast.bot import play_text, plays
from engine.run_fast.endings import proven
from engine.run_fast.network.features import inputs, situation
from engine.run_fast.network.model import Model, shipped


class Expert:
    """A player who has learnt from deals against itself, and sees its own cards only.

    Where some plays are proven to win whatever the others hold, it makes one of them. Without a
    `model` it takes the shipped one when it first has to choose.
    """

    def __init__(self, model: Model | None = None) -> None:
        self._model = model

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose a legal action; nothing is left to chance."""
        options = plays(view)
        if not options:
            return "pass"
        if len(options) > 1:
            options = proven(view) or options
        if len(options) > 1:
            model = self._model or shipped()
            points = model.points(*inputs(situation(view), options))
            options = [options[int(points.argmax())]]  # of equals the first listed
        return play_text(view, options[0])
