"""Worlds of One Poker that a seat cannot tell apart."""

import random
from collections import defaultdict

from engine.one_poker import GAME, Position
from engine.one_poker.ranks import UP
from engine.shuffle import FixedDecks


def another_world(position: Position, seat: int, rng: random.Random) -> Position:
    """Deal the whole match again so that the seat sees nothing of it.

    The cards that the other holds and the seat has never seen trade places with cards of the same
    group in the stock, the rest of the stock is shuffled, and the other may have locked another
    card in a deal that is not settled.  The match is then played again from the first card.
    """
    other = 1 - seat
    decks, hands = deck_places(position)
    places = list(hands[other])
    if position.settlement is not None:
        played = position.locked[other]
        places.remove(next(place for place in places if decks[place[0]][place[1]] == played))
    last = len(decks) - 1
    # Who counts the cards of a reshuffle knows what was kept through it.
    places = [place for place in places if place[0] == last]
    free = [(last, i) for i in range(len(decks[last]) - len(position.stock), len(decks[last]))]
    by_group: defaultdict[bool, list[tuple[int, int]]] = defaultdict(list)
    for k, i in places + free:
        by_group[decks[k][i][0] in UP].append((k, i))
    # The groups of what the other holds are public; where the stock's groups lie is not.
    cards: dict[tuple[int, int], str] = {}
    rest: list[str] = []
    for group in by_group.values():
        values = [decks[k][i] for k, i in group]
        rng.shuffle(values)
        fixed = [place for place in group if place in places]
        cards.update(zip(fixed, values, strict=False))
        rest += values[len(fixed) :]
    rng.shuffle(rest)
    cards.update(zip([place for place in free if place not in cards], rest, strict=True))
    for (k, i), card in cards.items():
        decks[k][i] = card
    world = GAME.start(FixedDecks(tuple(decks[0]), tuple(map(tuple, decks[1:]))))
    for ply, (who, action) in enumerate(position.history):
        unknown = who == other and ply >= position.since and position.settlement is None
        if unknown and action.startswith("lock"):
            action = rng.choice(GAME.legal(world))
        world = GAME.apply(world, action)
    return world


def deck_places(
    position: Position,
) -> tuple[list[list[str]], tuple[list[tuple[int, int]], list[tuple[int, int]]]]:
    """All decks of the match so far, and where in them the cards in hand come from."""
    world = GAME.start(position.decks)
    decks = [list(position.decks.deck())]
    hands = [(0, 0), (0, 2)], [(0, 1), (0, 3)]
    used = 4
    for _, action in position.history:
        before = world
        world = GAME.apply(world, action)
        if action != "next":
            continue
        if world.shuffles != before.shuffles:
            cards = before.discards + before.stock
            decks.append(list(position.decks.reshuffle(world.shuffles, cards)))
            used = 0
        k = len(decks) - 1
        for seat in (0, 1):
            locked = before.locked[seat]
            gone = next(place for place in hands[seat] if decks[place[0]][place[1]] == locked)
            hands[seat].remove(gone)
            hands[seat].append((k, used + (seat != world.first)))
        used += 2
    return decks, hands
