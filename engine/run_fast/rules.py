"""The course of a deal of Run Fast: positions, which never change, and the step between them."""

from typing import Final, NamedTuple

from engine.game import IllegalAction
from engine.run_fast.combinations import (
    HEAVENLY_BOMB,
    Combination,
    answers,
    beats,
    classify,
    leads,
    opening_leads,
    same_shape,
)
from engine.run_fast.hands import BITS, HEART_THREE, card_names, card_set, rank_counts
from engine.run_fast.settlement import Line, settle, with_bomb_bonus
from engine.shuffle import Decks

SEATS: Final = 3


class Play(NamedTuple):
    """The play on the table."""

    seat: int
    combination: Combination
    cards: int
    earns: bool
    """Whether this is a bomb over another player's combination: the bonus if nothing beats it."""


class Position(NamedTuple):
    """A moment of a deal. Hands are sets of cards (see `hands`), by seat."""

    hands: tuple[int, ...]
    mover: int
    """The seat to act; once the deal is over, the one that went out."""
    table: Play | None
    passes: int
    """Passes in a row since the play on the table."""
    bonuses: tuple[int, ...]
    """Bomb bonuses settled so far, by seat."""
    history: tuple[tuple[int, str], ...]
    """Every action so far: the seat, and the text in its one canonical form."""

    @property
    def ply(self) -> int:
        """The number of actions so far."""
        return len(self.history)


def start(decks: Decks) -> Position:
    """Deal one card at a time from seat 0; the holder of the heart three begins."""
    deck = decks.deck()
    hands = tuple(card_set(deck[seat::SEATS]) for seat in range(SEATS))
    opener = next(seat for seat, hand in enumerate(hands) if hand & HEART_THREE)
    return Position(hands, opener, None, 0, (0,) * SEATS, ())


def is_over(position: Position) -> bool:
    """Tell whether a hand is empty."""
    return 0 in position.hands


def turn(position: Position) -> int | None:
    """Return the seat to act, or None when the deal is over."""
    return None if is_over(position) else position.mover


def playable(position: Position) -> list[Combination]:
    """Return the combinations that the mover may play, in the order of the listing."""
    counts = rank_counts(position.hands[position.mover])
    if position.table is not None:
        return answers(counts, position.table.combination)
    # Whoever opens holds the heart three, so any combination with a three can include it.
    return leads(counts) if position.history else opening_leads(counts)


def legal(position: Position) -> list[str]:
    """Return what may be done now: rank patterns, or just ``pass`` where that is forced."""
    if is_over(position):
        return []
    return [combination.text for combination in playable(position)] or ["pass"]


def apply(position: Position, action: str) -> Position:
    """Return the position after an action; `IllegalAction` if the rules forbid it."""
    if is_over(position):
        raise IllegalAction("match-over", [])
    word, *names = action.split(" ")
    if word == "pass" and not names:
        return _pass(position)
    if word != "play" or not names or not BITS.keys() >= set(names) or len(set(names)) < len(names):
        raise IllegalAction("not-an-action", legal(position))
    return _play(position, card_set(names))


def _pass(position: Position) -> Position:
    table = position.table
    if table is None:
        raise IllegalAction("leader-must-play", legal(position))
    if playable(position):
        raise IllegalAction("must-beat", legal(position))
    after = position._replace(
        mover=(position.mover + 1) % SEATS,
        passes=position.passes + 1,
        history=(*position.history, (position.mover, "pass")),
    )
    if after.passes < SEATS - 1:
        return after
    # The round is over, and its last player leads.
    bonuses = after.bonuses
    return after._replace(
        table=None,
        passes=0,
        bonuses=with_bomb_bonus(bonuses, table.seat) if table.earns else bonuses,
    )


def _play(position: Position, cards: int) -> Position:
    seat, hand, table = position.mover, position.hands[position.mover], position.table
    combination = _checked(position, cards)
    earns = combination.kind == "bomb" and table is not None
    rest = hand ^ cards
    bonuses = position.bonuses
    if not rest and earns:
        bonuses = with_bomb_bonus(bonuses, seat)
    return Position(
        hands=tuple(rest if at == seat else other for at, other in enumerate(position.hands)),
        mover=(seat + 1) % SEATS if rest else seat,
        table=Play(seat, combination, cards, earns),
        passes=0,
        bonuses=bonuses,
        history=(*position.history, (seat, " ".join(["play", *card_names(cards)]))),
    )


def _checked(position: Position, cards: int) -> Combination:
    """Return what these cards are; `IllegalAction` with the first rule that they break."""
    if cards & ~position.hands[position.mover]:
        raise IllegalAction("not-in-hand", legal(position))
    combination = classify(cards)
    if combination is None:
        raise IllegalAction("not-a-combination", legal(position))
    if not position.history:
        if not cards & HEART_THREE:
            raise IllegalAction("needs-heart-three", legal(position))
        return HEAVENLY_BOMB if combination.kind == "bomb" else combination
    if position.table is None or beats(combination, position.table.combination):
        return combination
    bomb = combination.kind == "bomb"
    if bomb or same_shape(combination, position.table.combination):
        raise IllegalAction("too-low", legal(position))
    raise IllegalAction("wrong-shape", legal(position))


def breakdown(position: Position) -> list[Line]:
    """Return the settlement by seat of a deal that is over."""
    return settle(position.hands, position.bonuses)


def scores(position: Position) -> list[int] | None:
    """Return the points by seat, which add up to 0, or None while the deal goes on."""
    return [line.total for line in breakdown(position)] if is_over(position) else None
