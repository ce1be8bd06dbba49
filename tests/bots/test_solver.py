"""The solver against games whose values are known, or computed exactly in another way."""

from typing import NamedTuple

import numpy as np
import pytest
from scipy.optimize import linprog  # type: ignore[import-untyped]
from scipy.sparse import coo_array  # type: ignore[import-untyped]

from engine.one_poker.position import CHIPS
from engine.one_poker.ranks import RANK
from engine.one_poker.solver.best_response import best_response, gap, own_values, value
from engine.one_poker.solver.cfr import Solver
from engine.one_poker.solver.deal import Deal, Table, even_weights, form
from engine.one_poker.solver.form import Floats, Form, Ints, build
from engine.one_poker.solver.tree import MenuName, betting_tree
from engine.one_poker.solver.values import value_table


class Kuhn(NamedTuple):
    """Kuhn poker's betting: pass or bet 1, once; groups: pot 1, pot 2, 0 folded, 1 folded."""

    past: str = ""

    def root(self) -> "Kuhn":
        return Kuhn()

    def player(self, state: "Kuhn") -> int | None:
        return None if state.past in ("pp", "pbp", "pbb", "bp", "bb") else len(state.past) % 2

    def moves(self, state: "Kuhn") -> list[tuple[str, "Kuhn"]]:
        return [(move, Kuhn(state.past + move)) for move in "pb"]

    def group(self, state: "Kuhn") -> int:
        return {"pp": 0, "bb": 1, "pbb": 1, "pbp": 2, "bp": 3}[state.past]


def kuhn() -> Form:
    cards = np.arange(3)
    higher = np.sign(cards[:, None] - cards[None, :]).astype(float)
    dealt = (higher != 0) / 6.0
    payoffs = np.stack([higher, 2 * higher, -np.ones((3, 3)), np.ones((3, 3))]) * dealt
    return Form(build(Kuhn()), payoffs, (cards, cards))


def chips_only() -> Table:
    table = np.empty((41, 13, 13))
    table[:] = (np.arange(41) / 40.0)[:, None, None]
    return table


def some_table(seed: int) -> Table:
    """A table in which carried cards matter, differently for each number of chips."""
    rng = np.random.default_rng(seed)
    table = chips_only()
    table[1:40] += 0.05 * rng.standard_normal((39, 13, 13))
    return table


def some_deal(seed: int, chips: int, signals: tuple[tuple[int, int], tuple[int, int]]) -> Deal:
    rng = np.random.default_rng(seed)
    unseen = rng.integers(2, 9, 13)
    return Deal(chips, signals, unseen, rng.random((13, 13)))


def exact_value(game: Form) -> float:
    """The value for player 0 by the linear programme of the sequence form.

    Maximise player 1's root values v subject to: for every sequence of player 1, what player 0's
    plan gives there is at least the value of the decision that the sequence belongs to.
    """
    one, two = game.tree.sides
    rows0, rows1 = one.rows, two.rows
    states0, states1 = game.states

    def equalities(player: int) -> tuple[list[tuple[int, int, float]], list[float]]:
        """E x = e: (row, column, entry) and e; column = sequence * states + state."""
        side, count = game.tree.sides[player], game.states[player]
        partner = game.partners[player]
        entries: list[tuple[int, int, float]] = []
        right: list[float] = []
        for state in range(count):
            if state <= partner[state]:
                number = len(right)
                entries += [(number, place, 1.0) for place in {state, int(partner[state])}]
                right.append(1.0)
        for level in side.levels:
            for decision in range(int(level.decision[-1]) + 1):
                places = np.flatnonzero(level.decision == decision)
                for state in range(count):
                    number = len(right)
                    above = int(level.above[places[0]])
                    entries.append((number, above * count + state, -1.0))
                    entries += [
                        (number, (level.rows.start + int(p)) * count + state, 1.0) for p in places
                    ]
                    right.append(0.0)
        return entries, right

    own, own_right = equalities(0)
    other, other_right = equalities(1)
    width = rows0 * states0
    payoff: list[tuple[int, int, float]] = []
    for group, where in enumerate(game.tree.ends.groups):
        for end in range(where.start, where.stop):
            first, second = game.tree.ends.rows[0][end], game.tree.ends.rows[1][end]
            payoff += [
                (int(second) * states1 + j, int(first) * states0 + i, -game.payoffs[group, i, j])
                for i in range(states0)
                for j in range(states1)
                if game.payoffs[group, i, j]
            ]
    bound = [*payoff, *((column, width + row, entry) for row, column, entry in other)]
    values = width + len(other_right)

    def matrix(entries: list[tuple[int, int, float]], rows: int) -> coo_array:
        row, column, entry = zip(*entries, strict=True)
        return coo_array((entry, (row, column)), shape=(rows, values))

    found = linprog(
        np.concatenate([np.zeros(width), -np.array(other_right)]),
        A_ub=matrix(bound, rows1 * states1),
        b_ub=np.zeros(rows1 * states1),
        A_eq=matrix(own, len(own_right)),
        b_eq=np.array(own_right),
        bounds=[(0, None)] * width + [(None, None)] * len(other_right),
        method="highs",
    )
    assert found.status == 0
    return -float(found.fun)


