"""A readable account of a deal of Run Fast, for `cardavia replay`."""

from collections.abc import Iterator, Sequence

from app.i18n import N_, Language
from app.words.cards import card_list
from app.words.combinations import combination_name
from app.words.game_words import View
from app.words.marks import NN_
from app.words.numbers import signed

HAND = N_("Seat %(seat)s holds: %(cards)s.")
LEADS = N_("Seat %(seat)s opens with the three of hearts.")
PLAYS = N_("Seat %(seat)s plays: %(combination)s (%(cards)s).")
PASSES = N_("Seat %(seat)s passes.")
ROUND_OVER = N_("The round is over, and seat %(seat)s leads.")
BONUS = NN_(
    "Bomb bonus for seat %(seat)s: %(num)s point.",
    "Bomb bonus for seat %(seat)s: %(num)s points.",
)
OUT = N_("Seat %(seat)s is out.")
LINE = N_(
    "Seat %(seat)s: cards %(cards)s, doubling %(doubled)s, spade two %(spade_two)s,"
    " bombs %(bombs)s, bomb bonus %(bonus)s, total %(total)s."
)

_LINE_KEYS = ("cards", "doubled", "spade_two", "bombs", "bonus", "total")


def account(lang: Language, snapshots: Sequence[View], actions: Sequence[str]) -> Iterator[str]:
    """Tell a deal line by line; `snapshots` is one longer than the actions that were legal."""
    start = snapshots[0]
    for seat, hand in enumerate(start["hands"]):
        yield lang.gettext(HAND) % {"seat": seat, "cards": card_list(lang, hand)}
    yield lang.gettext(LEADS) % {"seat": start["turn"]}
    for before, action, after in zip(snapshots, actions, snapshots[1:], strict=False):
        yield _action(lang, before, action, after)
        for seat, bonus in enumerate(after["bonuses"]):
            gain = bonus - before["bonuses"][seat]
            if gain > 0:
                yield lang.ngettext(*BONUS, gain) % {"seat": seat, "num": gain}
        if after["phase"] == "over":
            yield from _settlement(lang, after, before["turn"])
        elif after["table"] is None:
            yield lang.gettext(ROUND_OVER) % {"seat": after["turn"]}


def _action(lang: Language, before: View, action: str, after: View) -> str:
    seat = before["turn"]
    if action.split()[0] == "pass":
        return lang.gettext(PASSES) % {"seat": seat}
    table = after["table"]
    return lang.gettext(PLAYS) % {
        "seat": seat,
        "combination": combination_name(lang, table["kind"], table["cards"]),
        "cards": card_list(lang, table["cards"]),
    }


def _settlement(lang: Language, after: View, winner: int) -> Iterator[str]:
    yield lang.gettext(OUT) % {"seat": winner}
    for seat, line in enumerate(after["breakdown"]):
        points = {key: signed(line[key]) for key in _LINE_KEYS}
        yield lang.gettext(LINE) % {"seat": seat, **points}
