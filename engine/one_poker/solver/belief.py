"""What is publicly known about the two carried cards, exactly.

Four cards of a deal are different single cards, each set of them as likely as any other; so the
chance that the first player carries a card of rank a and the other one of rank b is a weight for
single cards times the number of such pairs among the unseen ones.  A deal multiplies the weights
by how likely each player was, by the solved strategies, to lock the card that was shown and to bet
as was seen with that card and each possible other one.

The belief about the opponent is softened: he need not play as solved.  The one about oneself is
not, since an opponent who knows these strategies knows that much.

Beside the cards stands how likely the opponent is to play as solved or in one of some simple
styles (`engine.one_poker.solver.styles`), again by Bayes from what he was seen to do.
"""

import hashlib
import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from engine.one_poker.solver.cfr import Plans
from engine.one_poker.solver.deal import RANK_COUNT, Deal, even_weights, falling, states
from engine.one_poker.solver.form import Floats, Ints
from engine.one_poker.solver.public import Past, Public
from engine.one_poker.solver.styles import RULES, SLIPS

SOFT: Final = 0.03
"""The part of the belief about the opponent that takes no notice of how he played."""
FLOOR: Final = 1e-4
"""The least part of the most likely card's probability that any possible card is given."""
TINY: Final = 1e-9
"""The same where nothing is to be softened: against digits that processors round differently."""

STYLE_COUNT: Final = len(RULES)
RANDOM: Final = list(RULES).index("random")
FIRST_GUESS: Final = 0.005
"""How likely each of the simple styles is before anything was seen."""
_FORGET: Final = 0.01
"""How much of that first guess is mixed in again with each deal: players change."""

_VERSION: Final = 4
"""To be raised when the solver changes, so that no belief of an older one is gone on from."""
MADE_WITH: Final = "95f37f9e"
"""The beginning of the value table's SHA-256, for the same reason."""
_HEAD: Final = struct.Struct("<BBH8s")


class Belief(NamedTuple):
    """The chances of the carried ranks, [seat 0's, seat 1's], at the beginning of a deal.

    None if nothing is known, as in the first deal, where nothing is carried.  ``styles`` are the
    chances that the opponent plays in each of the simple styles; the rest of 1 is that he plays as
    solved.
    """

    deal: int
    chances: Floats | None
    styles: Floats = np.full(STYLE_COUNT, FIRST_GUESS)


def weights(belief: Belief, unseen: Ints) -> Floats:
    """Give the chances per pair of single cards."""
    if belief.chances is None:
        return even_weights()
    pairs = falling(unseen)
    return np.divide(belief.chances, pairs, out=np.zeros_like(pairs), where=pairs > 0.0)


def public_deal(belief: Belief, found: Public) -> Deal:
    """Give the deal as a game to solve, the first player first."""
    known = weights(belief, found.unseen)
    one, two = found.first, 1 - found.first
    return Deal(
        found.chips[one],
        (found.signals[one], found.signals[two]),
        found.unseen,
        known if one == 0 else known.T,
    )


def reaches(deal: Deal, plans: Plans, rows: tuple[int, int], locked: tuple[int, int]) -> Plans:
    """Give how likely each player was to play so, by the rank kept beside the locked one."""
    one, two = (_reach(deal, player, plans[player], rows, locked) for player in (0, 1))
    return one, two


def _reach(
    deal: Deal, player: int, plan: Floats, rows: tuple[int, int], locked: tuple[int, int]
) -> Floats:
    side = states(deal.signals[player])
    mine = side.locked == locked[player]
    reach = np.zeros(RANK_COUNT)
    reach[side.kept[mine]] = plan[rows[player]][mine]
    return reach


def kept_chances(deal: Deal, locked: tuple[int, int], reach: Plans) -> Floats:
    """Give the chances of the kept ranks after a deal, the first player's first."""
    result = kept_weights(deal, locked, reach)
    total = result.sum()
    return np.asarray(result / total) if total > 0.0 else result


def kept_weights(deal: Deal, locked: tuple[int, int], reach: Plans) -> Floats:
    """Give the same before dividing by the sum, which is how likely all that was seen is."""
    one, two = locked
    known = deal.weights
    carried = known + known[one][None, :] + known[:, two][:, None] + known[one, two]
    ranks = np.arange(RANK_COUNT)
    shares = np.outer(np.where(ranks == one, 0.5, 1.0), np.where(ranks == two, 0.5, 1.0))
    left = deal.unseen.copy()
    left[one] -= 1
    left[two] -= 1
    return np.asarray(carried * shares * np.outer(*reach) * np.maximum(falling(left), 0.0))


