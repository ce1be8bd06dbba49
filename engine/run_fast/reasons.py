"""What can truly be said for a play of Run Fast, from what its player sees.

These are facts about the play, not how a bot came to choose it. What is said of the others' cards
holds in every split of the unseen cards (`engine.run_fast.knowledge`, `engine.run_fast.endings`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.game import View
from engine.run_fast.bot import plays
from engine.run_fast.combinations import COMBINATIONS, HEAVENLY_BOMB, Combination, holds
from engine.run_fast.decomposition import Decomposition
from engine.run_fast.endings import proven
from engine.run_fast.hands import RANKS, card_set, rank_counts
from engine.run_fast.knowledge import Knowledge, knowledge

Fact: TypeAlias = Literal[
    "goes-out",
    "only-play",
    "bomb-earns",
    "sure-win",
    "highest-single",
    "out-of-reach",
    "stands",
    "keeps-bombs",
    "keeps-aces",
    "keeps-two",
    "fewest-left",
    "lowest-answer",
    "left",
]


class Reason(NamedTuple):
    """A fact about a play. `number` is how many bombs it keeps, or combinations it leaves."""

    fact: Fact
    number: int = 0


_ACE: Final = RANKS.index("A")
_TWO: Final = RANKS.index("2")
_BOMBS: Final = [play for play in COMBINATIONS if play.kind == "bomb"]


@dataclass(frozen=True, slots=True)
class _Choice:
    """A play and what it was chosen from."""

    view: View
    play: Combination
    options: Sequence[Combination]
    hand: int
    known: Knowledge

    @property
    def rest(self) -> int:
        """Rank counts of what is left of the hand."""
        return self.hand - self.play.need

    def another(self, need: int) -> bool:
        """Tell whether another play takes any of these cards."""
        return any(_common(play.need, need) for play in self.options if play != self.play)


def reasons(view: View, play: Combination) -> list[Reason]:
    """Return the facts that speak for a legal play of the view's seat, the weightiest first.

    The last one, how few combinations are left, is always there unless the play goes out.
    """
    if not view["history"] and play.kind == "bomb":
        play = HEAVENLY_BOMB
    hand = rank_counts(card_set(view["hands"][view["seat"]]))
    choice = _Choice(view, play, plays(view), hand, knowledge(view))
    found = (tell(choice) for tell in _FACTS)
    return [reason for reason in found if reason is not None]


def _common(one: int, two: int) -> bool:
    """Tell whether two combinations or hands have a rank in common."""
    return any(one >> 4 * rank & 0xF and two >> 4 * rank & 0xF for rank in range(len(RANKS)))


def _goes_out(choice: _Choice) -> Reason | None:
    return None if choice.rest else Reason("goes-out")


def _only_play(choice: _Choice) -> Reason | None:
    return Reason("only-play") if len(choice.options) == 1 else None


def _bomb_earns(choice: _Choice) -> Reason | None:
    answers = choice.play.kind == "bomb" and choice.view["table"] is not None
    sure = not choice.rest or choice.known.stands(choice.play)
    return Reason("bomb-earns") if answers and sure else None


def _sure_win(choice: _Choice) -> Reason | None:
    wins = any(play.need == choice.play.need for play in proven(choice.view))
    return Reason("sure-win") if wins else None


def _highest_single(choice: _Choice) -> Reason | None:
    if choice.known.sizes[0] != 1 or choice.play.kind != "single":
        return None
    singles = [play.top for play in choice.options if play.kind == "single"]
    return Reason("highest-single") if min(singles) < choice.play.top == max(singles) else None


def _out_of_reach(choice: _Choice) -> Reason | None:
    beyond = choice.known.sizes[0] == 1 < choice.play.size
    return Reason("out-of-reach") if beyond else None


def _stands(choice: _Choice) -> Reason | None:
    return Reason("stands") if choice.known.stands(choice.play) else None


def _keeps_bombs(choice: _Choice) -> Reason | None:
    held = [bomb for bomb in _BOMBS if holds(choice.hand, bomb.need)]
    kept = all(holds(choice.rest, bomb.need) for bomb in held)
    could_break = any(choice.another(bomb.need) for bomb in held)
    return Reason("keeps-bombs", len(held)) if kept and could_break else None


def _keeps_aces(choice: _Choice) -> Reason | None:
    pair = 2 << 4 * _ACE
    held = choice.hand >> 4 * _ACE & 0xF == 2
    kept = held and holds(choice.rest, pair) and choice.another(pair)
    return Reason("keeps-aces") if kept else None


def _keeps_two(choice: _Choice) -> Reason | None:
    two = 1 << 4 * _TWO
    return Reason("keeps-two") if holds(choice.rest, two) and choice.another(two) else None


@cache
def _fewest() -> Decomposition:
    return Decomposition((play, 1) for play in COMBINATIONS)


def _fewest_left(choice: _Choice) -> Reason | None:
    cost = _fewest().cheapest
    own = cost(choice.rest)
    others = [cost(choice.hand - play.need) for play in choice.options]
    best = own == min(others) < max(others)
    return Reason("fewest-left", own) if best and own else None


def _lowest_answer(choice: _Choice) -> Reason | None:
    if choice.view["table"] is None or len(choice.options) == 1:
        return None
    lowest = min(choice.options, key=lambda play: (play.kind == "bomb", play.top))
    return Reason("lowest-answer") if lowest.need == choice.play.need else None


def _left(choice: _Choice) -> Reason | None:
    number = _fewest().cheapest(choice.rest)
    return Reason("left", number) if number else None


_FACTS: Final[tuple[Callable[[_Choice], Reason | None], ...]] = (
    _goes_out,
    _only_play,
    _bomb_earns,
    _sure_win,
    _highest_single,
    _out_of_reach,
    _stands,
    _keeps_bombs,
    _keeps_aces,
    _keeps_two,
    _fewest_left,
    _lowest_answer,
    _left,
)
