"""The bot that solves: what it sees, what it remembers, and that nothing else moves it."""

import hashlib
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.game import View
from engine.memory import Rememberer, Thinker, at_once, learn, recall, remember
from engine.one_poker import GAME, Position
from engine.one_poker.ranks import RANK
from engine.one_poker.solver.attacker import Attacker
from engine.one_poker.solver.belief import MADE_WITH, public_deal, read
from engine.one_poker.solver.best_response import best_response, value
from engine.one_poker.solver.deal import Deal, form
from engine.one_poker.solver.player import Solve, SolverBot
from engine.one_poker.solver.public import public
from engine.one_poker.solver.table_player import TablePlayer
from engine.one_poker.solver.values import FILE, carried_table, pack, unpack, value_table
from engine.one_poker.training.fixed_point import Settings, Training, add_values, spots
from tests.engine.one_poker_worlds import another_world
from tests.engine.playing import decks, playout

EFFORT = 0.05
"""Ten iterations a deal: nothing here depends on how well a deal is solved."""


def match(
    bots: tuple[Any, Any], number: int, most: int = 60
) -> Iterator[tuple[Position, list[bytes]]]:
    """Positions of a match of two bots with memory, each with both memories."""
    rng = random.Random(number)
    memory = [b"", b""]
    position = GAME.start(decks(GAME, number))
    while not GAME.is_over(position) and position.deal <= most:
        yield position, list(memory)
        seat = position.turn
        if seat is None:
            memory = [bots[s].learn(GAME.view(position, s), memory[s]) for s in (0, 1)]
            position = GAME.apply(position, "next")
        else:
            view = GAME.view(position, seat)
            position = GAME.apply(position, bots[seat].choose(view, rng, memory[seat]))
    yield position, memory


@pytest.mark.parametrize("number", range(2))
def test_plays_by_the_rules(number: int) -> None:
    bots = SolverBot(effort=0.01), SolverBot(effort=0.01)
    last = list(match(bots, number))[-1][0]
    assert GAME.is_over(last) or last.deal > 60


