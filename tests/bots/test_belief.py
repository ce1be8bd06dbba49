"""What is public about the carried cards, counted out; and where the betting lies in the tree."""

from itertools import product

import numpy as np
import pytest

from engine.one_poker import GAME, Position
from engine.one_poker.ranks import RANK, UP
from engine.one_poker.solver import belief as beliefs
from engine.one_poker.solver.belief import Belief
from engine.one_poker.solver.deal import Deal, even_weights, falling, hand_weights, states
from engine.one_poker.solver.form import Floats
from engine.one_poker.solver.public import public, walk
from engine.one_poker.solver.tree import FIRST_FOLDS, KINDS, OTHER_FOLDS, SHOWDOWN, betting_tree
from tests.engine.playing import playout

MIXED = (1, 1)


def some_deal(seed: int, signals: tuple[tuple[int, int], tuple[int, int]]) -> Deal:
    rng = np.random.default_rng(seed)
    return Deal(20, signals, rng.integers(2, 5, 13), rng.random((13, 13)))


def is_up(rank: int) -> bool:
    return rank >= 6


def hands(deal: Deal) -> dict[tuple[int, int, int, int], float]:
    """(carried, drawn, carried, drawn) by rank: weights, counted card by card."""
    found = {}
    for a, d, b, e in product(range(13), repeat=4):
        left = deal.unseen.tolist()
        ways = 1.0
        for rank in (a, d, b, e):
            ways *= max(left[rank], 0)
            left[rank] -= 1
        shown = (is_up(a) + is_up(d), is_up(b) + is_up(e))
        if ways and shown == (deal.signals[0][0], deal.signals[1][0]):
            found[a, d, b, e] = ways * deal.weights[a, b]
    return found


@pytest.mark.parametrize("signals", [(MIXED, (2, 0)), ((0, 2), (0, 2)), (MIXED, MIXED)])
def test_hand_weights(signals: tuple[tuple[int, int], tuple[int, int]]) -> None:
    deal = some_deal(1, signals)
    one, two = (states(signal) for signal in signals)
    counted = np.zeros((13,) * 4)
    for (a, d, b, e), weight in hands(deal).items():
        for first in {(a, d), (d, a)}:
            for second in {(b, e), (e, b)}:
                counted[(*first, *second)] += weight
    counted /= sum(hands(deal).values())
    of_one = one.locked[:, None], one.kept[:, None]
    of_two = two.locked[None, :], two.kept[None, :]
    assert np.allclose(hand_weights(deal), counted[(*of_one, *of_two)], atol=1e-15)


