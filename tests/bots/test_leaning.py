"""The solver's allowance for simple styles: it is right, it pays, and it costs little."""

import random
from typing import Any

import numpy as np
import pytest

from bench.one_poker.tables import main as tables
from engine.arena import named_bots
from engine.one_poker import GAME
from engine.one_poker.solver import belief as beliefs
from engine.one_poker.solver.belief import FIRST_GUESS, Belief, read
from engine.one_poker.solver.best_response import best_response, value
from engine.one_poker.solver.cfr import Lean, Solver
from engine.one_poker.solver.deal import form
from engine.one_poker.solver.form import Floats
from engine.one_poker.solver.player import LEAN, Solve, SolverBot
from engine.one_poker.solver.public import public, walk
from engine.one_poker.solver.styles import RULES, style_plan, style_plans
from tests.bots.test_solver import kuhn
from tests.bots.test_solver_bot import start_deal
from tests.engine.playing import decks

NAMES = list(RULES)


def test_a_full_lean_is_a_best_response() -> None:
    """In Kuhn poker against a player who always bets and calls."""
    game = kuhn()
    plan = np.zeros((game.tree.sides[1].rows, 3))
    plan[0] = 1.0
    for node in game.tree.nodes:
        if node.player == 1:
            plan[node.rows[1]] = 1.0
    solver = Solver(game, Lean(1, 1.0, plan))
    solver.run(300)
    best, _ = best_response(game, 0, plan)
    assert value(game, (solver.plans()[0], plan)) == pytest.approx(best, abs=1e-4)
    free = Solver(game)
    free.run(300)
    assert value(game, (free.plans()[0], plan)) < best - 0.01


@pytest.mark.parametrize("name", NAMES)
def test_leaning_pays_and_costs_little(name: str) -> None:
    styles = tuple(LEAN * (each == name) for each in NAMES)
    for player in (0, 1):
        gains, losses = [], []
        for chosen in ((), styles):
            task = Solve(start_deal(), player, chosen)
            plans = task()
            game = form(task.deal, SolverBot().table, task.menus)
            style = style_plan(name, task.deal, 1 - player, task.menus)
            met = (plans[0], style) if player == 0 else (style, plans[1])
            gains.append(value(game, met) * (1 if player == 0 else -1))
            losses.append(best_response(game, 1 - player, plans[player])[0])
        assert gains[1] > gains[0]
        assert losses[1] - losses[0] < 2e-3


def guesses(opponent: Any, number: int, most: int) -> list[Floats]:
    """What a solver in seat 0 thinks of its opponent's style after each deal."""
    bot = SolverBot(effort=0.05)
    rng = random.Random(number)
    memory = b"", b""
    found = []
    position = GAME.start(decks(GAME, number))
    while not GAME.is_over(position) and position.deal <= most:
        seat = position.turn
        if seat is None:
            known = bot.learn(GAME.view(position, 0), memory[0])
            other = b""
            if isinstance(opponent, SolverBot):
                other = opponent.learn(GAME.view(position, 1), memory[1])
            memory = known, other
            position = GAME.apply(position, "next")
            found.append(read(known, public(GAME.view(position, 0)), 0).styles)
            continue
        view = GAME.view(position, seat)
        if seat == 0:
            action = bot.choose(view, rng, memory[0])
        elif isinstance(opponent, SolverBot):
            action = opponent.choose(view, rng, memory[1])
        else:
            action = opponent.choose(view, rng)
        position = GAME.apply(position, action)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_style_is_recognised(name: str) -> None:
    """In the longest of a few matches it becomes the likeliest of the styles by far."""
    bot = named_bots(GAME)[name]
    last = max((guesses(bot, number, 12) for number in range(3)), key=len)[-1]
    assert NAMES[int(last.argmax())] == name
    assert last.max() > 10 * FIRST_GUESS


def test_its_like_is_rarely_taken_for_simple() -> None:
    seen = [g.sum() for n in range(3) for g in guesses(SolverBot(effort=0.05), n, 15)]
    assert np.median(seen) < LEAN


def test_playing_as_solved_in_every_style_tells_nothing_of_the_style() -> None:
    """Where all ways to play are one, Bayes leaves the guess and the cards alone."""
    bot = SolverBot(effort=0.05)
    position = GAME.start(decks(GAME, 4))
    rng = random.Random(4)
    while position.turn is not None:
        view = GAME.view(position, position.turn)
        position = GAME.apply(position, bot.choose(view, rng))
    found = public(GAME.view(position, 0))
    nothing = Belief(found.deal, None)
    solved = bot.solved(found, nothing, 0)
    _, rows = walk(solved.tree, found.bets, solved.depth)
    other = 1 - found.player(0)
    plans = [solved.plans[0], solved.plans[1]]
    styles = style_plans(solved.deal, other, solved.menus)
    plans[other] = styles[NAMES.index("random")]
    alike = np.stack([plans[other]] * len(NAMES))
    both = plans[0], plans[1]
    plain = beliefs.after(nothing, found, both, rows, 0, soft=0.0)
    mixed = beliefs.after(nothing, found, both, rows, 0, soft=0.0, styles=alike)
    assert plain.chances is not None
    assert mixed.chances is not None
    assert np.allclose(mixed.chances, plain.chances)
    assert np.allclose(mixed.styles, FIRST_GUESS)


def test_plans_of_styles_are_plans() -> None:
    task = Solve(start_deal(), 0)
    for player in (0, 1):
        for plan in style_plans(task.deal, player, task.menus):
            game = form(task.deal, SolverBot().table, task.menus)
            for level in game.tree.sides[player].levels:
                above = plan[level.above][level.add.starts]
                assert np.allclose(level.add(plan[level.rows]), above)
            partner = game.partners[player]
            free = partner == np.arange(len(partner))
            assert np.allclose(np.where(free, plan[0], plan[0] + plan[0][partner]), 1.0)


def test_the_table_goes_on_where_it_was_stopped(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(matches: str) -> str:
        arguments = ["tables", "caller", "--matches", matches, "--file", str(tmp_path / "rows")]
        monkeypatch.setattr("sys.argv", arguments)
        monkeypatch.setattr("bench.one_poker.tables.SolverBot", lambda: SolverBot(effort=0.005))
        monkeypatch.setattr(
            "bench.one_poker.tables.draw_values", lambda *_: np.zeros((41, 2, 2, 13, 13))
        )
        tables()
        return capsys.readouterr().out

    first, again = run("2"), run("2")
    assert first == again
    longer = run("4")
    assert "     4 matches" in longer
    assert len((tmp_path / "rows").read_text("utf-8").splitlines()) == 4
