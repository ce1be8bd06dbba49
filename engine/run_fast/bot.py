"""Players of Run Fast. Each is a pure function of its seat's view."""

import random
from dataclasses import dataclass

from engine.game import View
from engine.run_fast.combinations import BY_TEXT, Combination, pick_cards
from engine.run_fast.hands import HEART_THREE, card_names, card_set


def play_text(view: View, combination: Combination) -> str:
    """Write the action that plays a legal combination from the hand of the view's seat."""
    hand = card_set(view["hands"][view["seat"]])
    # Suits matter once in a deal: the opening has to include the heart three.
    first = 0 if view["history"] else HEART_THREE
    return " ".join(["play", *card_names(pick_cards(hand, combination, first))])


def plays(view: View) -> list[Combination]:
    """Return the combinations that the view's seat may play; none where it has to pass."""
    return [BY_TEXT[text] for text in view["legal"] if text != "pass"]


@dataclass(frozen=True, slots=True)
class Random:
    """Plays any legal combination, each as likely as the next."""

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose a legal action."""
        options = plays(view)
        return play_text(view, rng.choice(options)) if options else "pass"


@dataclass(frozen=True, slots=True)
class Greedy:
    """A beginner: answers with the lowest that will do, and leads as many cards as it can.

    Bombs are spared until nothing else is left to answer with.
    """

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose a legal action; nothing is left to chance."""
        options = plays(view)
        if not options:
            return "pass"
        if view["table"] is None:
            chosen = min(options, key=lambda play: (-play.size, play.top))
        else:
            chosen = min(options, key=lambda play: (play.kind == "bomb", play.top))
        return play_text(view, chosen)
