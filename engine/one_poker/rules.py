"""The transitions of One Poker.

The seats are treated alike.  Where ``next`` starts a new deal, cards are drawn in the same way as
in the first deal: the first player first.
"""

import random
from typing import Literal

from engine.cards import Card
from engine.one_poker.actions import check_legal, plain_words, wagers
from engine.one_poker.position import ANTE, STACK, Event, Pair, Position, Settlement
from engine.one_poker.ranks import Hand, compare, hand_of, signal
from engine.shuffle import Decks


def start(decks: Decks) -> Position:
    """Deal the first deal of a match: four cards from the top, alternately, seat 0 first."""
    deck = decks.deck()
    hands = hand_of(deck[0], deck[2]), hand_of(deck[1], deck[3])
    return _new_deal(1, 0, hands, (STACK, STACK), deck[4:], (), decks, 0, ())


def apply(position: Position, text: str) -> Position:
    """Give the position after an action; IllegalAction if there is none."""
    action, total = check_legal(position, text)
    word, seat = action.word, position.turn
    if seat is None:
        return _next_deal(position)
    if word == "lock":
        return _lock(position, seat, action.argument)
    if word in ("bet", "raise"):
        return _wager(position, seat, word, total)
    history = (*position.history, (seat, word))
    if word == "fold":
        return _settle(position, "fold", position.stacks, position.wagers, history)
    if word == "check":
        if seat == position.first:
            return position._replace(turn=1 - seat, history=history)
        return _settle(position, "showdown", position.stacks, position.wagers, history)
    owed = position.wagers[1 - seat] - position.wagers[seat]
    paid = min(owed, position.stacks[seat])
    return _settle(
        position,
        "showdown",
        _added(position.stacks, seat, -paid),
        _added(position.wagers, seat, paid),
        history,
    )


def sample(position: Position, rng: random.Random) -> str:
    """Give a legal action: each kind is as likely as the others, each total within a kind too."""
    seat = position.turn
    if seat is None:
        return "next"
    draw = rng.random()
    if position.phase == "lock":
        return f"lock {position.hands[seat][draw < 0.5]}"
    plain = plain_words(position)
    possible = wagers(position)
    kind = int(draw * (len(plain) + (possible is not None)))
    if possible is None or kind < len(plain):
        return plain[kind]
    word, low, high = possible
    return f"{word} {low + int(rng.random() * (high - low + 1))}"


def _added(pair: Pair, seat: int, amount: int) -> Pair:
    return (pair[0] + amount, pair[1]) if seat == 0 else (pair[0], pair[1] + amount)


def _new_deal(
    deal: int,
    first: int,
    hands: tuple[Hand, Hand],
    stacks: Pair,
    stock: tuple[Card, ...],
    discards: tuple[Card, ...],
    decks: Decks,
    shuffles: int,
    history: tuple[Event, ...],
) -> Position:
    return Position(
        phase="lock",
        turn=first,
        deal=deal,
        first=first,
        hands=hands,
        signals=(signal(hands[0]), signal(hands[1])),
        locked=(None, None),
        stacks=(stacks[0] - ANTE, stacks[1] - ANTE),
        wagers=(0, 0),
        min_raise=1,
        stock=stock,
        discards=discards,
        settlement=None,
        decks=decks,
        shuffles=shuffles,
        history=history,
        since=len(history),
    )


def _next_deal(position: Position) -> Position:
    settlement = position.settlement
    assert settlement is not None
    winner = settlement.winner
    first = 1 - position.first if winner is None else winner
    stock, discards, shuffles = position.stock, position.discards, position.shuffles
    if len(stock) < 2:
        shuffles += 1
        stock = position.decks.reshuffle(shuffles, discards + stock)
        discards = ()
    kept0, kept1 = _kept(position, 0), _kept(position, 1)
    hands = hand_of(kept0, stock[first]), hand_of(kept1, stock[1 - first])
    history = (*position.history, (None, "next"))
    return _new_deal(
        position.deal + 1,
        first,
        hands,
        position.stacks,
        stock[2:],
        discards,
        position.decks,
        shuffles,
        history,
    )


def _kept(position: Position, seat: int) -> Card:
    one, other = position.hands[seat]
    return other if one == position.locked[seat] else one


def _lock(position: Position, seat: int, card: Card) -> Position:
    history = (*position.history, (seat, f"lock {card}"))
    theirs = position.locked[1 - seat]
    locked = (card, theirs) if seat == 0 else (theirs, card)
    if theirs is None:
        return position._replace(turn=1 - seat, locked=locked, history=history)
    if 0 in position.stacks:
        position = position._replace(locked=locked)
        return _settle(position, "showdown", position.stacks, position.wagers, history)
    return position._replace(phase="bet", turn=position.first, locked=locked, history=history)


def _wager(position: Position, seat: int, word: str, total: int) -> Position:
    more = total - position.wagers[seat]
    # An all-in below the minimum leaves the minimum as it was.
    increment = max(position.min_raise, total - position.wagers[1 - seat])
    return position._replace(
        turn=1 - seat,
        stacks=_added(position.stacks, seat, -more),
        wagers=_added(position.wagers, seat, more),
        min_raise=increment,
        history=(*position.history, (seat, f"{word} {total}")),
    )


def _settle(
    position: Position,
    kind: Literal["showdown", "fold"],
    stacks: Pair,
    wagers: Pair,
    history: tuple[Event, ...],
) -> Position:
    mine, yours = position.locked
    assert mine is not None
    assert yours is not None
    matched = min(wagers)
    refund = wagers[0] - matched, wagers[1] - matched
    pot = 2 * (ANTE + matched)
    winner: int | None
    if kind == "fold":
        assert position.turn is not None
        winner = 1 - position.turn
    else:
        sign = compare(mine, yours)
        winner = None if sign == 0 else int(sign < 0)
    shares = (pot // 2, pot // 2) if winner is None else _added((0, 0), winner, pot)
    after = stacks[0] + refund[0] + shares[0], stacks[1] + refund[1] + shares[1]
    return position._replace(
        phase="over" if 0 in after else "settled",
        turn=None,
        stacks=after,
        wagers=(0, 0),
        discards=(*position.discards, mine, yours),
        settlement=Settlement(kind, winner, pot, refund),
        history=history,
    )
