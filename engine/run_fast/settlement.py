"""What a deal of Run Fast costs each seat once somebody has gone out."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.run_fast.hands import RANKS, SPADE_TWO, rank_counts

HAND_SIZE: Final = 16
BOMB_BONUS: Final = 10
"""Points that each of the others pays for a bomb that answered a play and was not beaten."""
_TWO_LEFT: Final = 10
_BOMB_LEFT: Final = 10


class Line(NamedTuple):
    """One seat's points, each as it counts for that seat: 0 or below for those who pay."""

    cards: int
    doubled: int
    spade_two: int
    bombs: int
    bonus: int

    @property
    def total(self) -> int:
        """The score of the seat for this deal."""
        return sum(self)


def bombs_in(cards: int) -> int:
    """Count the bombs in a hand: four of a rank, or the three aces."""
    counts = rank_counts(cards)
    ace = RANKS.index("A")
    return sum(counts >> 4 * rank & 0xF == (3 if rank == ace else 4) for rank in range(len(RANKS)))


def with_bomb_bonus(bonuses: tuple[int, ...], bomber: int) -> tuple[int, ...]:
    """Add the bonus for one bomb of seat `bomber` to the bonuses so far."""
    payers = len(bonuses) - 1
    return tuple(
        bonus + (BOMB_BONUS * payers if seat == bomber else -BOMB_BONUS)
        for seat, bonus in enumerate(bonuses)
    )


def settle(hands: Sequence[int], bonuses: Sequence[int]) -> list[Line]:
    """Return every seat's line; exactly one of `hands` is empty, that of the winner."""
    lines = [_line_of_payer(hand, bonus) for hand, bonus in zip(hands, bonuses, strict=True)]
    winner = list(hands).index(0)
    # An empty hand costs nothing, so the sums are those of the other two.
    lines[winner] = Line(
        cards=-sum(line.cards for line in lines),
        doubled=-sum(line.doubled for line in lines),
        spade_two=-sum(line.spade_two for line in lines),
        bombs=-sum(line.bombs for line in lines),
        bonus=bonuses[winner],
    )
    return lines


def _line_of_payer(hand: int, bonus: int) -> Line:
    left = hand.bit_count()
    return Line(
        cards=-left,
        doubled=-left if left == HAND_SIZE else 0,
        spade_two=-_TWO_LEFT if hand & SPADE_TWO else 0,
        bombs=-_BOMB_LEFT * bombs_in(hand),
        bonus=bonus,
    )