def plan_is_sound(game: Form, player: int, plan: Floats) -> bool:
    partner = game.partners[player]
    free = partner == np.arange(len(partner))
    good = np.allclose(np.where(free, plan[0], plan[0] + plan[0][partner]), 1.0)
    for level in game.tree.sides[player].levels:
        above = plan[level.above][level.add.starts]
        good = good and np.allclose(level.add(plan[level.rows]), above)
    return bool(good and (plan >= 0.0).all())


def test_kuhn() -> None:
    game = kuhn()
    solver = Solver(game)
    solver.run(2000)
    plans = solver.plans()
    assert value(game, plans) == pytest.approx(-1 / 18, abs=1e-4)
    assert gap(game, plans) < 2e-4
    assert exact_value(game) == pytest.approx(-1 / 18, abs=1e-9)
    bluff, value_bet = plans[0][2, 0], plans[0][2, 2]
    assert value_bet == pytest.approx(3 * bluff, abs=0.02)


def test_kuhn_best_response_to_passing() -> None:
    """Who always passes and folds loses his ante to every bet: 1 a deal."""
    game = kuhn()
    passive = np.zeros((game.tree.sides[0].rows, 3))
    passive[[0, 1, 3]] = 1.0
    assert plan_is_sound(game, 0, passive)
    won, plan = best_response(game, 1, passive)
    assert won == pytest.approx(1.0)
    assert plan_is_sound(game, 1, plan)


SHORT = [
    (2, ((1, 1), (2, 0)), ("all", "all")),
    (3, ((0, 2), (1, 1)), ("all", "all")),
    (38, ((0, 2), (0, 2)), ("all", "all")),
    (37, ((0, 2), (2, 0)), ("pot", "all")),
    (4, ((0, 2), (0, 2)), ("all", "pot")),
]


@pytest.mark.parametrize(("chips", "signals", "menus"), SHORT)
def test_short_stacks_against_a_linear_programme(
    chips: int,
    signals: tuple[tuple[int, int], tuple[int, int]],
    menus: tuple[MenuName, MenuName],
) -> None:
    game = form(some_deal(chips, chips, signals), some_table(chips), menus)
    solver = Solver(game)
    solver.run(400)
    plans = solver.plans()
    assert value(game, plans) == pytest.approx(exact_value(game), abs=1e-4)
    assert gap(game, plans) < 2e-4


def test_plans_are_plans() -> None:
    game = form(some_deal(5, 12, ((1, 1), (1, 1))), some_table(5), ("pot", "all"))
    solver = Solver(game)
    for iterations in (0, 3):
        solver.run(iterations)
        plans = solver.plans()
        assert all(plan_is_sound(game, player, plans[player]) for player in (0, 1))
    for player in (0, 1):
        won, plan = best_response(game, player, plans[1 - player])
        assert plan_is_sound(game, player, plan)
        gained = float((own_values(game, player, plans[1 - player]) * plan).sum())
        assert gained == pytest.approx(won)


def test_all_in_with_the_ante_leaves_only_the_lock() -> None:
    """One chip each: no betting, and a higher lock is all that there is to choose."""
    deal = Deal(1, ((2, 0), (0, 2)), np.full(13, 8), even_weights())
    game = form(deal, chips_only(), ("all", "all"))
    assert [side.rows for side in game.tree.sides] == [1, 1]
    solver = Solver(game)
    solver.run(300)
    plans = solver.plans()
    assert gap(game, plans) < 1e-4
    assert value(game, plans) == pytest.approx(exact_value(game), abs=1e-4)


def test_more_bets_never_hurt() -> None:
    deal, table = some_deal(7, 9, ((1, 1), (2, 0))), some_table(7)
    found = []
    for menu in ("pot", "all"):
        game = form(deal, table, (menu, "all"))
        solver = Solver(game)
        solver.run(300)
        found.append((value(game, solver.plans()), gap(game, solver.plans())))
    (small, small_gap), (large, large_gap) = found
    assert large > small - small_gap - large_gap


@pytest.mark.parametrize(("depth", "decisions"), [(0, 0), (1, 4), (5, 48), (10, 388), (19, 6388)])
def test_size_of_the_whole_betting(depth: int, decisions: int) -> None:
    nodes = betting_tree(depth, ("all", "all")).nodes
    assert sum(node.player is not None for node in nodes) == decisions


def test_what_the_page_about_the_solver_says_the_table_says() -> None:
    inner = value_table()[1:CHIPS]
    assert np.abs(inner.mean(axis=(1, 2)) - np.arange(1, CHIPS) / CHIPS).max() < 0.005
    carried = inner.mean(axis=2)[9:30]
    more = (carried - carried.mean(axis=1, keepdims=True)).mean(axis=0)
    assert (round(more[RANK["Kc"]], 3), round(more[RANK["Ac"]], 3)) == (0.032, 0.042)


def test_rows_of_a_level_lie_together() -> None:
    for side in betting_tree(8, ("pot", "all")).sides:
        rows: list[int] = [0]
        for level in side.levels:
            rows += range(level.rows.start, level.rows.stop)
            assert set(level.parents.tolist()) == set(level.above.tolist())
            counts: Ints = np.bincount(level.decision)
            assert (counts >= 2).all()
        assert rows == list(range(side.rows))
