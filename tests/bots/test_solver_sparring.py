"""The simple opponents do what they are called."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.one_poker.known import Known
from engine.arena import arena, named_bots
from engine.one_poker import GAME
from engine.one_poker.ranks import RANK
from engine.one_poker.solver.belief import Belief
from engine.one_poker.solver.deal import states
from engine.one_poker.solver.player import SolverBot
from engine.one_poker.solver.public import public, walk
from engine.one_poker.solver.styles import RULES
from engine.one_poker.solver.tree import betting_tree
from engine.one_poker.sparring import Caller, Counter, HalfPot
from tests.engine.playing import playout
from tests.engine.test_one_poker_rules import at

RNG = random.Random(0)
BOTS = named_bots(GAME)


@pytest.mark.parametrize("bot", [Caller(), HalfPot(), Counter()])
@given(number=st.integers(0, 10**6))
def test_legal_everywhere(bot: Caller | HalfPot | Counter, number: int) -> None:
    positions = [position for position, _ in playout("one-poker", number)]
    for position in positions[:: 1 + len(positions) // 30]:
        if position.turn is not None:
            GAME.apply(position, bot.choose(GAME.view(position, position.turn), RNG))


def test_caller() -> None:
    top = "2c 4h Kd 5s"
    assert Caller().choose(GAME.view(at(top=top), 0), RNG) == "lock Kd"
    facing = at("lock Kd", "lock 5s", "bet 19", top=top)
    assert Caller().choose(GAME.view(facing, 1), RNG) == "call"


def test_half_pot() -> None:
    """The pot is 2 after the antes: half of it is 1."""
    up, down = (
        at("lock Kd", "lock 5s", top="2c 4h Kd 5s"),
        at("lock 3c", "lock 5s", top="2c 4h 3c 5s"),
    )
    assert HalfPot().choose(GAME.view(up, 0), RNG) == "bet 1"
    assert HalfPot().choose(GAME.view(down, 0), RNG) == "check"
    big, small = GAME.apply(up, "bet 2"), GAME.apply(up, "bet 1")
    assert HalfPot().choose(GAME.view(big, 1), RNG) == "fold"
    assert HalfPot().choose(GAME.view(small, 1), RNG) == "call"


def test_counter_counts() -> None:
    """Against two DOWN cards a seven wins unless it meets a seven."""
    view = GAME.view(at(top="7c 4h Kd 5s"), 0)
    sevens, downs = 7, 6 * 8 - 1
    assert Counter().chance(view, "7c") == pytest.approx(1 - sevens / downs / 2)
    assert Counter().chance(view, "Kd") == 1.0
    assert RANK["7c"] == 5


@pytest.mark.parametrize(("first", "second"), [("counter", "random"), ("counter", "caller")])
def test_who_is_better(first: str, second: str) -> None:
    assert arena(GAME, BOTS[first], BOTS[second], 40, 1).low > 0.5


@pytest.mark.parametrize(("opponent", "above"), [("random", 0.6), ("caller", 0.5)])
def test_the_solver_beats_them(opponent: str, above: float) -> None:
    bot = SolverBot(effort=0.05)
    assert arena(GAME, bot, BOTS[opponent], 12, 3).mean > above


@pytest.mark.long
@pytest.mark.parametrize(
    ("opponent", "above"),
    [("random", 0.79), ("caller", 0.73), ("half-pot", 0.66), ("counter", 0.65)],
)
def test_the_solver_beats_them_in_full(opponent: str, above: float) -> None:
    assert arena(GAME, BOTS["solver"], BOTS[opponent], 2000, 1).mean >= above


@pytest.mark.parametrize("name", list(RULES))
def test_plans_are_what_the_simple_opponents_do(name: str) -> None:
    """Which the benchmarks that take the luck out of results depend on."""
    rng = random.Random(5)
    solver = SolverBot(effort=0.01)
    known = Known(solver, name)
    seen = 0
    for number in range(6):
        for position, _ in playout("one-poker", number):
            seat = position.turn
            if seat is None or position.deal > 4:
                continue
            view = GAME.view(position, seat)
            found = public(view)
            solved = solver.solved(found, Belief(found.deal, None), 1 - seat)
            node, rows = walk(solved.tree, found.bets, solved.depth)
            expected = walk(betting_tree(solved.depth, ("all", "all")), found.bets, solved.depth)
            if [*node.actions] != [*expected[0].actions] and position.phase == "bet":
                continue  # the playout's other seat bet what the solver doesn't
            player = found.player(seat)
            plan = known.attack(found, seat, b"").plans[player]
            side = states(found.signals[seat])
            action = BOTS[name].choose(view, rng)
            if position.phase == "lock":
                locked = RANK[action.split()[1]]
                hand = [RANK[card] for card in position.hands[seat]]
                kept = sum(hand) - locked
                place = (side.locked == locked) & (side.kept == kept)
                assert plan[0][place][0] > 0.0
                continue
            card = position.locked[seat]
            assert card is not None
            locked = RANK[card]
            kept = sum(RANK[c] for c in position.hands[seat]) - locked
            place = (side.locked == locked) & (side.kept == kept)
            _, after = walk(solved.tree, (*found.bets, action), solved.depth)
            if plan[rows[player]][place][0] > 0.0:
                assert plan[after[player]][place][0] > 0.0
                seen += 1
    assert seen > 3