@pytest.mark.parametrize("number", range(4))
def test_plays_on_anywhere(number: int) -> None:
    """After any play of its own seat, and without memory."""
    bot = SolverBot(effort=EFFORT)
    positions = [position for position, _ in playout("one-poker", number)]
    for position in positions[:: 1 + len(positions) // 40]:
        if position.turn is not None:
            action = bot.choose(GAME.view(position, position.turn), random.Random(number))
            GAME.apply(position, action)


@pytest.mark.parametrize("number", range(3))
def test_does_not_look_behind_the_cards(number: int) -> None:
    """Two positions that look alike to its seat: the same action and the same memory."""
    bot = SolverBot(effort=EFFORT)
    rng = random.Random(number)
    seen = 0
    for position, memory in match((bot, bot), number, most=8):
        seat = position.turn if position.turn is not None else number % 2
        if rng.random() < 0.5:
            continue
        world = another_world(position, seat, rng)
        views = GAME.view(position, seat), GAME.view(world, seat)
        assert views[0] == views[1]
        if position.turn is None:
            assert bot.learn(views[0], memory[seat]) == bot.learn(views[1], memory[seat])
        else:
            one, two = (bot.choose(view, random.Random(7), memory[seat]) for view in views)
            assert one == two
        seen += world.hands != position.hands
    assert seen > 3


def test_memory_knows_nothing_private() -> None:
    """From either view of a settled deal a seat's memory is the same."""
    bot = SolverBot(effort=EFFORT)
    for position, memory in match((bot, bot), 11, most=6):
        if position.turn is None and not GAME.is_over(position):
            view: View = {**GAME.view(position, 1), "seat": 0}
            assert bot.learn(view, memory[0]) == bot.learn(GAME.view(position, 0), memory[0])


def test_memory_comes_back_from_the_record() -> None:
    for position, memory in match((SolverBot(effort=EFFORT), SolverBot(effort=EFFORT)), 2, most=9):
        last = position, memory
    position, memory = last
    for seat in (0, 1):
        actions = [action for _, action in position.history]
        bot = SolverBot(effort=EFFORT)
        assert at_once(remember(bot, GAME, position.decks, actions, seat)) == memory[seat]
        assert learn(bot, GAME, position, seat, memory[seat]) == memory[seat]
        views = GAME.view(position, seat), GAME.view(position, 1 - seat)
        assert bot.fits(views[0], memory[seat])
        assert not bot.fits(views[1], memory[seat])
        assert not bot.fits(views[0], b"")
        for stored in (
            memory[seat],
            b"",
            memory[1 - seat],
            memory[seat][1:],
            damaged(memory[seat]),
        ):
            again = recall(bot, GAME, position, seat, stored, position.decks, actions)
            assert at_once(again) == memory[seat]


def damaged(memory: bytes) -> bytes:
    """Turn one number into another that is none."""
    return memory[:-8] + b"\xff" * 8


def test_what_is_stored_may_be_anything() -> None:
    """A damaged memory, whatever bit it is, fits nothing; with it the bot plays on all the same."""
    bot = SolverBot(effort=EFFORT)
    position, memory = list(match((bot, bot), 2, most=3))[-1]
    assert position.deal == 4
    rng = random.Random(5)
    seat = position.turn or 0
    view = GAME.view(position, seat)
    assert bot.fits(view, memory[seat])
    for _ in range(200):
        place = rng.randrange(len(memory[seat]))
        flipped = bytearray(memory[seat])
        flipped[place] ^= 1 << rng.randrange(8)
        assert not bot.fits(view, bytes(flipped))
    for wrong in (damaged(memory[seat]), rng.randbytes(len(memory[seat])), b"x" * 5000, b"\0"):
        assert not bot.fits(view, wrong)
        GAME.apply(position, bot.choose(view, rng, wrong))


def outcome(number: int) -> str:
    """A digest of all that is played and remembered in a match."""
    bots = SolverBot(effort=EFFORT), SolverBot(effort=EFFORT)
    steps = list(match(bots, number, most=5))
    plans = Solve(start_deal(), 0, effort=EFFORT)()
    parts = [json.dumps(steps[-1][0].history).encode(), *steps[-1][1], plans[0].tobytes()]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def start_deal() -> Deal:
    position = GAME.start(decks(GAME, 1))
    found = public(GAME.view(position, 0))
    return public_deal(read(b"", found, 0), found)


def test_the_same_in_another_process() -> None:
    root = Path(__file__).resolve().parents[2]
    program = "from tests.bots.test_solver_bot import outcome; print(outcome(4))"
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == outcome(4)


def test_leaves_the_shared_randomness_alone() -> None:
    before = random.getstate(), str(np.random.get_state())
    list(match((SolverBot(effort=EFFORT), SolverBot(effort=EFFORT)), 1, most=2))
    assert before == (random.getstate(), str(np.random.get_state()))


def test_forgetting_solved_deals_changes_nothing() -> None:
    forgetful = SolverBot(effort=EFFORT)
    forgetful.keep = 1
    one, two = (
        list(match((bot, bot), 3, most=4))[-1] for bot in (SolverBot(effort=EFFORT), forgetful)
    )
    assert one[0].history == two[0].history
    assert one[1] == two[1]


def test_the_attacker_gains_what_it_says() -> None:
    """A best response is worth at least as much as the solved strategy in its place."""
    bot = SolverBot(effort=EFFORT)
    attacker = Attacker(bot)
    gained = []
    for position, memory in match((attacker, bot), 6, most=6):
        if position.phase == "lock" and position.turn == position.first:
            found = public(GAME.view(position, 0))
            attack = attacker.attack(found, 0, memory[0])
            sign = 1 if found.first == 0 else -1
            answer, own = value(attack.game, attack.plans), attack.solved.plans
            gained.append(sign * (answer - value(attack.game, own)))
            theirs, _ = attacker.beliefs(found, 0, memory[0])
            assert (theirs.chances is None) == (found.deal == 1)
    assert min(gained) >= -1e-12
    assert max(gained) > 1e-4


def test_the_table_player_plays_one_way_for_each_kind_of_deal() -> None:
    bot = TablePlayer(effort=EFFORT)
    kinds: dict[object, bytes] = {}
    for position, memory in match((bot, bot), 8, most=12):
        found = public(GAME.view(position, 0))
        deal = bot.deal(found, read(memory[0], found, 0))
        groups = deal.weights > 0
        key = deal.chips, deal.signals, groups.tobytes()
        assert kinds.setdefault(key, deal.weights.tobytes()) == deal.weights.tobytes()
        assert (deal.unseen == 8).all()


def test_shipped_table() -> None:
    table = value_table()
    assert (table[0] == 0.0).all()
    assert (table[40] == 1.0).all()
    assert (unpack(pack(table)) == table).all()
    chips = np.arange(41) / 40
    carried = carried_table()
    mean = (table * carried).sum(axis=(1, 2))[1:40] / carried.sum(axis=(1, 2))[1:40]
    assert np.abs(mean - chips[1:40]).max() < 0.01
    king_or_ace = table[5:36, 11:].mean() - table[5:36, :11].mean()
    assert 0.02 < king_or_ace < 0.12


@pytest.mark.parametrize("chips", [2, 11, 37])
def test_a_sample_of_the_table_made_again(chips: int) -> None:
    """Solving deals with the table gives the table."""
    table, carried = value_table(), carried_table()
    training = Training(Settings(iterations=100, late=0), table, carried)
    again = np.full_like(table, 0.5)
    for spot in spots():
        if spot.chips == chips:
            add_values(again, training.solve(spot))
    weights = carried[chips] / carried[chips].sum()
    assert (np.abs(again - table)[chips] * weights).sum() < 2e-3


def test_table_files_are_those_of_the_manifest() -> None:
    folder = files("engine.one_poker") / "data"
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    for name, digest in manifest["sha256"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    assert manifest["sha256"][FILE].startswith(MADE_WITH)


def test_solved_strategies_are_close_to_an_equilibrium() -> None:
    for player in (0, 1):
        task = Solve(start_deal(), player)
        plans = task()
        game = form(task.deal, value_table(), task.menus)
        gained, _ = best_response(game, 1 - player, plans[player])
        sign = 1 if player == 1 else -1
        assert gained - sign * value(game, plans) < 1e-3


def test_the_long_part_can_be_done_elsewhere() -> None:
    """As a pickled task; after that the decision is the same, and nothing is left to do."""
    position = GAME.start(decks(GAME, 1))
    view = GAME.view(position, 0)
    here, there = SolverBot(effort=EFFORT), SolverBot(effort=EFFORT)
    task = there.task(view)
    assert task is not None
    outcome = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(task))()))
    there.accept(task, outcome)
    assert there.task(view) is None
    assert isinstance(there, Thinker)
    assert isinstance(there, Rememberer)
    assert there.choose(view, random.Random(1)) == here.choose(view, random.Random(1))
    other: View = {**GAME.view(position, 1), "seat": 0}
    assert there.task(other) is None, "the task needs nothing private"


def test_goes_on_through_a_reshuffle() -> None:
    """104 cards last 51 deals; what is known of the carried cards stays right after them."""
    bot = SolverBot(effort=0.005)
    rng = random.Random(1)
    position = GAME.start(decks(GAME, 8))
    memory = [b"", b""]
    while position.deal < 54:
        assert not GAME.is_over(position), "the example was to be longer"
        if position.turn is None:
            memory = [learn(bot, GAME, position, seat, memory[seat]) for seat in (0, 1)]
            position = GAME.apply(position, "next")
            for seat in (0, 1):
                found = public(GAME.view(position, seat))
                chances = read(memory[seat], found, seat).chances
                assert chances is not None
                hands = [{RANK[card] for card in hand} for hand in position.hands]
                assert sum(chances[one, two] for one in hands[0] for two in hands[1]) > 0.0
        elif position.phase == "lock":
            position = GAME.apply(position, rng.choice(GAME.legal(position)))
        else:
            position = GAME.apply(position, "check")
    assert position.shuffles == 1
    seat = position.turn or 0
    GAME.apply(position, bot.choose(GAME.view(position, seat), rng, memory[seat]))
