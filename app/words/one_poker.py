"""What One Poker says: title, levels, and why an action was refused."""

import re
from collections.abc import Callable, Mapping

from app.i18n import N_, Language
from app.words.cards import CARD_NAMES, card_name
from app.words.game_words import GameWords, LevelWords, View
from app.words.marks import NN_, PluralMessage
from app.words.one_poker_account import account

LOCK_FIRST = N_("First lock one of your two cards; betting comes after that.")
NOT_SETTLED = N_("This deal is still being played.")
LOCK_IS_FINAL = N_("Your card is locked already, and a lock is final.")
DEAL_SETTLED = N_("This deal is settled: nothing more can be done in it.")

NOT_NOW: Mapping[str, Mapping[str, str]] = {
    "lock": {
        "check": LOCK_FIRST,
        "bet": LOCK_FIRST,
        "call": LOCK_FIRST,
        "raise": LOCK_FIRST,
        "fold": LOCK_FIRST,
        "next": NOT_SETTLED,
    },
    "open": {
        "lock": LOCK_IS_FINAL,
        "call": N_("There is no bet to call."),
        "raise": N_("There is no bet to raise yet: bet instead."),
        "fold": N_("You can fold only when you face a bet."),
        "next": NOT_SETTLED,
    },
    "facing": {
        "lock": LOCK_IS_FINAL,
        "check": N_("You face a bet, so you can't check."),
        "bet": N_("There is a bet already: raise instead."),
        "next": NOT_SETTLED,
    },
    "settled": {
        "lock": DEAL_SETTLED,
        "check": DEAL_SETTLED,
        "bet": DEAL_SETTLED,
        "call": DEAL_SETTLED,
        "raise": DEAL_SETTLED,
        "fold": DEAL_SETTLED,
    },
}
"""By situation, then by what was tried."""

NO_RAISE_ALL_IN = N_("Your opponent is all-in, so there is nothing left to raise.")
NO_RAISE_SHORT = N_("You have too few chips to raise: you can only call or fold.")
NOT_IN_HAND = N_("You don't hold this card: %(card)s.")
CHOOSE_CARD = N_("Choose the card to lock first.")
SAY_HOW_MUCH = N_("Say how many chips the wager is to be.")
TOO_LOW: Mapping[str, PluralMessage] = {
    "bet": NN_("A bet is at least %(num)s chip.", "A bet is at least %(num)s chips."),
    "raise": NN_(
        "Too low: the lowest raise is to a total of %(num)s chip.",
        "Too low: the lowest raise is to a total of %(num)s chips.",
    ),
}
TOO_HIGH = NN_(
    "You don't have that much: your highest total is %(num)s chip.",
    "You don't have that much: your highest total is %(num)s chips.",
)

LEGAL_LOCK_ONE = N_("You may lock this card: %(card)s.")
LEGAL_LOCK_TWO = N_("You may lock one of these cards: %(first)s, %(second)s.")
LEGAL_OPEN = N_("You may check, or bet from %(low)s to %(high)s.")
LEGAL_OPEN_ALL_IN = N_("You may check, or bet your last %(high)s.")
LEGAL_FOLD_CALL = N_("You may fold, or call %(owed)s.")
LEGAL_FOLD_CALL_ALL_IN = N_("You may fold, or call all-in with %(owed)s.")
LEGAL_RAISE = N_("You may fold, call %(owed)s, or raise to a total from %(low)s to %(high)s.")
LEGAL_RAISE_ALL_IN = N_("You may fold, call %(owed)s, or raise all-in to a total of %(high)s.")
LEGAL_NEXT = N_("Go on to the next deal.")


def explain(lang: Language, code: str, view: View, action: str) -> str | None:
    """Say what was wrong with the action; None where the general sentence says it."""
    explainer = _EXPLAINERS.get(code)
    return explainer(lang, view, action) if explainer else None


def _not_now(lang: Language, view: View, action: str) -> str | None:
    situation = _situation(view)
    verb = _verb(action)
    if situation == "facing" and verb == "raise":
        other = 1 - view["seat"]
        if view["stacks"][other] == 0:
            return lang.gettext(NO_RAISE_ALL_IN)
        return lang.gettext(NO_RAISE_SHORT)
    message = NOT_NOW.get(situation, {}).get(verb)
    return lang.gettext(message) if message else None


