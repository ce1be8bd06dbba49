"""Deals for the tests of Run Fast, and its rules stated a second time, card by card.

Nothing here uses the tables of `engine.run_fast.combinations`.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine.game import IllegalAction
from engine.run_fast import GAME, rules
from engine.run_fast.rules import Position
from engine.shuffle import FixedDecks

ORDER = "3456789TJQKA2"


class Shape(NamedTuple):
    kind: str
    size: int
    top: int


def rank_text(names: Sequence[str]) -> str:
    return "".join(sorted((name[0] for name in names), key=ORDER.index))


def shape(names: Sequence[str]) -> Shape | None:
    """Say what these cards (or bare ranks) are, straight from the table of combinations."""
    counter = Counter(ORDER.index(name[0]) for name in names)
    low, top, size = min(counter), max(counter), len(names)
    each = set(counter.values())
    if low == top:
        kind = {1: "single", 2: "pair", 3: "triple", 4: "bomb"}[size]
        return Shape("bomb" if size == 3 and ORDER[top] == "A" else kind, size, top)
    in_sequence = len(counter) == top - low + 1 and ORDER[top] != "2"
    if in_sequence and each == {1} and 5 <= size <= 12:
        return Shape("straight", size, top)
    if in_sequence and each == {2} and 4 <= size <= 16:
        return Shape("pair-run", size, top)
    return None


def answers(play: Shape, table: Shape) -> bool:
    """Say whether a play beats another one, neither being the heavenly bomb."""
    if play.kind == table.kind == "bomb":
        return play.top > table.top
    if play.kind == "bomb":
        return True
    return (play.kind, play.size) == (table.kind, table.size) and play.top > table.top


@cache
def every_text() -> tuple[str, ...]:
    """List the rank patterns of all combinations, in the order in which legal plays are listed."""
    runs = [ORDER[low:end] for low in range(12) for end in range(low + 1, 13)]
    texts = [run for run in runs if len(run) >= 5]
    texts += ["".join(rank * 2 for rank in run) for run in runs if 2 <= len(run) <= 8]
    for rank in ORDER[:12]:
        texts += [rank, rank * 2, rank * 3] + [rank * 4] * (rank != "A")
    texts.append("2")
    texts.sort(key=lambda text: (len(text), [ORDER.index(rank) for rank in text]))
    return tuple(texts)


def expected_legal(position: Position) -> list[str]:
    """Say what may be played in a position that isn't over."""
    view = GAME.snapshot(position)
    held = rank_text(view["hands"][view["turn"]])
    # A pattern lists equal ranks together, and so does a sorted hand.
    options = [
        text for text in every_text() if all(rank * text.count(rank) in held for rank in text)
    ]
    if view["ply"] == 0:
        options = [text for text in options if "3" in text]
    if view["table"] is not None:
        on_table = shape(view["table"]["cards"])
        assert on_table is not None
        heavenly = view["table"]["kind"] == "heavenly-bomb"
        options = [text for text in options if not heavenly and answers(_known(text), on_table)]
    return options or ["pass"]


@cache
def _known(text: str) -> Shape:
    found = shape(text)
    assert found is not None
    return found


def expected_bonuses(position: Position) -> tuple[int, ...]:
    """Account for the bombs of a history once more, round by round."""
    bonuses = [0, 0, 0]
    answer: int | None = None
    on_table = False
    passes = 0
    for ply, (seat, action) in enumerate(position.history):
        if action == "pass":
            passes += 1
        else:
            found = _known(rank_text(action.split()[1:]))
            answer = seat if found.kind == "bomb" and on_table else None
            on_table, passes = True, 0
        last = ply == position.ply - 1 and rules.is_over(position)
        if answer is not None and (passes == 2 or last):
            for payer in range(3):
                bonuses[payer] += 20 if payer == answer else -10
        if passes == 2:
            answer, on_table, passes = None, False, 0
    return tuple(bonuses)


def decks_of(hands: Sequence[Sequence[str]]) -> FixedDecks:
    """Stack a deck that deals these hands."""
    return FixedDecks(tuple(name for round_ in zip(*hands, strict=True) for name in round_))


def dealt(*wishes: str) -> Position:
    """Deal the cards wished for by seat, and fill the hands up with the others in pack order."""
    hands = [wish.split() for wish in wishes] + [[] for _ in range(3 - len(wishes))]
    taken = {name for hand in hands for name in hand}
    rest = [name for name in GAME.pack if name not in taken]
    for hand in hands:
        missing = 16 - len(hand)
        hand += rest[:missing]
        rest = rest[missing:]
    return GAME.start(decks_of(hands))


def played(position: Position, *actions: str) -> Position:
    for action in actions:
        position = GAME.apply(position, action)
    return position


def first_hands(position: Position) -> list[list[str]]:
    """Put the cards that have been played back into the hands."""
    hands: list[list[str]] = GAME.snapshot(position)["hands"]
    for seat, action in position.history:
        hands[seat] += action.split()[1:]
    return hands


def other_worlds(position: Position, seat: int, rng: random.Random) -> Iterator[Position]:
    """Deal the cards that a seat can't see in other ways that explain the same public play.

    Some of the cards still held by the others change places; what remains are the worlds in which
    every play and every forced pass so far was legal.
    """
    left, right = (other for other in range(3) if other != seat)
    held = GAME.snapshot(position)["hands"]
    for _ in range(8):
        hands = first_hands(position)
        most = min(len(held[left]), len(held[right]))
        number = rng.randint(1, most)
        given, taken = rng.sample(held[left], number), rng.sample(held[right], number)
        hands[left] = [name for name in hands[left] if name not in given] + taken
        hands[right] = [name for name in hands[right] if name not in taken] + given
        world = GAME.start(decks_of(hands))
        try:
            for _, action in position.history:
                world = GAME.apply(world, action)
        except IllegalAction:
            continue
        if GAME.turn(world) == GAME.turn(position):
            yield world


def random_decks(rng: random.Random) -> FixedDecks:
    deck = list(GAME.pack)
    rng.shuffle(deck)
    return FixedDecks(tuple(deck))


def random_deal(rng: random.Random) -> Iterator[Position]:
    """Play a deal of random actions and yield every position, the last one too."""
    position = GAME.start(random_decks(rng))
    while not GAME.is_over(position):
        yield position
        position = GAME.apply(position, GAME.sample(position, rng))
    yield position


def suits_for(text: str, hand: Sequence[str], rng: random.Random) -> list[str]:
    """Choose cards of the hand at random for a rank pattern."""
    cards: list[str] = []
    for rank, wanted in Counter(text).items():
        cards += rng.sample([name for name in hand if name[0] == rank], wanted)
    rng.shuffle(cards)
    return cards
