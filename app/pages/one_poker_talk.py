"""What the table of One Poker says while it is played: a sentence for each action, one to ask."""

from collections.abc import Iterable

from app.i18n import Language
from app.pages.one_poker_deals import Deal, Deed
from app.pages.one_poker_log import sentence
from app.words.players import player_name
from engine.game import View


def story(lang: Language, deal: Deal, deeds: Iterable[Deed], me: int) -> list[str]:
    """Tell actions, a sentence each, in the order in which they happened."""
    return [sentence(lang, deal, deed, me) for deed in deeds]


def ask(lang: Language, view: View) -> str:
    """Say what the seat of the view is asked to do; empty when that is nothing."""
    if view["phase"] == "lock":
        return lang.gettext("Choose the card to bet on")
    if view["phase"] != "bet":
        return ""
    name = player_name(lang, 1 - view["seat"])
    if "check" in view["legal"]:
        return lang.gettext("Your turn: check, or bet on your card")
    if any(action.startswith("raise") for action in view["legal"]):
        return lang.gettext("Fold, call %(name)s or raise") % {"name": name}
    return lang.gettext("Fold, or call %(name)s") % {"name": name}


def verdict(lang: Language, view: View) -> str:
    """Say in the fewest words how a settled deal was decided, ranks as printed on cards."""
    result, me = view["result"], view["seat"]
    winner = result["winner"]
    if result["kind"] == "fold":
        loser = 1 - winner
        if loser == me:
            return lang.gettext("You folded")
        return lang.gettext("%(name)s folded") % {"name": player_name(lang, loser)}
    mine, theirs = (_rank(view["locked"][seat]) for seat in (me, 1 - me))
    if winner is None:
        return lang.gettext("%(rank)s against %(other)s: a tie") % {"rank": mine, "other": theirs}
    high, low = (mine, theirs) if winner == me else (theirs, mine)
    return lang.gettext("%(winner)s beats %(loser)s") % {"winner": high, "loser": low}


def _rank(card: str) -> str:
    """Give the rank as a card shows it in every language."""
    return "10" if card[0] == "T" else card[0]


def outcome(lang: Language, deal: Deal, me: int) -> str:
    """Name a settled deal's outcome for the film strip, in one short word or two."""
    if deal.folded == me:
        return lang.pgettext("outcome of a deal", "you folded")
    if deal.folded is not None:
        return lang.pgettext("outcome of a deal", "fold, won")
    if deal.winner is None:
        return lang.pgettext("outcome of a deal", "tie")
    if deal.winner == me:
        return lang.pgettext("outcome of a deal", "won")
    return lang.pgettext("outcome of a deal", "lost")
