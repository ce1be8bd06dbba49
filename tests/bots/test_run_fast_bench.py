"""The tables of bench/run_fast measure what they say, in small."""

import sys
from importlib import import_module
from itertools import islice
from math import comb

import pytest

from bench.run_fast import endings, exact, fairness, passes, speed, tables
from bench.run_fast.playing import (
    ENDINGS,
    bot_named,
    decisions,
    estimate,
    one_against_two,
)
from engine.run_fast import GAME
from engine.run_fast.hands import RANKS
from engine.run_fast.knowledge import knowledge


def test_an_estimate_has_the_interval_of_a_mean() -> None:
    found = estimate([1.0, 3.0, 5.0])
    assert found.mean == 3.0
    assert found.half == pytest.approx(1.959964 * 2 / 3**0.5)


def test_one_against_two_of_a_kind_is_par() -> None:
    club = bot_named("club")
    for number in range(4):
        found = one_against_two(club, club, 1, number)
        assert sum(each.points for each in found) == 0
        assert sum(each.out for each in found) == 1


def test_a_table_counts_points_and_going_out() -> None:
    points, out = tables.measure("club/random", 12, 1)
    played = [one_against_two(bot_named("club"), bot_named("random"), 1, n) for n in range(12)]
    assert points.mean == pytest.approx(sum(each.points for deck in played for each in deck) / 36)
    assert out.mean == pytest.approx(100 * sum(each.out for deck in played for each in deck) / 36)
    assert points.mean > 5
    assert out.mean > 60
    assert set(tables.pairs()) >= {"beginner/random", "club/beginner"}


def test_alike_in_all_seats_nobody_wins_in_the_long_run() -> None:
    found = fairness.seats("club", 80, 2)
    assert sum(points.mean for points, _ in found) == pytest.approx(0)
    assert sum(out.mean for _, out in found) == pytest.approx(100)
    assert all(abs(points.mean) <= points.half for points, _ in found)


def test_the_kept_endings_have_one_sure_win() -> None:
    kept = endings.read()
    assert len(kept) >= 60
    assert len({tuple(each.deck) for each in kept}) == len(kept)
    for each in kept:
        view = each.view()
        assert each.wins in view["legal"]
        assert len(view["legal"]) >= 3
    for each in kept[::6]:
        view = each.view()
        assert [play.text for play in exact.sure(view)] == [each.wins]
        assert [play.text for play in exact.sure_if_open(view)] == [each.wins]


def test_the_kept_endings_are_those_that_are_made() -> None:
    assert list(islice(endings.make(endings.SEED), 4)) == endings.read()[:4]


def test_the_strongest_level_finds_the_wins() -> None:
    kept = endings.read()
    strongest = list(GAME.levels)[-1]
    assert endings.found_by(bot_named(strongest), kept, 1) >= 0.9 * len(kept)
    assert endings.found_by(bot_named(f"club{ENDINGS}"), kept, 1) >= 0.9 * len(kept)
    assert endings.found_by(bot_named("random"), kept, 1) <= 0.5 * len(kept)


def test_proven_plays_are_worth_points() -> None:
    gain = endings.worth(40, 3)
    assert gain.mean > 0


def test_splits_are_counted() -> None:
    """By enumeration of rank counts, each as often as cards make it."""
    for _, view in islice(decisions(4, [bot_named("club")]), 400):
        if sum(view["counts"]) > 14:
            continue
        known = knowledge(view, passes=False)
        ways = 0
        for first, _ in exact.splits(view, with_passes=False):
            each = 1
            for rank in range(len(RANKS)):
                each *= comb(known.unseen >> 4 * rank & 0xF, first >> 4 * rank & 0xF)
            ways += each
        assert passes.count_splits(known) == ways
        assert 1 <= passes.count_splits(knowledge(view)) <= ways


def test_passes_tell_something() -> None:
    found = list(passes.told(view for _, view in islice(decisions(5, [bot_named("club")]), 60)))
    assert all(each.bits >= 0 for each in found)
    assert any(each.bits > 1 for each in found)
    assert all(each.proven or not each.proven_alone for each in found)


def test_every_decision_is_timed() -> None:
    found = speed.times(bot_named("club"), 20, 1)
    assert len(found) == 20
    assert found == sorted(found)
    assert found[0] > 0


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("tables club/random --decks 2", "club/random"),
        ("fairness beginner --deals 3", "seat 2"),
        ("passes --decisions 60", "60 decisions"),
        ("endings --draws 1", "of 100"),
    ],
)
def test_every_table_is_printed(
    command: str,
    wanted: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, *options = command.split()
    monkeypatch.setattr(sys, "argv", [name, *options])
    import_module(f"bench.run_fast.{name}").main()
    assert wanted in capsys.readouterr().out
