"""Why something was refused, and what can be done instead."""

from collections.abc import Mapping
from typing import NamedTuple

from app.i18n import N_, Language
from app.words.game_words import View
from app.words.games import GAME_WORDS


class Explanation(NamedTuple):
    """A refusal in words: what was wrong, and what is legal (None if nothing is to be said)."""

    text: str
    legal: str | None


ACTION_ERRORS: Mapping[str, str] = {
    "match-over": N_("The match is over."),
    "not-an-action": N_("The table does not know this action."),
    "not-legal-now": N_("That can't be done now."),
    "not-in-hand": N_("You don't hold this card."),
    "not-whole": N_("A wager is a whole number of chips, written in digits."),
    "not-a-combination": N_("These cards are not a combination."),
    "needs-heart-three": N_("The first play of the deal must include the three of hearts."),
    "must-beat": N_("You can beat what is on the table, so you may not pass."),
    "leader-must-play": N_("You lead, and whoever leads may not pass."),
    "wrong-shape": N_("Answer with a combination of the same kind and size, or with a bomb."),
    "too-low": N_("That is too low."),
    "too-high": N_("That is too high."),
}
"""The codes of refused actions, each with the sentence that is true in every game."""

SERVER_ERRORS: Mapping[str, str] = {
    "stale-revision": N_("The table has moved on since you saw it. This is how it stands now."),
    "not-started": N_("The match has not been started yet."),
    "not-finished": N_("The record is given out once the match is over."),
    "not-found": N_("There is nothing at this address, or it is not yours to see."),
    "not-allowed": N_("This address can't be used in this way."),
    "bad-request": N_("The request could not be read."),
    "cross-site": N_("The request came from another site, so nothing was done."),
    "too-large": N_("The request is larger than is accepted."),
    "rate-limited": N_("That was a lot at once. Wait a moment and try again."),
    "damaged": N_("What is stored of this match is damaged, so it can't be shown."),
    "seed-too-long": N_("A client seed has 1 to 64 characters."),
    "unknown-game": N_("There is no such game here."),
    "unknown-level": N_("There is no such opponent in this game."),
    "server-error": N_("Something went wrong on the server. Your match is saved; try again."),
    "unavailable": N_("The server is busy right now. Your match is saved; try again shortly."),
}
"""Refusals that have nothing to do with the rules of a game."""


def error_sentence(lang: Language, code: str) -> str:
    """Give the general sentence for a code; an unknown code gets that of "server-error"."""
    message = ACTION_ERRORS.get(code) or SERVER_ERRORS.get(code, SERVER_ERRORS["server-error"])
    return lang.gettext(message)


def explain(
    lang: Language,
    game: str | None,
    code: str,
    view: View | None = None,
    action: str = "",
) -> Explanation:
    """Explain a refusal to the player whose seat `view` is of.

    With the game and the view at hand the sentence fits the situation, and what is legal is
    said as well: for a wager the lowest and the highest total. Without them, or for a code of
    the server, it is the general sentence.
    """
    if game is None or view is None or code not in ACTION_ERRORS:
        return Explanation(error_sentence(lang, code), None)
    words = GAME_WORDS[game]
    text = words.explain(lang, code, view, action) or error_sentence(lang, code)
    return Explanation(text, words.legal(lang, view))
