"""Players of Run Fast. Each is a pure function of its seat's view."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.game import View
from engine.run_fast.combinations import BY_TEXT, COMBINATIONS, Combination, Kind, pick_cards
from engine.run_fast.decomposition import Decomposition, falls, stands
from engine.run_fast.hands import HEART_THREE, PACK, card_names, card_set, rank_counts


def play_text(view: View, combination: Combination) -> str:
    """Write the action that plays a legal combination from the hand of the view's seat."""
    hand = card_set(view["hands"][view["seat"]])
    # Suits matter once in a deal: the opening has to include the heart three.
    first = 0 if view["history"] else HEART_THREE
    return " ".join(["play", *card_names(pick_cards(hand, combination, first))])


def unseen(view: View) -> int:
    """Return the rank counts of the cards in the other hands, from what the seat knows."""
    known = card_set(view["hands"][view["seat"]])
    for event in view["history"]:
        known |= card_set(event["action"].split()[1:])
    return rank_counts(card_set(PACK) ^ known)


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


_GOES_OUT: Final = 1_000_000
"""More than anything else adds up to."""


class Cost(NamedTuple):
    """What combinations of one kind cost: `base`, less `by_rank` per rank of the top over 3."""

    base: int
    by_rank: int


@dataclass(frozen=True, slots=True)
class Weights:
    """What `Decomposer` goes by, in thousandths of about one lead: whole numbers add up exactly."""

    costs: Mapping[Kind, Cost]
    two: int
    """Cost of the spade two."""
    bomb: int
    """Gain of a bomb over another player's combination."""
    stands: int
    """Gain of a play that nobody can beat."""
    caution: int
    """Loss for each rank that a single is below one's highest if the next player has one card."""

    def price(self, play: Combination) -> int:
        """Return what a combination costs as part of a hand."""
        if play.text == "2":
            return self.two
        cost = self.costs[play.kind]
        return cost.base - cost.by_rank * play.top


TUNED: Final = Weights(
    costs={
        "single": Cost(1049, 94),
        "pair": Cost(960, 98),
        "triple": Cost(869, 75),
        "straight": Cost(1152, 17),
        "pair-run": Cost(905, 17),
        "bomb": Cost(-1503, 0),
    },
    two=-474,
    bomb=1093,
    stands=200,
    caution=264,
)
"""Found by hill-climbing from weights set by hand: one to three weights at a time were changed at
random, and kept if the player scored more against two `Greedy` and against two players with the
first weights, on the same deals and then again on fresh ones. Weights that made no difference in
the end were left out. Against two `Greedy` this scores about 5 points a deal."""


class Decomposer:
    """A club player: keeps the hand that takes the fewest leads to be rid of.

    Of the legal plays it takes the one which leaves the cheapest rest, with a gain for bombs that
    earn and plays that stand, and caution with singles while the next player has one card. Once
    it can go out whatever the others hold, it does.
    """

    def __init__(self, weights: Weights = TUNED) -> None:
        self._weights = weights
        self._hands = Decomposition((play, weights.price(play)) for play in COMBINATIONS)

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose a legal action; nothing is left to chance."""
        options = plays(view)
        if len(options) > 1:
            loss = self._losses(view, options)
            options.sort(key=lambda play: loss[play])  # stable: of equals the first listed
        return play_text(view, options[0]) if options else "pass"

    def _losses(self, view: View, options: list[Combination]) -> dict[Combination, int]:
        weights, seat = self._weights, view["seat"]
        counts = rank_counts(card_set(view["hands"][seat]))
        others = unseen(view)
        next_one, one_after = (view["counts"][(seat + step) % 3] for step in (1, 2))
        most = max(next_one, one_after)
        falling = falls(counts, others, most)
        highest = max((play.top for play in options if play.kind == "single"), default=0)
        losses = {}
        for play in options:
            rest = counts - play.need
            loss = self._hands.cheapest(rest)
            if play.kind == "bomb" and view["table"] is not None:
                loss -= weights.bomb
            if not rest:
                loss -= 2 * _GOES_OUT
            elif stands(play, others, most):
                loss -= weights.stands
                if falling.cheapest(rest) <= 1:
                    loss -= _GOES_OUT
            if play.kind == "single" and next_one == 1:
                loss += weights.caution * (highest - play.top)
            losses[play] = loss
        return losses
