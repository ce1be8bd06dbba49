"""The betting of a deal as a public tree.

Only what the smaller stack can cover is ever won or lost, so totals are capped at it: a bet or
raise beyond that is the same as one to exactly that, and putting the other all-in is always
possible, be it as a full raise or as a short all-in.  Player 0 acts first.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.one_poker.solver.form import Tree, build

MenuName: TypeAlias = Literal["all", "pot", "wide", "jam"]

SHOWDOWN: Final = 0
FIRST_FOLDS: Final = 1
OTHER_FOLDS: Final = 2
KINDS: Final = 3

_Totals: TypeAlias = Callable[[int, int], tuple[int, ...]]
"""(the wager faced, the least increment) -> totals wished for, besides all-in."""


def _after(faced: int, half_pots: int) -> int:
    """Give the total that raises by so many halves of the pot as it is after a call."""
    return faced + half_pots * (1 + faced)


_MENUS: Final[dict[MenuName, _Totals]] = {
    "jam": lambda faced, least: (),
    "pot": lambda faced, least: (_after(faced, 2),),
    "wide": lambda faced, least: (
        faced + least,
        _after(faced, 1),
        _after(faced, 2),
        _after(faced, 4),
    ),
}


class Betting(NamedTuple):
    """A public state of the betting; ``least`` is the least increment of a raise.

    ``turn`` is None at an end; ``folded`` is who folded, if someone did.
    """

    turn: int | None
    wagers: tuple[int, int]
    least: int
    checked: bool
    folded: int | None


class Bets:
    """The rules of the betting with a menu for each player.

    ``depth`` is the number of chips behind the smaller stack after the ante; a total is named by
    its number, the rest ``check``, ``call`` and ``fold``.  Pay-off groups: see `group_of`.
    """

    def __init__(self, depth: int, menus: tuple[MenuName, MenuName]) -> None:
        self.depth = depth
        self.menus = menus

    def root(self) -> Betting:
        """Give the state before the first action, which is the end if no chips are behind."""
        return Betting(0 if self.depth else None, (0, 0), 1, checked=False, folded=None)

    def player(self, state: Betting) -> int | None:
        """Give who acts."""
        return state.turn

    def moves(self, state: Betting) -> list[tuple[str, Betting]]:
        """List the actions of the player's menu."""
        seat = state.turn
        assert seat is not None
        own, faced = state.wagers[seat], state.wagers[1 - seat]
        if own == faced:
            end = None if state.checked else 1 - seat
            found = [("check", state._replace(turn=end, checked=True))]
        else:
            called = (faced, faced)
            found = [
                ("fold", state._replace(turn=None, folded=seat)),
                ("call", state._replace(turn=None, wagers=called)),
            ]
        for total in self._totals(seat, faced, state.least):
            wagers = (total, faced) if seat == 0 else (faced, total)
            least = max(state.least, total - faced)
            found.append((str(total), state._replace(turn=1 - seat, wagers=wagers, least=least)))
        return found

    def _totals(self, seat: int, faced: int, least: int) -> list[int]:
        if faced >= self.depth:
            return []
        menu = self.menus[seat]
        lowest = faced + least
        wished = range(lowest, self.depth) if menu == "all" else _MENUS[menu](faced, least)
        raised = {max(total, lowest) for total in wished}
        return sorted({total for total in raised if total < self.depth} | {self.depth})

    def group(self, state: Betting) -> int:
        """Give the pay-off group of an end."""
        return group_of(state.folded, min(state.wagers))


def group_of(folded: int | None, matched: int) -> int:
    """Give the pay-off group of an end: its kind and the wager that both have in."""
    kind = SHOWDOWN if folded is None else FIRST_FOLDS if folded == 0 else OTHER_FOLDS
    return KINDS * matched + kind


@lru_cache(maxsize=128)
def betting_tree(depth: int, menus: tuple[MenuName, MenuName]) -> Tree:
    """Give the tree of the betting, made once for each depth and pair of menus."""
    return build(Bets(depth, menus))
