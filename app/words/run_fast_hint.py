"""Why a play is suggested in Run Fast: whole sentences for the facts that speak for it."""

from collections.abc import Mapping

from app.i18n import N_, Language
from app.words.combinations import pattern_kind
from app.words.marks import NN_, PluralMessage
from app.words.players import player_name
from app.words.run_fast import NOTHING_BEATS_HEAVENLY
from engine.game import View
from engine.run_fast.combinations import BY_TEXT
from engine.run_fast.knowledge import others
from engine.run_fast.reasons import Fact, reasons
from engine.run_fast.settlement import BOMB_BONUS

STANDS: Mapping[str, Mapping[str, str]] = {
    "single": {
        "3": N_("Nobody can beat a three now."),
        "4": N_("Nobody can beat a four now."),
        "5": N_("Nobody can beat a five now."),
        "6": N_("Nobody can beat a six now."),
        "7": N_("Nobody can beat a seven now."),
        "8": N_("Nobody can beat an eight now."),
        "9": N_("Nobody can beat a nine now."),
        "T": N_("Nobody can beat a ten now."),
        "J": N_("Nobody can beat a jack now."),
        "Q": N_("Nobody can beat a queen now."),
        "K": N_("Nobody can beat a king now."),
        "A": N_("Nobody can beat an ace now."),
        "2": N_("Nobody can beat the two now."),
    },
    "pair": {
        "3": N_("Nobody can beat a pair of threes now."),
        "4": N_("Nobody can beat a pair of fours now."),
        "5": N_("Nobody can beat a pair of fives now."),
        "6": N_("Nobody can beat a pair of sixes now."),
        "7": N_("Nobody can beat a pair of sevens now."),
        "8": N_("Nobody can beat a pair of eights now."),
        "9": N_("Nobody can beat a pair of nines now."),
        "T": N_("Nobody can beat a pair of tens now."),
        "J": N_("Nobody can beat a pair of jacks now."),
        "Q": N_("Nobody can beat a pair of queens now."),
        "K": N_("Nobody can beat a pair of kings now."),
        "A": N_("Nobody can beat a pair of aces now."),
    },
    "triple": {
        "3": N_("Nobody can beat three threes now."),
        "4": N_("Nobody can beat three fours now."),
        "5": N_("Nobody can beat three fives now."),
        "6": N_("Nobody can beat three sixes now."),
        "7": N_("Nobody can beat three sevens now."),
        "8": N_("Nobody can beat three eights now."),
        "9": N_("Nobody can beat three nines now."),
        "T": N_("Nobody can beat three tens now."),
        "J": N_("Nobody can beat three jacks now."),
        "Q": N_("Nobody can beat three queens now."),
        "K": N_("Nobody can beat three kings now."),
    },
    "bomb": {
        "3": N_("Nobody can beat a bomb of threes now."),
        "4": N_("Nobody can beat a bomb of fours now."),
        "5": N_("Nobody can beat a bomb of fives now."),
        "6": N_("Nobody can beat a bomb of sixes now."),
        "7": N_("Nobody can beat a bomb of sevens now."),
        "8": N_("Nobody can beat a bomb of eights now."),
        "9": N_("Nobody can beat a bomb of nines now."),
        "T": N_("Nobody can beat a bomb of tens now."),
        "J": N_("Nobody can beat a bomb of jacks now."),
        "Q": N_("Nobody can beat a bomb of queens now."),
        "K": N_("Nobody can beat a bomb of kings now."),
        "A": N_("Nobody can beat a bomb of three aces now."),
    },
}
"""What nobody can beat, by kind and rank."""
STANDS_WHOLE: Mapping[str, str] = {
    "straight": N_("Nobody can beat this straight now."),
    "pair-run": N_("Nobody can beat this pair run now."),
    "heavenly-bomb": NOTHING_BEATS_HEAVENLY,
}

SENTENCES: Mapping[Fact, str] = {
    "goes-out": N_("It is your last play: you go out first."),
    "only-play": N_("No other play is possible."),
    "sure-win": N_("Whatever the others hold, you can now go out first."),
    "highest-single": N_("%(name)s has one card left, so play your highest single card."),
    "out-of-reach": N_("%(name)s has one card left and can't beat this."),
    "keeps-aces": N_("It keeps your aces together."),
    "keeps-two": N_("It saves the two of spades for later."),
    "lowest-answer": N_("Nothing lower in your hand beats the table."),
}
COUNTED: Mapping[Fact, PluralMessage] = {
    "bomb-earns": NN_(
        "Nobody can beat this bomb, so it earns you %(num)s point.",
        "Nobody can beat this bomb, so it earns you %(num)s points.",
    ),
    "keeps-bombs": NN_("It keeps your bomb together.", "It keeps your bombs together."),
    "fewest-left": NN_(
        "It leaves %(num)s combination; no other play leaves fewer.",
        "It leaves %(num)s combinations; no other play leaves fewer.",
    ),
    "left": NN_(
        "What is left makes %(num)s combination.", "What is left makes %(num)s combinations."
    ),
}


def why(lang: Language, view: View, pattern: str) -> str:
    """Say the weightiest fact that speaks for a play, in a sentence.

    `pattern` is the rank pattern of a legal play of the view's seat.
    """
    reason = reasons(view, BY_TEXT[pattern])[0]
    if reason.fact in COUNTED:
        number = 2 * BOMB_BONUS if reason.fact == "bomb-earns" else reason.number
        return lang.ngettext(*COUNTED[reason.fact], number) % {"num": number}
    if reason.fact == "stands":
        kind = pattern_kind(pattern, first_play=not view["history"])
        return lang.gettext(STANDS_WHOLE.get(kind) or STANDS[kind][pattern[0]])
    following = others(view["seat"])[0]
    return lang.gettext(SENTENCES[reason.fact]) % {"name": player_name(lang, following)}
