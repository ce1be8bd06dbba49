"""What Run Fast says: title, levels, and why a play was refused."""

from collections.abc import Callable, Mapping

from app.i18n import N_, Language
from app.words.cards import CARD_NAMES, card_name
from app.words.combinations import combination_name, pattern_kind, pattern_name
from app.words.game_words import GameWords, LevelWords, View
from app.words.marks import NN_, PluralMessage
from app.words.run_fast_account import account

NAMED_AT_MOST = 8
"""So many plays are named in a sentence at most; a leader may have dozens."""

OVER = N_("This deal is over.")
NOT_IN_HAND = N_("You don't hold this card: %(card)s.")
CHOOSE_CARDS = N_("Choose at least one card first.")
NAMED_TWICE = N_("A card can be chosen only once.")
NOTHING_BEATS_HEAVENLY = N_("Nothing beats the heavenly bomb.")
TOO_LOW = N_("That is not high enough to beat this: %(combination)s.")

ANSWERS: Mapping[str, str] = {
    "single": N_("A single card is beaten by a single card of higher rank or by a bomb."),
    "pair": N_("A pair is beaten by a higher pair or by a bomb."),
    "triple": N_("A triple is beaten by a higher triple or by a bomb."),
    "bomb": N_("A bomb is beaten only by a higher bomb."),
    "heavenly-bomb": NOTHING_BEATS_HEAVENLY,
}
STRAIGHT_ANSWER = NN_(
    "A straight of %(num)s card is beaten by a higher one of the same length or by a bomb.",
    "A straight of %(num)s cards is beaten by a higher one of the same length or by a bomb.",
)
PAIR_RUN_ANSWER = NN_(
    "A pair run of %(num)s pair is beaten by a higher one of the same length or by a bomb.",
    "A pair run of %(num)s pairs is beaten by a higher one of the same length or by a bomb.",
)

LEGAL_PASS = N_("Nothing in your hand beats this, so you can only pass.")
LEGAL_LEAD = N_("You lead: play any combination.")
LEGAL_FIRST = N_("You open the deal: play any combination that includes the three of hearts.")
LEGAL_ONE = N_("You can only play: %(combinations)s.")
LEGAL_SOME = N_("You can play: %(combinations)s.")
LEGAL_MANY = N_("You can play, for example: %(combinations)s.")


def explain(lang: Language, code: str, view: View, action: str) -> str | None:
    """Say what was wrong with the play; None where the general sentence says it."""
    explainer = _EXPLAINERS.get(code)
    return explainer(lang, view, action) if explainer else None


def _over(lang: Language, view: View, action: str) -> str | None:
    return lang.gettext(OVER)


def _not_in_hand(lang: Language, view: View, action: str) -> str | None:
    hand = view["hands"][view["seat"]]
    for card in action.split()[1:]:
        if card in CARD_NAMES and card not in hand:
            return lang.gettext(NOT_IN_HAND) % {"card": card_name(lang, card)}
    return None


def _not_an_action(lang: Language, view: View, action: str) -> str | None:
    words = action.split()
    if words == ["play"]:
        return lang.gettext(CHOOSE_CARDS)
    if words and all(card in CARD_NAMES for card in words[1:]) and len(set(words)) < len(words):
        return lang.gettext(NAMED_TWICE)
    return None


def _wrong_shape(lang: Language, view: View, action: str) -> str | None:
    table = view["table"]
    if table is None:
        return None
    size = len(table["cards"])
    if table["kind"] == "straight":
        return _counted(lang, STRAIGHT_ANSWER, size)
    if table["kind"] == "pair-run":
        return _counted(lang, PAIR_RUN_ANSWER, size // 2)
    return lang.gettext(ANSWERS[table["kind"]])


def _too_low(lang: Language, view: View, action: str) -> str | None:
    table = view["table"]
    if table is None:
        return None
    if table["kind"] == "heavenly-bomb":
        return lang.gettext(NOTHING_BEATS_HEAVENLY)
    name = combination_name(lang, table["kind"], table["cards"])
    return lang.gettext(TOO_LOW) % {"combination": name}


_EXPLAINERS: Mapping[str, Callable[[Language, View, str], str | None]] = {
    "match-over": _over,
    "not-in-hand": _not_in_hand,
    "not-an-action": _not_an_action,
    "wrong-shape": _wrong_shape,
    "too-low": _too_low,
}


def legal(lang: Language, view: View) -> str | None:
    """Say what this seat may play now; None if it has to wait or the deal is over."""
    patterns = view["legal"]
    if not patterns:
        return None
    if patterns == ["pass"]:
        return lang.gettext(LEGAL_PASS)
    if view["table"] is None:
        return lang.gettext(LEGAL_LEAD if view["ply"] else LEGAL_FIRST)
    names = [
        pattern_name(lang, pattern_kind(pattern, first_play=False), pattern)
        for pattern in patterns[:NAMED_AT_MOST]
    ]
    if len(patterns) == 1:
        message = LEGAL_ONE
    else:
        message = LEGAL_SOME if len(patterns) <= NAMED_AT_MOST else LEGAL_MANY
    return lang.gettext(message) % {"combinations": ", ".join(names)}


def _counted(lang: Language, message: PluralMessage, number: int) -> str:
    return lang.ngettext(*message, number) % {"num": number}


WORDS = GameWords(
    title=N_("Run Fast"),
    facts=N_("3 players · You and 2 independent AIs · Single deal"),
    about=N_("Be the first to empty your hand; whoever can beat the table must."),
    levels={
        "beginner": LevelWords(N_("Beginner"), N_("Leads all it can, answers with its lowest.")),
        "club": LevelWords(N_("Club player"), N_("Plans the cheapest way out of its hand.")),
        "expert": LevelWords(
            N_("Expert"), N_("Trained on millions of deals; sees only its own cards.")
        ),
    },
    explain=explain,
    legal=legal,
    account=account,
)
