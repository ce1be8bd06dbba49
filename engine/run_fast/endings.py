"""Exact play in small endings of Run Fast: what wins against every split of the unseen cards.

A play is *proven* when its player goes out first whatever the others hold, within what is known
of them, and whatever they do: they may see all hands and work together. This is a search of ANDs
and ORs over what the player knows: at his own turns some play has to win against everything that
is still possible, at theirs every play and pass that some split allows. Because whoever can beat
must, a pass is a choice only as far as the split is, and it bounds that hand from then on.

What is possible is kept as `Knowledge`. That is exact, but for straights and pair runs that were
not beaten, of which less is used than they tell. So nothing is proven that isn't so; with a budget
of nodes, which keeps decisions quick and the same on every machine, not all that is so is proven.

**Points.** Going out first is worth the others' cards, and spares one's own; only a bomb over
another's play is worth more. To win for certain one hardly ever has to do without a bomb that
could be played, so a proven play is always to be taken. Of several, a bomb over another's play is
the best by points, and otherwise the largest: it leaves the others the most cards. Against two
club players, a club player gains 2.0 points for each proven ending by taking such plays
(`python -m bench.run_fast.endings --worth 1500`).
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from engine.game import View
from engine.run_fast.bot import plays
from engine.run_fast.combinations import Combination, answers, leads
from engine.run_fast.hands import card_set, rank_counts
from engine.run_fast.knowledge import SEATS, Knowledge, knowledge

NODES: Final = 1000
"""States that are searched in a decision at most."""
FEW_CARDS: Final = 10
NODES_OF_FEW: Final = 10_000
"""The same where the others hold so few cards together that the search rarely goes as far."""


class _State(NamedTuple):
    """A moment as its player knows it. Seats count from the player, who is 0."""

    hand: int
    known: Knowledge
    mover: int
    table: Combination | None
    owner: int
    """Who made the play on the table."""
    passes: int


class _Spent(Exception):
    """The budget of nodes is used up."""


class _Search:
    """Tells of states whether they are won, and remembers."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._results: dict[_State, bool] = {}

    def after(self, hand: int, known: Knowledge, play: Combination) -> bool:
        """Tell whether the player wins for certain by a play; `_Spent` if that takes too long."""
        rest = hand - play.need
        return not rest or self._wins(_State(rest, known, 1, play, 0, 0))

    def _wins(self, state: _State) -> bool:
        if state.passes == SEATS - 1:
            state = _State(state.hand, state.known, state.owner, None, state.owner, 0)
        result = self._results.get(state)
        if result is None:
            if not self._nodes:
                raise _Spent
            self._nodes -= 1
            result = self._theirs(state) if state.mover else self._own(state)
            self._results[state] = result
        return result

    def _own(self, state: _State) -> bool:
        hand, table = state.hand, state.table
        options = leads(hand) if table is None else answers(hand, table)
        if not options:
            return self._wins(state._replace(mover=1, passes=state.passes + 1))
        # The large plays first: they win sooner, and going out is the largest of all.
        return any(self.after(hand, state.known, play) for play in reversed(options))

    def _theirs(self, state: _State) -> bool:
        hand, known, mover, table, owner, passes = state
        who, following = mover - 1, (mover + 1) % SEATS
        size, most = known.sizes[who], known.most[who]
        options = leads(most) if table is None else answers(most, table)
        if any(play.size == size and known.played(who, play) for play in options):
            return False
        for play in reversed(options):
            left = known.played(who, play)
            if left and not self._wins(_State(hand, left, following, play, mover, 0)):
                return False
        if table is None:
            return True
        passed = known.passed(who, table)
        return not passed or self._wins(_State(hand, passed, following, table, owner, passes + 1))


def proven(view: View, nodes: int | None = None, *, passes: bool = True) -> list[Combination]:
    """Return the legal plays of the view's seat that are proven, the best by points first.

    `nodes` bounds the search (by default as `NODES` says): what isn't proven within it is left
    out. Without `passes` the passes so far are not used.
    """
    return list(_proven(view, nodes, passes=passes))


def take(view: View, nodes: int | None = None) -> Combination | None:
    """Return the proven play that is best by points, None if nothing is proven."""
    return next(_proven(view, nodes, passes=True), None)


def _proven(view: View, nodes: int | None, *, passes: bool) -> Iterator[Combination]:
    known = knowledge(view, passes=passes)
    hand = rank_counts(card_set(view["hands"][view["seat"]]))
    options = plays(view)[::-1]
    if view["table"] is not None:
        options.sort(key=lambda play: play.kind != "bomb")
    if nodes is None:
        nodes = NODES_OF_FEW if sum(known.sizes) <= FEW_CARDS else NODES
    search = _Search(nodes)
    with suppress(_Spent):
        for play in options:
            if search.after(hand, known, play):
                yield play