def _situation(view: View) -> str:
    """Tell where the deal stands for this seat: a key of NOT_NOW, or "waiting"."""
    if view["phase"] == "settled":
        return "settled"
    if view["turn"] != view["seat"]:
        return "waiting"
    if view["phase"] == "lock":
        return "lock"
    return "open" if "check" in view["legal"] else "facing"


def _not_in_hand(lang: Language, view: View, action: str) -> str | None:
    card = action.split()[-1]
    if card not in CARD_NAMES:
        return None
    return lang.gettext(NOT_IN_HAND) % {"card": card_name(lang, card)}


def _too_low(lang: Language, view: View, action: str) -> str | None:
    verb = _verb(action)
    low, _ = _range(view, verb)
    return lang.ngettext(*TOO_LOW[verb], low) % {"num": low} if low else None


def _too_high(lang: Language, view: View, action: str) -> str | None:
    _, high = _range(view, _verb(action))
    return lang.ngettext(*TOO_HIGH, high) % {"num": high} if high else None


def _not_an_action(lang: Language, view: View, action: str) -> str | None:
    verb = action.strip()
    if verb in ("bet", "raise") and any(_range(view, verb)):
        return lang.gettext(SAY_HOW_MUCH)
    if verb == "lock" and _situation(view) == "lock":
        return lang.gettext(CHOOSE_CARD)
    return None


_EXPLAINERS: Mapping[str, Callable[[Language, View, str], str | None]] = {
    "not-legal-now": _not_now,
    "not-in-hand": _not_in_hand,
    "too-low": _too_low,
    "too-high": _too_high,
    "not-an-action": _not_an_action,
}


def legal(lang: Language, view: View) -> str | None:
    """Say what this seat may do now; None if it has to wait or the match is over."""
    actions = view["legal"]
    if actions == ["next"]:
        return lang.gettext(LEGAL_NEXT)
    cards = [action.split()[1] for action in actions if action.startswith("lock ")]
    if len(cards) == 1:
        return lang.gettext(LEGAL_LOCK_ONE) % {"card": card_name(lang, cards[0])}
    if cards:
        first, second = (card_name(lang, card) for card in cards)
        return lang.gettext(LEGAL_LOCK_TWO) % {"first": first, "second": second}
    if "check" in actions:
        low, high = _range(view, "bet")
        message = LEGAL_OPEN if low < high else LEGAL_OPEN_ALL_IN
        return lang.gettext(message) % {"low": low, "high": high}
    if "call" in actions:
        return _legal_facing(lang, view)
    return None


def _legal_facing(lang: Language, view: View) -> str:
    seat = view["seat"]
    owed = view["wagers"][1 - seat] - view["wagers"][seat]
    stack = view["stacks"][seat]
    low, high = _range(view, "raise")
    numbers = {"owed": min(owed, stack), "low": low, "high": high}
    if not high:
        message = LEGAL_FOLD_CALL_ALL_IN if stack <= owed else LEGAL_FOLD_CALL
    else:
        message = LEGAL_RAISE if low < high else LEGAL_RAISE_ALL_IN
    return lang.gettext(message) % numbers


def _verb(action: str) -> str:
    return action.split(maxsplit=1)[0] if action.strip() else ""


def _range(view: View, verb: str) -> tuple[int, int]:
    """Give the lowest and highest legal total of a bet or raise; zeros where there is none."""
    for action in view["legal"]:
        found = re.fullmatch(rf"{verb} (\d+)\.\.(\d+)", action)
        if found:
            return int(found[1]), int(found[2])
    return 0, 0


WORDS = GameWords(
    title=N_("One Poker"),
    facts=N_("2 players · You against AI · Virtual-chip match"),
    about=N_(
        "Bet on one of your two cards and keep the other: high cards win, but a two beats an ace."
    ),
    levels={
        "beginner": LevelWords(
            N_("Beginner"),
            N_("Goes by its own cards and the signals; counts no cards and reads no bets."),
        ),
        "club": LevelWords(
            N_("Club player"),
            N_("Counts cards, reads bets, weighs pot odds and bluffs at times."),
        ),
        "solver": LevelWords(
            N_("Solver"),
            N_(
                "Works out every deal as it is dealt, and keeps track of which card you may be"
                " carrying."
            ),
        ),
    },
    explain=explain,
    legal=legal,
    account=account,
)
