"""A readable account of a match of One Poker, for `cardavia replay`."""

from collections.abc import Iterator, Sequence

from app.i18n import N_, Language
from app.words.cards import card_list, card_name
from app.words.game_words import View
from app.words.marks import NN_

DEAL = N_("Deal %(deal)s. Stacks after the ante: %(first)s and %(second)s.")
HAND = N_("Seat %(seat)s holds: %(cards)s.")
LOCKS = N_("Seat %(seat)s locks: %(card)s.")
CHECKS = N_("Seat %(seat)s checks.")
BETS = N_("Seat %(seat)s bets %(total)s.")
BETS_ALL_IN = N_("Seat %(seat)s bets %(total)s and is all-in.")
CALLS = N_("Seat %(seat)s calls.")
CALLS_ALL_IN = N_("Seat %(seat)s calls and is all-in.")
RAISES = N_("Seat %(seat)s raises to %(total)s.")
RAISES_ALL_IN = N_("Seat %(seat)s raises to %(total)s and is all-in.")
FOLDS = N_("Seat %(seat)s folds.")
SHOWN = N_("Locked cards: %(first)s for seat 0, %(second)s for seat 1.")
REFUND = NN_(
    "Seat %(seat)s gets back %(num)s chip that was not matched.",
    "Seat %(seat)s gets back %(num)s chips that were not matched.",
)
WINS = NN_(
    "Seat %(seat)s wins the pot of %(num)s chip.", "Seat %(seat)s wins the pot of %(num)s chips."
)
TIE = NN_("A tie: the pot of %(num)s chip is split.", "A tie: the pot of %(num)s chips is split.")
STACKS = N_("Stacks: %(first)s and %(second)s.")
OVER = N_("Seat %(seat)s wins the match.")

_PLAIN = {"check": CHECKS, "bet": BETS, "call": CALLS, "raise": RAISES, "fold": FOLDS}
_ALL_IN = {"bet": BETS_ALL_IN, "call": CALLS_ALL_IN, "raise": RAISES_ALL_IN}


def account(lang: Language, snapshots: Sequence[View], actions: Sequence[str]) -> Iterator[str]:
    """Tell a match line by line; `snapshots` is one longer than the actions that were legal."""
    yield from _deal(lang, snapshots[0])
    for before, action, after in zip(snapshots, actions, snapshots[1:], strict=False):
        if action.split()[0] == "next":
            yield from _deal(lang, after)
        else:
            yield _action(lang, before, action, after)
        if "result" in after:
            yield from _settlement(lang, after)


def _deal(lang: Language, position: View) -> Iterator[str]:
    first, second = position["stacks"]
    yield lang.gettext(DEAL) % {"deal": position["deal"], "first": first, "second": second}
    for seat in (0, 1):
        cards = card_list(lang, position["hands"][seat])
        yield lang.gettext(HAND) % {"seat": seat, "cards": cards}


def _action(lang: Language, before: View, action: str, after: View) -> str:
    verb, seat = action.split()[0], before["turn"]
    if verb == "lock":
        return lang.gettext(LOCKS) % {"seat": seat, "card": card_name(lang, after["locked"][seat])}
    owed = before["wagers"][1 - seat] - before["wagers"][seat]
    all_in = owed >= before["stacks"][seat] if verb == "call" else not after["stacks"][seat]
    message = _ALL_IN[verb] if all_in and verb in _ALL_IN else _PLAIN[verb]
    return lang.gettext(message) % {"seat": seat, "total": after["wagers"][seat]}


def _settlement(lang: Language, after: View) -> Iterator[str]:
    result = after["result"]
    first, second = (card_name(lang, card) for card in after["locked"])
    yield lang.gettext(SHOWN) % {"first": first, "second": second}
    for seat, chips in enumerate(result["refund"]):
        if chips:
            yield lang.ngettext(*REFUND, chips) % {"seat": seat, "num": chips}
    winner, pot = result["winner"], result["pot"]
    message = TIE if winner is None else WINS
    yield lang.ngettext(*message, pot) % {"seat": winner, "num": pot}
    first_stack, second_stack = after["stacks"]
    yield lang.gettext(STACKS) % {"first": first_stack, "second": second_stack}
    if after["phase"] == "over":
        yield lang.gettext(OVER) % {"seat": winner}
