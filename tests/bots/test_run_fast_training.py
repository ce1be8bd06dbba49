"""The compiled training of Run Fast does exactly what the engine and its players do.

It needs `cardavia[training]`; compiling takes some seconds once for every state of the sources.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.run_fast import rules, view
from engine.run_fast.bot import Decomposer, Greedy, play_text, plays
from engine.run_fast.combinations import COMBINATIONS, holds
from engine.run_fast.hands import card_names, rank_counts
from engine.run_fast.network.features import inputs, situation
from engine.run_fast.network.model import read
from engine.run_fast.rules import Position
from tests.engine.run_fast_world import random_decks

pytest.importorskip("numba", reason="the training is not installed")

from engine.run_fast.training import club, lockstep, search
from engine.run_fast.training import rules as compiled
from engine.run_fast.training.course import Course, Settings
from engine.run_fast.training.evaluation import measure
from engine.run_fast.training.features import WORDS, write_inputs
from engine.run_fast.training.network import Network, unpack
from engine.run_fast.training.tables import SHAPE_COUNT

PLAYS = len(COMBINATIONS)
MEMORY = club.new_memory()


def same_deal(deal: np.ndarray, position: Position) -> None:
    """Hold all that the compiled deal has against a position."""
    hands = [rank_counts(hand) for hand in position.hands]
    assert deal[compiled.HANDS : compiled.HANDS + 3].tolist() == hands
    assert deal[compiled.MOVER] == position.mover
    assert deal[compiled.BONUSES : compiled.BONUSES + 3].tolist() == list(position.bonuses)
    assert deal[compiled.PASSES] == position.passes
    assert deal[compiled.PLY] == position.ply
    table = position.table
    if table is None:
        assert deal[compiled.TABLE] == -1
        return
    if not rules.is_over(position):
        combination = COMBINATIONS[deal[compiled.TABLE]]
        assert combination.text == table.combination.text
        assert (table.combination.kind == "heavenly-bomb") == deal[compiled.HEAVENLY]
        assert deal[compiled.TABLE_SEAT] == table.seat
        assert bool(deal[compiled.EARNS]) == table.earns


def walk(rng: random.Random, checked: bool = True) -> Iterator[tuple[np.ndarray, Position]]:
    """Play a random deal in both engines; give both at every position, the last included."""
    position = rules.start(random_decks(rng))
    deal = np.zeros(compiled.WIDTH, np.int64)
    hands = np.array([rank_counts(hand) for hand in position.hands])
    compiled.start(deal, hands, position.mover)
    found = np.zeros(PLAYS, np.int64)
    while True:
        if checked:
            same_deal(deal, position)
        yield deal, position
        if rules.is_over(position):
            return
        options = rules.playable(position)
        count = compiled.legal(deal, found)
        assert [COMBINATIONS[at].text for at in found[:count]] == [each.text for each in options]
        if not options:
            position = rules.apply(position, "pass")
            compiled.do_pass(deal)
            continue
        chosen = rng.randrange(count)
        seen = {
            "hands": {position.mover: card_names(position.hands[position.mover])},
            "seat": position.mover,
            "history": position.history,
        }
        position = rules.apply(position, play_text(seen, options[chosen]))
        assert compiled.do_play(deal, found[chosen]) == rules.is_over(position)


def compare_deals(deals: int, first: int) -> None:
    result = np.zeros(3, np.int64)
    for seed in range(first, first + deals):
        try:
            for deal, position in walk(random.Random(seed)):
                if rules.is_over(position):
                    compiled.scores(deal, result)
                    assert result.tolist() == rules.scores(position)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error


def test_the_compiled_rules_are_the_rules() -> None:
    compare_deals(100, first=0)


@pytest.mark.long
def test_the_compiled_rules_are_the_rules_in_100000_deals() -> None:
    compare_deals(100_000, first=1000)


def decisions(seed: int, deals: int) -> Iterator[tuple[np.ndarray, Position]]:
    for number in range(deals):
        for deal, position in walk(random.Random(f"{seed} {number}"), checked=False):
            if not rules.is_over(position) and len(rules.playable(position)) > 1:
                yield deal, position


def test_the_compiled_players_decide_alike() -> None:
    decomposer, greedy, rng = Decomposer(), Greedy(), random.Random(1)
    found, best = np.zeros(PLAYS, np.int64), np.zeros(SHAPE_COUNT, np.int64)
    seen = 0
    for deal, position in decisions(seed=2, deals=60):
        shown = view.view(position, position.mover)
        play = COMBINATIONS[club.choose(deal, found, best, MEMORY)]
        assert play_text(shown, play) == decomposer.choose(shown, rng)
        count = compiled.legal(deal, found)
        place = lockstep.greedy(position.table is None, found, count)
        assert play_text(shown, COMBINATIONS[found[place]]) == greedy.choose(shown, rng)
        seen += 1
    assert seen > 500


def test_the_compiled_inputs_are_those_of_the_network() -> None:
    found, best = np.zeros(PLAYS, np.int64), np.zeros((3, SHAPE_COUNT), np.int64)
    rows = np.zeros((PLAYS, WORDS), np.uint64)
    for deal, position in decisions(seed=3, deals=60):
        shown = view.view(position, position.mover)
        state, after = inputs(situation(shown), plays(shown))
        count = compiled.legal(deal, found)
        write_inputs(deal, found, count, best, MEMORY, rows)
        expected = np.concatenate([np.repeat(state[None], count, axis=0), after], axis=1)
        assert (unpack(rows[:count]) == expected).all()


def test_guesses_fit_what_a_seat_knows() -> None:
    """Hands that are dealt anew have the right sizes and could not have beaten what was passed."""
    state, ways = np.array([4], np.uint64), np.zeros((14, 17))
    guess = np.zeros(compiled.WIDTH, np.int64)
    guesses = out_of_bounds = 0
    for deal, position in decisions(seed=5, deals=40):
        seat = position.mover
        after, last = (seat + 1) % 3, (seat + 2) % 3
        unseen = int(deal[after] + deal[last])
        size = compiled.cards_in(deal[after])
        bounds = deal[compiled.BOUNDS : compiled.BOUNDS + 3]
        search.count_ways(unseen, bounds[after], bounds[last], size, ways)
        for _ in range(3):
            search.deal_unseen(deal, seat, ways, guess, state)
            assert guess[after] + guess[last] == unseen
            assert compiled.cards_in(guess[after]) == size
            for other in (after, last):
                assert holds(int(bounds[other]), int(guess[other]))
                fits = compiled.fits_sequence_passes(deal, other, guess[other])
                out_of_bounds += not fits
            guesses += 1
    assert guesses > 500
    assert out_of_bounds < 0.02 * guesses


def test_the_truth_is_never_excluded() -> None:
    for deal, position in decisions(seed=6, deals=60):
        for seat in range(3):
            assert holds(int(deal[compiled.BOUNDS + seat]), int(deal[seat]))
            assert compiled.fits_sequence_passes(deal, seat, deal[seat])
        del position


def test_all_hands_that_passes_allow_are_equally_likely() -> None:
    """Four unseen cards 3 3 4 5, two for each; the first hand may have one three at most."""
    unseen, first, other, size = 0x112, 0x111, 0x112, 2
    ways, state = np.zeros((14, 17)), np.array([8], np.uint64)
    search.count_ways(unseen, first, other, size, ways)
    assert ways[0, size] == 5  # 3 4 and 3 5 twice, 4 5 once
    seen = {0x011: 0, 0x101: 0, 0x110: 0}
    for _ in range(5000):
        seen[search.sample_hand(unseen, first, other, size, ways, state)] += 1
    assert abs(seen[0x011] - 2000) < 150
    assert abs(seen[0x101] - 2000) < 150
    assert abs(seen[0x110] - 1000) < 120


def test_a_step_follows_the_slope() -> None:
    """The error of a batch falls along the slopes as fast as their size says."""
    rng = np.random.default_rng(3)
    rows = rng.integers(0, 1 << 63, (64, WORDS)).astype(np.uint64)
    points = rng.normal(0, 10, 64).astype(np.float32)
    network = Network.fresh((16, 8), rng)
    _, slopes = network.slopes(rows, points)
    for array, slope in zip(network.arrays, slopes, strict=True):
        at = np.unravel_index(np.argmax(np.abs(slope)), slope.shape)
        before = array[at].copy()
        errors = []
        for change in (0.01, -0.01):
            array[at] = before + np.float32(change)
            errors.append(network.slopes(rows, points)[0])
        array[at] = before
        assert (errors[0] - errors[1]) / 0.02 == pytest.approx(slope[at], rel=0.05)


def test_a_lesson_mixes_what_came_of_a_play_with_what_was_expected_later() -> None:
    *_, (deal, position) = walk(random.Random(12))
    result = rules.scores(position)
    assert result
    kept = lockstep.Episodes(1)
    rows, points = np.zeros((48, WORDS), np.uint64), np.zeros(48, np.float32)
    for explored, weight in ((False, 0.25), (True, 0.0)):
        deals, over = deal[None].copy(), np.ones(1, np.bool_)
        # Seat 1 chose twice, and got a bomb's 20 in between.
        kept.used[0, 1] = 2
        kept.values[0, 1, :2] = 5, 7
        kept.settled[0, 1, :2] = 0, 20
        kept.explored[0, 1, 1] = explored
        lessons = lockstep.harvest(
            deals,
            over,
            np.zeros((1, 3), np.int64),
            0.0,
            0.25,
            np.array([1], np.uint64),
            kept.rows,
            kept.values,
            kept.explored,
            kept.settled,
            kept.used,
            rows,
            points,
        )
        assert lessons == 2
        last = result[1] - 20
        assert points[:2].tolist() == [last, weight * last + (1 - weight) * 7 + 20]
        assert not over[0]
        assert deals[0, compiled.PLY] == 0


def test_equal_players_are_even_in_every_deal() -> None:
    score = measure(None, lockstep.CLUB, lockstep.CLUB, deals=20, seed=1)
    assert score.mean == score.half == 0
    assert score.wins == pytest.approx(1 / 3)


def test_the_network_is_the_same_when_it_is_shipped(tmp_path: Path) -> None:
    """But for the last bits of its weights."""
    network = Network.fresh((24, 12), np.random.default_rng(6))
    network.ship(tmp_path / "network.npz")
    with (tmp_path / "network.npz").open("rb") as file:
        model = read(file)
    found, best = np.zeros(PLAYS, np.int64), np.zeros((3, SHAPE_COUNT), np.int64)
    rows = np.zeros((PLAYS, WORDS), np.uint64)
    for deal, position in decisions(seed=7, deals=3):
        shown = view.view(position, position.mover)
        count = compiled.legal(deal, found)
        write_inputs(deal, found, count, best, MEMORY, rows)
        trained = network.points(rows[:count], np.array([count]))
        shipped = model.points(*inputs(situation(shown), plays(shown)))
        assert np.abs(trained - shipped).max() < 0.1


def test_a_short_course_goes_through_both_phases() -> None:
    chosen = Settings(
        hidden=(16, 8),
        tutor_minutes=0.001,
        tutor_hands=1,
        tutor_size=500,
        self_minutes=0.001,
        self_size=500,
        games=8,
        steps=2,
        check_deals=2,
    )
    points: list[dict[str, Any]] = []
    Course(chosen).run(lambda point, network: points.append(point))
    assert [point["phase"] for point in points] == ["tutor", "self-play"]