@pytest.mark.parametrize(("locked", "signals"), [((9, 9), (MIXED, (2, 0))), ((3, 0), (MIXED,) * 2)])
def test_kept_chances(
    locked: tuple[int, int], signals: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    """Bayes over all four single cards gives the same as the two vectors of reach."""
    deal = some_deal(3, signals)
    rng = np.random.default_rng(4)
    plans = [rng.random(len(states(signal).locked)) for signal in signals]
    counted = np.zeros((13, 13))
    for (a, d, b, e), weight in hands(deal).items():
        if locked[0] in (a, d) and locked[1] in (b, e):
            kept = a + d - locked[0], b + e - locked[1]
            chance = weight
            for player in (0, 1):
                side = states(signals[player])
                place = (side.locked == locked[player]) & (side.kept == kept[player])
                chance *= plans[player][np.flatnonzero(place)[0]]
            counted[kept] += chance
    reach = beliefs.reaches(deal, (plans[0][None], plans[1][None]), (0, 0), locked)
    assert counted.sum() > 0.0
    assert np.allclose(
        beliefs.kept_chances(deal, locked, reach), counted / counted.sum(), atol=1e-14
    )


def test_chances_survive_a_reshuffle() -> None:
    """What is known of the carried cards is known of ranks, whatever is in the stock."""
    rng = np.random.default_rng(5)
    chances = rng.random((13, 13))
    known = Belief(52, chances / chances.sum())
    for unseen in (np.full(13, 8), rng.integers(2, 9, 13)):
        again = beliefs.weights(known, unseen) * falling(unseen)
        assert np.allclose(again, chances / chances.sum())
    assert (beliefs.weights(Belief(1, None), np.full(13, 8)) == even_weights()).all()


def uniform(position: Position) -> tuple[Floats, Floats]:
    found = public(GAME.view(position, 0))
    order = (found.first, 1 - found.first)
    rows = [betting_tree(depth_of(position), ("all", "all")).sides[p].rows for p in (0, 1)]
    one, two = (
        np.full((rows[p], len(states(found.signals[order[p]]).locked)), 0.5) for p in (0, 1)
    )
    return one, two


def depth_of(position: Position) -> int:
    return min(public(GAME.view(position, 0)).chips) - 1


@pytest.mark.parametrize("number", range(12))
def test_a_match_seen_from_both_seats(number: int) -> None:
    """Public is what both see; every betting is in the tree, and ends where it says."""
    belief, deals = Belief(1, None), 0
    start: dict[int, object] = {}
    for position, _ in playout("one-poker", number):
        found, other = (public(GAME.view(position, seat)) for seat in (0, 1))
        assert (found.unseen == other.unseen).all()
        assert found._replace(unseen=other.unseen) == other
        assert found.unseen.sum() == 104 - len(position.discards) + 2 * (found.locked is not None)
        key = found.chips, found.first, found.signals, found.past, found.unseen.tobytes()
        assert start.setdefault(position.deal, key) == key
        settlement = position.settlement
        tree = betting_tree(depth_of(position), ("all", "all"))
        node, rows = walk(tree, found.bets, depth_of(position))
        if settlement is None:
            if position.phase == "bet":
                assert node.player == found.player(position.turn or 0)
            continue
        assert node.player is None
        ends = tree.ends
        (end,) = np.flatnonzero((ends.rows[0] == rows[0]) & (ends.rows[1] == rows[1]))
        group = next(g for g, where in enumerate(ends.groups) if where.start <= end < where.stop)
        matched, kind = divmod(int(ends.numbers[group]), KINDS)
        assert settlement.pot == 2 * (1 + matched)
        folds = FIRST_FOLDS if settlement.winner != position.first else OTHER_FOLDS
        assert kind == (SHOWDOWN if settlement.kind == "showdown" else folds)
        belief = beliefs.after(belief, found, uniform(position), rows, seat=number % 2)
        deals += 1
        kept = [
            next(RANK[c] for c in hand if c != locked) if len({*hand}) > 1 else RANK[hand[0]]
            for hand, locked in zip(position.hands, position.locked, strict=True)
        ]
        assert belief.chances is not None
        assert belief.chances.sum() == pytest.approx(1.0)
        assert belief.chances[kept[0], kept[1]] > 0.0
        groups = [[RANK[c + "c"] for c in UP if (RANK[c + "c"] >= 6) == is_up(k)] for k in kept]
        assert all((rank >= 6) == is_up(kept[0]) for rank in groups[0])
        outside = np.ones((13, 13), bool)
        mask = [np.array([is_up(r) == is_up(k) for r in range(13)]) for k in kept]
        outside[np.ix_(*mask)] = False
        assert not belief.chances[outside].any()
    assert deals == position.deal


def test_memory_is_bound_to_its_deal() -> None:
    steps = [position for position, _ in playout("one-poker", 3) if position.phase == "lock"]
    found = public(GAME.view(steps[-1], 0))
    chances = np.full((13, 13), 1.0 / 169)
    written = beliefs.write(Belief(found.deal, chances), found.past, 0)
    again = beliefs.read(written, found, 0)
    assert again.chances is not None
    assert (again.chances == chances).all()
    wrong = [
        beliefs.read(written, found, 1),
        beliefs.read(written, public(GAME.view(steps[0], 0)), 0),
        beliefs.read(written[:-1], found, 0),
        beliefs.read(bytes([99]) + written[1:], found, 0),
        beliefs.read(b"", found, 0),
    ]
    assert all(belief.chances is None for belief in wrong)


def test_softening_is_for_the_other_only() -> None:
    """A card with which a player would never have played so is ruled out for oneself alone."""
    position = next(p for p, _ in playout("one-poker", 5) if p.settlement is not None)
    found = public(GAME.view(position, 0))
    assert found.locked is not None
    plans = uniform(position)
    tree = betting_tree(depth_of(position), ("all", "all"))
    _, rows = walk(tree, found.bets, depth_of(position))
    for seat in (0, 1):
        player = found.player(seat)
        side = states(found.signals[seat])
        mine = np.flatnonzero(side.locked == found.locked[seat])
        never = int(side.kept[mine[0]])
        changed = [plan.copy() for plan in plans]
        changed[player][:, mine[0]] = 0.0
        for observer in (0, 1):
            known = beliefs.after(
                Belief(1, None), found, (changed[0], changed[1]), rows, observer
            ).chances
            assert known is not None
            chance = known.sum(axis=1 - seat)[never]
            assert (chance > 1e-6) == (observer != seat)
