"""Endings of Run Fast by plain enumeration of every split of the unseen cards: slow and simple.

What `engine.run_fast.endings` says is compared with this. Nothing of its search is used.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from engine.game import View
from engine.run_fast.bot import plays, unseen
from engine.run_fast.combinations import (
    HEAVENLY_BOMB,
    Combination,
    answers,
    classify,
    leads,
)
from engine.run_fast.hands import RANKS, card_set, rank_counts

_SEATS: Final = 3
_MOST: Final = 1 << 16


class Pass(NamedTuple):
    """A pass on `table`, and the rank counts that this seat has played since."""

    seat: int
    table: Combination
    since: int


def passes(view: View) -> list[Pass]:
    """List all passes of a view's history."""
    found: list[Pass] = []
    table: Combination | None = None
    row = 0
    for event in view["history"]:
        seat, names = event["seat"], event["action"].split()[1:]
        if names:
            cards = card_set(names)
            found = [
                each._replace(since=each.since + rank_counts(cards)) if each.seat == seat else each
                for each in found
            ]
            table, row = classify(cards), 0
            if not event["ply"] and table and table.kind == "bomb":
                table = HEAVENLY_BOMB
            continue
        assert table
        found.append(Pass(seat, table, 0))
        row += 1
        if row == _SEATS - 1:
            table, row = None, 0
    return found


def splits(view: View, *, with_passes: bool = True) -> list[tuple[int, int]]:
    """List the hands by rank counts, the next player's first, that explain what was seen."""
    seat = view["seat"]
    first, second = (seat + 1) % _SEATS, (seat + 2) % _SEATS
    rest = unseen(view)
    known = passes(view) if with_passes else []
    return [
        (hand, rest - hand)
        for hand in _hands(rest, view["counts"][first], 0)
        if not any(
            answers(each.since + (hand if each.seat == first else rest - hand), each.table)
            for each in known
            if each.seat in (first, second)
        )
    ]


def _hands(counts: int, size: int, rank: int) -> Iterator[int]:
    """Give every choice of so many cards among rank counts, from one rank on."""
    if not size:
        yield 0
    elif rank < len(RANKS):
        for number in range(min(size, counts >> 4 * rank & 0xF) + 1):
            for hand in _hands(counts, size - number, rank + 1):
                yield hand + (number << 4 * rank)


class Moment(NamedTuple):
    """A moment with all hands open, by seat; the player in question is seat 0."""

    hands: tuple[int, int, int]
    mover: int
    table: Combination | None
    owner: int
    passed: int


def _options(moment: Moment) -> list[Combination | None]:
    counts = moment.hands[moment.mover]
    if moment.table is None:
        return [*leads(counts)]
    return [*answers(counts, moment.table)] or [None]


def _after(moment: Moment, play: Combination | None) -> Moment:
    hands, mover, table, owner, passed = moment
    following = (mover + 1) % _SEATS
    if play is None:
        if passed + 1 == _SEATS - 1:
            return Moment(hands, owner, None, owner, 0)
        return Moment(hands, following, table, owner, passed + 1)
    left = [count - play.need if seat == mover else count for seat, count in enumerate(hands)]
    return Moment((left[0], left[1], left[2]), following, play, mover, 0)


@lru_cache(_MOST)
def wins_open(moment: Moment) -> bool:
    """Tell whether seat 0 goes out first with all hands open, the others playing as one."""
    if 0 in moment.hands:
        return not moment.hands[0]
    results = (wins_open(_after(moment, play)) for play in _options(moment))
    return any(results) if moment.mover == 0 else all(results)


@lru_cache(_MOST)
def wins(worlds: frozenset[Moment]) -> bool:
    """Tell whether one way to play wins for seat 0 in all of these worlds, which look alike."""
    one = next(iter(worlds))
    if any(0 in world.hands for world in worlds):
        return not one.hands[0]
    if one.mover == 0:
        return any(
            wins(frozenset(_after(world, play) for world in worlds)) for play in _options(one)
        )
    seen: dict[Combination | None, set[Moment]] = {}
    for world in worlds:
        for play in _options(world):
            seen.setdefault(play, set()).add(_after(world, play))
    return all(wins(frozenset(after)) for after in seen.values())


def worlds_of(view: View, *, with_passes: bool = True) -> frozenset[Moment]:
    """Give every split of the unseen cards as a moment, the view's seat being seat 0."""
    seat, table = view["seat"], view["table"]
    hand = rank_counts(card_set(view["hands"][seat]))
    owner = (table["seat"] - seat) % _SEATS if table else 0
    on_table = classify(card_set(table["cards"])) if table else None
    if table and table["kind"] == "heavenly-bomb":
        on_table = HEAVENLY_BOMB
    mover = (view["turn"] - seat) % _SEATS
    return frozenset(
        Moment((hand, *others), mover, on_table, owner, view["passes"])
        for others in splits(view, with_passes=with_passes)
    )


def sure(view: View, *, with_passes: bool = True) -> list[Combination]:
    """List the plays that win against every split with what the player knows then."""
    worlds = worlds_of(view, with_passes=with_passes)
    return [
        play for play in plays(view) if wins(frozenset(_after(world, play) for world in worlds))
    ]


def sure_if_open(view: View, *, with_passes: bool = True) -> list[Combination]:
    """List the plays that win against every split if the hands are laid open afterwards."""
    worlds = worlds_of(view, with_passes=with_passes)
    return [play for play in plays(view) if all(wins_open(_after(world, play)) for world in worlds)]
