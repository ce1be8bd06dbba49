"""One Poker against a second account of its rules, and the examples of the rules page."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import IllegalAction
from engine.one_poker import GAME, Position
from engine.one_poker.ranks import PACK, RANK, UP, compare
from engine.shuffle import FixedDecks
from tests.engine.playing import playout

CARDS = sorted(set(PACK))
NOT_ACTIONS = [
    "",
    " ",
    "lock",
    "bet",
    "raise",
    "bet ",
    "raise  3",
    " check",
    "check ",
    "check\n",
    "check 1",
    "call 3",
    "fold fold",
    "next 2",
    "bet 3 4",
    "bet\t3",
    "bet 3\n",
    "bet\u00a03",
    "bet 3\u00a0",
    "bet\u20283",
    "BET 3",
    "Check",
    "lock kh",
    "lock KH",
    "lock 10h",
    "lock K",
    "lock Kh Kh",
    "lock K\u2665",
    "lock Xx",
    "play 3h",
    "pass",
    "all-in",
    "\x00",
    "che\u0441k",
    "lock " + "K" * 10_000,
    "bet" * 10_000,
]
NOT_WHOLE = [
    "2.5", "1e1", "x", "+", "-", "--3", "+-3", "3+", "3.", "1_0", "0x3", "1,000", "\u0663",
    "\uff13", "\u00b2", "3..9", "\u22123", "nan", "inf",
]  # fmt: skip
ODD_NUMBERS = {
    "+3": 3,
    "03": 3,
    "+0019": 19,
    "-0": 0,
    "+0": 0,
    "000": 0,
    "-1": -1,
    "9" * 5000: 10**9,
    "-" + "9" * 5000: -(10**9),
    "0" * 5000 + "3": 3,
    "4294967299": 10**9,
    "18446744073709551619": 10**9,
}
AMOUNTS = {**ODD_NUMBERS, **{str(n): n for n in range(-3, 46)}}


def expected(seen: dict[str, Any], word: str, argument: str = "") -> str | None:
    """The code for a well-formed action by the tables of the rules; None if it is legal."""
    if seen["phase"] == "over":
        return "match-over"
    if seen["phase"] == "settled":
        return None if word == "next" else "not-legal-now"
    me = seen["turn"]
    if seen["phase"] == "lock":
        if word != "lock":
            return "not-legal-now"
        return None if argument in seen["hands"][me] else "not-in-hand"
    wager, against = seen["wagers"][me], seen["wagers"][1 - me]
    chips, their_chips = seen["stacks"][me], seen["stacks"][1 - me]
    owed = against - wager
    if word in ("fold", "call"):
        return None if owed > 0 else "not-legal-now"
    if word == "check":
        return None if owed == 0 else "not-legal-now"
    if word == "bet":
        if owed:
            return "not-legal-now"
        low, high = 1, chips
    elif word == "raise":
        if owed == 0 or their_chips == 0 or chips <= owed:
            return "not-legal-now"
        high = wager + chips
        low = against + seen["min_raise"]
        if high < low:
            low = high
    else:
        return "not-legal-now"
    if argument not in AMOUNTS:
        return "not-whole"
    amount = AMOUNTS[argument]
    return "too-low" if amount < low else "too-high" if amount > high else None


def pool() -> list[tuple[str, str]]:
    plain = [(word, "") for word in ("check", "call", "fold", "next")]
    locks = [("lock", card) for card in CARDS]
    numbers = [*AMOUNTS, *NOT_WHOLE]
    return plain + locks + [(word, number) for word in ("bet", "raise") for number in numbers]


POOL = pool()


def code_of(position: Position, text: str) -> str | None:
    try:
        GAME.apply(position, text)
    except IllegalAction as refusal:
        refused = refusal
    else:
        return None
    assert refused.legal == GAME.legal(position)
    return refused.code


def check_all_actions(position: Position) -> None:
    before = GAME.snapshot(position)
    for word, argument in POOL:
        text = f"{word} {argument}" if argument else word
        assert code_of(position, text) == expected(before, word, argument), text
    for text in NOT_ACTIONS:
        code = "match-over" if position.phase == "over" else "not-an-action"
        assert code_of(position, text) == code, text
    assert GAME.snapshot(position) == before


@given(st.integers(0, 10**6))
def test_every_action_of_a_match_is_legal_or_refused_as_the_rules_say(number: int) -> None:
    steps = [position for position, _ in playout("one-poker", number)]
    rng = random.Random(number)
    for position in [steps[-1], *rng.sample(steps, min(6, len(steps)))]:
        check_all_actions(position)


@given(st.text(max_size=30))
def test_any_text(text: str) -> None:
    position = at("lock Kh", "lock Qh")
    words = text.split(" ")
    if words[0] in ("check", "bet"):
        return
    assert code_of(position, text) in ("not-an-action", "not-legal-now")


@given(st.integers(0, 10**6))
def test_what_holds_at_every_step(number: int) -> None:
    last = None
    for position, action in playout("one-poker", number):
        assert sum(position.stacks) + position.pot == 40
        assert min(position.stacks) >= 0
        assert position.pot >= sum(position.wagers)
        assert 1 <= position.min_raise <= 40
        held = Counter(position.hands[0] + position.hands[1])
        if position.settlement:
            held -= Counter(card for card in position.locked if card)
            assert position.pot == 0
        elsewhere = Counter(position.stock) + Counter(position.discards)
        assert held + elsewhere == Counter(PACK)
        for hand, signal in zip(position.hands, position.signals, strict=True):
            up = sum(card[0] in "89TJQKA" for card in hand)
            assert signal == (up, 2 - up)
        if last is not None and action is not None and position.deal == last.deal:
            assert position.signals == last.signals
        last = position
    assert last is not None
    assert 0 in last.stacks


@given(st.integers(0, 10**6))
def test_listed_actions_apply(number: int) -> None:
    rng = random.Random(number)
    for position, _ in playout("one-poker", number):
        for text in GAME.legal(position):
            word, _, argument = text.partition(" ")
            low, dots, high = argument.partition("..")
            if not dots:
                assert GAME.apply(position, text).ply == position.ply + 1
                continue
            for amount in (int(low), int(high), rng.randint(int(low), int(high))):
                after = GAME.apply(position, f"{word} {amount}")
                assert position.turn is not None
                assert after.wagers[position.turn] == amount
                assert after.history[-1] == (position.turn, f"{word} {amount}")
            assert code_of(position, f"{word} {int(low) - 1}") == "too-low"
            assert code_of(position, f"{word} {int(high) + 1}") == "too-high"


# By hand


def deck_of(*top: str) -> FixedDecks:
    rest = list(PACK)
    for card in top:
        rest.remove(card)
    return FixedDecks((*top, *rest))


def at(*actions: str, top: str = "Kh Qh 6d 3h") -> Position:
    position = GAME.start(deck_of(*top.split()))
    for action in actions:
        position = GAME.apply(position, action)
    return position


def bare(stacks: tuple[int, int], *actions: str, top: str = "Kh Qh 6d 3h") -> Position:
    """As `at`, with other stacks (after the antes) at the start."""
    position = at(top=top)._replace(stacks=stacks)
    for action in actions:
        position = GAME.apply(position, action)
    return position


def test_ranks() -> None:
    assert len([card for card in PACK if card[0] in UP]) == 56
    assert Counter(card[0] for card in PACK) == Counter(dict.fromkeys("23456789TJQKA", 8))
    order = "23456789TJQKA"
    for mine in order:
        for yours in order:
            wins = {("2", "A"): 1, ("A", "2"): -1}.get(
                (mine, yours), (order.index(mine) > order.index(yours)) * 2 - 1
            )
            assert compare(mine + "c", yours + "s") == (0 if mine == yours else wins)
    assert RANK["2c"] == 0
    assert RANK["As"] == 12


def test_bet_3_may_be_raised_to_6_up_to_19() -> None:
    assert GAME.legal(at("lock Kh", "lock Qh", "bet 3")) == ["fold", "call", "raise 6..19"]


def test_bet_5_raise_12_may_be_raised_to_19_only() -> None:
    position = at("lock Kh", "lock Qh", "bet 5", "raise 12")
    assert GAME.legal(position) == ["fold", "call", "raise 19..19"]
    assert GAME.apply(position, "raise 19").min_raise == 7


def test_short_all_in_reopens_nothing() -> None:
    position = bare((25, 13), "lock Kh", "lock Qh", "bet 10")
    assert GAME.legal(position) == ["fold", "call", "raise 13..13"]
    position = GAME.apply(position, "raise 13")
    assert position.min_raise == 10
    assert GAME.legal(position) == ["fold", "call"]
    over = GAME.apply(position, "call")
    assert over.settlement == ("showdown", 0, 28, (0, 0))
    assert over.stacks == (40, 0)


def test_last_chip_pays_the_ante() -> None:
    position = bare((0, 38), "lock Kh", "lock Qh")
    assert position.phase == "settled"
    assert position.stacks == (2, 38)
    assert position.settlement == ("showdown", 0, 2, (0, 0))


def test_call_for_less_gives_the_rest_back() -> None:
    position = bare((34, 4), "lock Kh", "lock Qh", "bet 15")
    assert GAME.legal(position) == ["fold", "call"]
    over = GAME.apply(position, "call")
    assert over.settlement == ("showdown", 0, 10, (11, 0))
    assert over.phase == "over"
    assert GAME.result(over) == [40, 0]


def test_checker_may_raise() -> None:
    position = at("lock Kh", "lock Qh", "check", "bet 2")
    assert position.turn == 0
    assert GAME.legal(position) == ["fold", "call", "raise 4..19"]


def test_fold_shows_both_and_returns_the_unmatched() -> None:
    position = at("lock Kh", "lock Qh", "bet 3", "raise 9", "fold")
    assert position.settlement == ("fold", 1, 8, (0, 6))
    assert position.stacks == (16, 24)
    assert position.discards == ("Kh", "Qh")


def test_a_tie_splits_and_the_other_goes_first() -> None:
    position = at("lock Kh", "lock Ks", "bet 4", "call", top="Kh Ks 6d 3h")
    assert position.settlement == ("showdown", None, 10, (0, 0))
    assert position.stacks == (20, 20)
    later = GAME.apply(position, "next")
    assert (later.first, later.turn, later.deal) == (1, 1, 2)


def test_winner_goes_first_and_draws_first() -> None:
    position = at("lock 6d", "lock Qh", "check", "check", "next", top="Kh Qh 6d 3h 9c Tc")
    assert (position.first, position.turn) == (1, 1)
    assert position.hands == (("Tc", "Kh"), ("3h", "9c"))


def test_two_copies_are_one_choice() -> None:
    position = at(top="Kh Qh Kh 3h")
    assert GAME.legal(position) == ["lock Kh"]
    settled = at("lock Kh", "lock Qh", "check", "check", "next", top="Kh Qh Kh 3h 9c Tc")
    assert settled.hands[0] == ("9c", "Kh")


@pytest.mark.parametrize("text", ["bet +3", "bet 03", "bet +0000003"])
def test_history_has_one_spelling(text: str) -> None:
    plain, other = at("lock Kh", "lock Qh", "bet 3"), at("lock Kh", "lock Qh", text)
    assert plain == other
    assert GAME.view(plain, 1) == GAME.view(other, 1)


def test_second_lock_does_not_depend_on_the_first() -> None:
    one, other = at("lock Kh"), at("lock 6d")
    assert GAME.view(one, 1) == GAME.view(other, 1)
    assert GAME.legal(one) == GAME.legal(other) == ["lock 3h", "lock Qh"]
