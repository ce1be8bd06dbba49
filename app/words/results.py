"""How a deal of One Poker ended, in sentences for the person."""

from typing import NamedTuple

from app.i18n import N_, Language
from app.words.cards import card_name
from app.words.game_words import View
from app.words.marks import NN_, PluralMessage
from app.words.players import player_name

YOU_WIN = NN_("You win the pot of %(num)s chip.", "You win the pot of %(num)s chips.")
OTHER_WINS = NN_(
    "%(name)s wins the pot of %(num)s chip.", "%(name)s wins the pot of %(num)s chips."
)
TIE = NN_("A tie: the pot of %(num)s chip is split.", "A tie: the pot of %(num)s chips is split.")
YOUR_TWO = N_("Your two beats the ace.")
OTHER_TWO = N_("%(name)s shows a two, and a two beats an ace.")
YOU_HIGHER = N_("Your card is higher. You: %(mine)s. %(name)s: %(theirs)s.")
OTHER_HIGHER = N_("%(name)s has the higher card. You: %(mine)s. %(name)s: %(theirs)s.")
SAME_RANK = N_("Both cards have the same rank. You: %(mine)s. %(name)s: %(theirs)s.")
YOU_FOLDED = N_("You folded.")
OTHER_FOLDED = N_("%(name)s folds.")
YOUR_REFUND = NN_(
    "You get back %(num)s chip that was not matched.",
    "You get back %(num)s chips that were not matched.",
)
OTHER_REFUND = NN_(
    "%(name)s gets back %(num)s chip that was not matched.",
    "%(name)s gets back %(num)s chips that were not matched.",
)
YOU_KEEP = N_("You keep for the next deal: %(card)s.")
YOU_FIRST = N_("You go first in the next deal.")
OTHER_FIRST = N_("%(name)s goes first in the next deal.")
YOU_FIRST_TIE = N_("After a tie the other player goes first: now it is you.")
OTHER_FIRST_TIE = N_("After a tie the other player goes first: now it is %(name)s.")
MATCH_WON = N_("%(name)s has no chips left. You win the match.")
MATCH_LOST = N_("You have no chips left. %(name)s wins the match.")


class DealResult(NamedTuple):
    """A settled deal in whole sentences; None where there is nothing to say.

    `two_beats_ace` tells that the exception of the ranking decided it.
    """

    headline: str
    reason: str
    refund: str | None
    kept: str | None
    next_first: str | None
    match: str | None
    two_beats_ace: bool


def deal_result(lang: Language, view: View) -> DealResult:
    """Tell the person how the deal ended, and why.

    The view must be that of the person's seat, of phase "settled" or "over".
    """
    seat = view["seat"]
    other = 1 - seat
    result = view["result"]
    winner, pot = result["winner"], result["pot"]
    name = player_name(lang, other)
    two_beats_ace = result["kind"] == "showdown" and _ranks(view) == {"2", "A"}
    over = view["phase"] == "over"
    headline: PluralMessage = TIE
    if winner is not None:
        headline = YOU_WIN if winner == seat else OTHER_WINS
    return DealResult(
        headline=lang.ngettext(*headline, pot) % {"num": pot, "name": name},
        reason=_reason(lang, view),
        refund=_refund(lang, view),
        kept=None if over else _kept(lang, view),
        next_first=None if over else _next_first(lang, view),
        match=_match(lang, view) if over else None,
        two_beats_ace=two_beats_ace,
    )


def _ranks(view: View) -> set[str]:
    return {card[0] for card in view["locked"]}


def _reason(lang: Language, view: View) -> str:
    seat, result = view["seat"], view["result"]
    other, winner = 1 - view["seat"], result["winner"]
    name = player_name(lang, other)
    if result["kind"] == "fold":
        return lang.gettext(OTHER_FOLDED if winner == seat else YOU_FOLDED) % {"name": name}
    if _ranks(view) == {"2", "A"}:
        return lang.gettext(YOUR_TWO if winner == seat else OTHER_TWO) % {"name": name}
    message = SAME_RANK
    if winner is not None:
        message = YOU_HIGHER if winner == seat else OTHER_HIGHER
    return lang.gettext(message) % {
        "name": name,
        "mine": card_name(lang, view["locked"][seat]),
        "theirs": card_name(lang, view["locked"][other]),
    }


def _refund(lang: Language, view: View) -> str | None:
    for who, chips in enumerate(view["result"]["refund"]):
        if chips:
            message = YOUR_REFUND if who == view["seat"] else OTHER_REFUND
            return lang.ngettext(*message, chips) % {
                "num": chips,
                "name": player_name(lang, who),
            }
    return None


def _kept(lang: Language, view: View) -> str:
    hand = list(view["hands"][view["seat"]])
    hand.remove(view["locked"][view["seat"]])
    return lang.gettext(YOU_KEEP) % {"card": card_name(lang, hand[0])}


def _next_first(lang: Language, view: View) -> str:
    winner = view["result"]["winner"]
    first = 1 - view["first"] if winner is None else winner
    if first == view["seat"]:
        return lang.gettext(YOU_FIRST_TIE if winner is None else YOU_FIRST)
    message = OTHER_FIRST_TIE if winner is None else OTHER_FIRST
    return lang.gettext(message) % {"name": player_name(lang, first)}


def _match(lang: Language, view: View) -> str:
    other = 1 - view["seat"]
    message = MATCH_WON if view["stacks"][other] == 0 else MATCH_LOST
    return lang.gettext(message) % {"name": player_name(lang, other)}