def after(
    belief: Belief,
    found: Public,
    plans: Plans,
    rows: tuple[int, int],
    seat: int,
    soft: float = SOFT,
    styles: Floats | None = None,
) -> Belief:
    """Give the belief after a settled deal, as ``seat`` has it; ``plans`` the first player's first.

    ``soft`` is the part of the belief about the other that ignores how he played.  ``styles`` are
    the other's plans in the simple styles; None leaves the guess about these as it is.
    """
    assert found.locked is not None
    deal = public_deal(belief, found)
    order = (0, 1) if found.first == 0 else (1, 0)
    locked = found.locked[order[0]], found.locked[order[1]]
    mine = order.index(seat)
    possible = [_possible(deal, player, locked[player]) for player in (0, 1)]
    exact = reaches(deal, plans, rows, locked)
    # Whoever has not played as solved at all tells nothing by it.
    read = [_floored(exact[p], possible[p], FLOOR if soft and p != mine else TINY) for p in (0, 1)]
    chances = (1.0 - soft) * kept_chances(deal, locked, (read[0], read[1]))
    if soft:
        read[1 - mine] = possible[1 - mine]
        chances = chances + soft * kept_chances(deal, locked, (read[0], read[1]))
    chances = chances / chances.sum()
    guess = belief.styles
    if styles is not None:
        other = 1 - mine
        manners = [exact[other], *(_reach(deal, other, plan, rows, locked) for plan in styles)]
        manners[0] = (1.0 - SLIPS) * manners[0] + SLIPS * manners[1 + RANDOM]
        weighed = []
        for read[other] in manners:
            weighed.append(kept_weights(deal, locked, (read[0], read[1])))
        chances, guess = _over_styles(guess, chances, weighed)
    return Belief(belief.deal + 1, chances if found.first == 0 else chances.T, guess)


def _over_styles(
    guess: Floats, chances: Floats, weighed: Sequence[Floats]
) -> tuple[Floats, Floats]:
    """Give the chances of the cards over all ways to play, and the new guess about these.

    ``chances`` are those of the cards if the other plays as solved; ``weighed`` has for that and
    for each style how likely all that was seen is, by the kept cards.
    """
    likely = np.array([1.0 - guess.sum(), *guess]) * [each.sum() for each in weighed]
    total = likely.sum()
    if not total > 0.0:
        return chances, guess
    cards = likely[0] * chances
    for chance, each in zip(guess, weighed[1:], strict=True):
        cards = cards + chance * each
    return cards / total, (1.0 - _FORGET) * likely[1:] / total + _FORGET * FIRST_GUESS


def _floored(reach: Floats, possible: Floats, floor: float) -> Floats:
    most = float(reach.max())
    return np.asarray(np.maximum(reach, floor * most) * possible) if most > 0.0 else possible


def _possible(deal: Deal, player: int, locked: int) -> Floats:
    """Mark the ranks that may lie beside the locked one."""
    side = states(deal.signals[player])
    result = np.zeros(RANK_COUNT)
    result[side.kept[side.locked == locked]] = 1.0
    return result


def _head(seat: int, deal: int, past: Past, numbers: bytes) -> bytes:
    """Give what a belief begins with: nothing else than these very numbers fits behind it."""
    text = "\n".join(f"{seat} {action}" for seat, action in past)
    digest = hashlib.blake2b(text.encode(), digest_size=8, key=MADE_WITH.encode())
    digest.update(numbers)
    return _HEAD.pack(_VERSION, seat, deal, digest.digest())


def write(belief: Belief, past: Past, seat: int) -> bytes:
    """Write a belief down, bound to what happened before its deal."""
    assert belief.chances is not None
    numbers = np.concatenate([belief.styles, belief.chances.ravel()]).astype("<f8").tobytes()
    return _head(seat, belief.deal, past, numbers) + numbers


def read(memory: bytes, found: Public, seat: int) -> Belief:
    """Read a belief about a deal.  What is damaged or of another deal or version tells nothing."""
    head, body = memory[: _HEAD.size], memory[_HEAD.size :]
    size = 8 * (STYLE_COUNT + RANK_COUNT**2)
    if len(body) != size or head != _head(seat, found.deal, found.past, body):
        return Belief(found.deal, None)
    numbers = np.frombuffer(body, "<f8")
    chances = numbers[STYLE_COUNT:].reshape(RANK_COUNT, RANK_COUNT)
    return Belief(found.deal, chances, numbers[:STYLE_COUNT])
