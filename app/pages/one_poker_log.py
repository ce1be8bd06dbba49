"""What stays to be read at a One Poker table: the log of the match, last actions, the state."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from app.i18n import N_, Language
from app.pages.one_poker_deals import KEPT, Deal, Deed
from app.words.cards import card_name
from app.words.players import player_name
from app.words.results import OTHER_REFUND, OTHER_WINS, TIE, YOU_WIN, YOUR_REFUND
from engine.game import View

YOU_LOCK = N_("You lock: %(card)s.")
_MINE = {
    "check": N_("You check."),
    "bet": N_("You bet %(total)s."),
    "call": N_("You call."),
    "raise": N_("You raise to %(total)s."),
    "fold": N_("You fold."),
}
_MINE_ALL_IN = {
    "bet": N_("You bet %(total)s and are all-in."),
    "call": N_("You call and are all-in."),
    "raise": N_("You raise to %(total)s and are all-in."),
}
_THEIRS = {
    "lock": N_("%(name)s has locked a card."),
    "check": N_("%(name)s checks."),
    "bet": N_("%(name)s bets %(total)s."),
    "call": N_("%(name)s calls."),
    "raise": N_("%(name)s raises to %(total)s."),
    "fold": N_("%(name)s folds."),
}
_THEIRS_ALL_IN = {
    "bet": N_("%(name)s bets %(total)s and is all-in."),
    "call": N_("%(name)s calls and is all-in."),
    "raise": N_("%(name)s raises to %(total)s and is all-in."),
}
SHOWN = N_("You show: %(mine)s. %(name)s shows: %(theirs)s.")


class Chapter(NamedTuple):
    """One deal in the log: its sentences, the newest first."""

    number: int
    sentences: tuple[str, ...]


def log(lang: Language, told: Sequence[Deal], me: int, settled: bool) -> list[Chapter]:
    """Tell the whole match, the newest first; `settled` says that the last deal is."""
    last = told[-1]
    now = [sentence(lang, last, deed, me) for deed in last.deeds]
    if settled:
        now += _end(lang, last, me)
    return [
        Chapter(last.number, tuple(now[::-1])),
        *(_chapter(lang, deal, me) for deal in told[-2::-1]),
    ]


@lru_cache(KEPT)
def _chapter(lang: Language, deal: Deal, me: int) -> Chapter:
    """Tell a settled deal."""
    sentences = [*(sentence(lang, deal, deed, me) for deed in deal.deeds), *_end(lang, deal, me)]
    return Chapter(deal.number, tuple(sentences[::-1]))


def sentence(lang: Language, deal: Deal, deed: Deed, me: int) -> str:
    """Tell one action."""
    name = player_name(lang, deed.seat)
    if deed.seat != me:
        message = (deed.all_in and _THEIRS_ALL_IN.get(deed.verb)) or _THEIRS[deed.verb]
        return lang.gettext(message) % {"name": name, "total": deed.total}
    if deed.verb == "lock":
        return lang.gettext(YOU_LOCK) % {"card": card_name(lang, deal.cards[me] or "")}
    message = (deed.all_in and _MINE_ALL_IN.get(deed.verb)) or _MINE[deed.verb]
    return lang.gettext(message) % {"total": deed.total}


def _end(lang: Language, deal: Deal, me: int) -> list[str]:
    other = 1 - me
    name = player_name(lang, other)
    mine, theirs = (card_name(lang, deal.cards[seat] or "") for seat in (me, other))
    told = [lang.gettext(SHOWN) % {"mine": mine, "theirs": theirs, "name": name}]
    for seat, message in ((me, YOUR_REFUND), (other, OTHER_REFUND)):
        chips = deal.wagers[seat] - min(deal.wagers)
        if chips:
            told.append(lang.ngettext(*message, chips) % {"num": chips, "name": name})
    message = TIE if deal.winner is None else YOU_WIN if deal.winner == me else OTHER_WINS
    told.append(lang.ngettext(*message, deal.pot) % {"num": deal.pot, "name": name})
    return told


def last_action(lang: Language, deal: Deal, seat: int) -> str | None:
    """Say in a few words what a seat did last in this deal; None before its first action."""
    deed = next((deed for deed in reversed(deal.deeds) if deed.seat == seat), None)
    if deed is None:
        return None
    if deed.all_in and deed.verb in ("bet", "call", "raise"):
        return lang.pgettext("last action", "All-in %(total)s") % {"total": deed.total}
    words = {
        "lock": lang.pgettext("last action", "Locked"),
        "check": lang.pgettext("last action", "Check"),
        "bet": lang.pgettext("last action", "Bet %(total)s"),
        "call": lang.pgettext("last action", "Call %(total)s"),
        "raise": lang.pgettext("last action", "Raise to %(total)s"),
        "fold": lang.pgettext("last action", "Fold"),
    }
    return words[deed.verb] % {"total": deed.total}


def state(lang: Language, view: View, ask: str) -> list[str]:
    """Say everything that the seat of the view sees of the deal, for those who only listen."""
    me, other = view["seat"], 1 - view["seat"]
    name = player_name(lang, other)
    hand, locked = list(view["hands"][me]), view["locked"][me]
    told = [lang.gettext("Deal %(deal)s.") % {"deal": view["deal"]}]
    if locked is None:
        first, second = (card_name(lang, card) for card in hand)
        told.append(hold(lang, first, second))
    else:
        hand.remove(locked)
        told.append(
            lang.gettext("You have locked: %(locked)s. You keep: %(kept)s.")
            % {"locked": card_name(lang, locked), "kept": card_name(lang, hand[0])}
        )
    up, down = view["signals"][other]
    told.append(
        lang.gettext("%(name)s: UP %(up)s, DOWN %(down)s.") % {"name": name, "up": up, "down": down}
    )
    if view["phase"] in ("lock", "bet"):
        told.append(
            lang.gettext("Pot %(pot)s. Your wager %(mine)s, %(name)s %(theirs)s.")
            % {
                "pot": view["pot"],
                "mine": view["wagers"][me],
                "name": name,
                "theirs": view["wagers"][other],
            }
        )
    told.append(
        lang.gettext("Chips: you %(mine)s, %(name)s %(theirs)s.")
        % {"mine": view["stacks"][me], "name": name, "theirs": view["stacks"][other]}
    )
    if ask:
        told.append(f"{ask}.")
    return told


def hold(lang: Language, first: str, second: str) -> str:
    """Say what the seat holds, its two cards named."""
    return lang.gettext("You hold: %(first)s and %(second)s.") % {
        "first": first,
        "second": second,
    }


def first_lines(lang: Language, view: View) -> list[tuple[str, str]]:
    """Give what is worth a line when it occurs for the first time: an id and the line."""
    if view["phase"] == "bet":
        text = lang.gettext(
            "You bet on the locked card. When the deal ends, both locked cards are shown."
        )
        return [("lock", text)]
    if view["phase"] != "lock":
        return []
    text = lang.gettext(
        "The lamps count the high cards (UP, 8 to A) and the low ones (DOWN, 2 to 7) of a hand."
    )
    lines = [("signal", text)]
    if view["deal"] > 1:
        kept = lang.gettext(
            "%(name)s kept a card, too: her lamps and the card that she showed tell whether it is"
            " UP or DOWN."
        )
        lines.append(("kept", kept % {"name": player_name(lang, 1 - view["seat"])}))
    return lines
