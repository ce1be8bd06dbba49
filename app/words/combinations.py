"""Names of the combinations of Run Fast.

Each name is one message for its kind and rank, in the nominative, so that it can stand after a
colon or be an item of a list in every language.
"""

from collections.abc import Mapping, Sequence

from app.i18n import N_, Language
from app.words.cards import RANK_NAMES
from app.words.marks import NN_, PluralMessage
from engine.run_fast.combinations import BY_TEXT, HEAVENLY_BOMB, Kind
from engine.run_fast.hands import RANKS

PAIRS: dict[str, str] = {
    "3": N_("pair of threes"),
    "4": N_("pair of fours"),
    "5": N_("pair of fives"),
    "6": N_("pair of sixes"),
    "7": N_("pair of sevens"),
    "8": N_("pair of eights"),
    "9": N_("pair of nines"),
    "T": N_("pair of tens"),
    "J": N_("pair of jacks"),
    "Q": N_("pair of queens"),
    "K": N_("pair of kings"),
    "A": N_("pair of aces"),
}

TRIPLES: dict[str, str] = {
    "3": N_("three threes"),
    "4": N_("three fours"),
    "5": N_("three fives"),
    "6": N_("three sixes"),
    "7": N_("three sevens"),
    "8": N_("three eights"),
    "9": N_("three nines"),
    "T": N_("three tens"),
    "J": N_("three jacks"),
    "Q": N_("three queens"),
    "K": N_("three kings"),
}

BOMBS: dict[str, str] = {
    "3": N_("bomb of threes"),
    "4": N_("bomb of fours"),
    "5": N_("bomb of fives"),
    "6": N_("bomb of sixes"),
    "7": N_("bomb of sevens"),
    "8": N_("bomb of eights"),
    "9": N_("bomb of nines"),
    "T": N_("bomb of tens"),
    "J": N_("bomb of jacks"),
    "Q": N_("bomb of queens"),
    "K": N_("bomb of kings"),
    "A": N_("bomb of three aces"),
}

HEAVENLY = N_("heavenly bomb")

STRAIGHTS: dict[str, PluralMessage] = {
    "7": NN_("seven-high straight of %(num)s card", "seven-high straight of %(num)s cards"),
    "8": NN_("eight-high straight of %(num)s card", "eight-high straight of %(num)s cards"),
    "9": NN_("nine-high straight of %(num)s card", "nine-high straight of %(num)s cards"),
    "T": NN_("ten-high straight of %(num)s card", "ten-high straight of %(num)s cards"),
    "J": NN_("jack-high straight of %(num)s card", "jack-high straight of %(num)s cards"),
    "Q": NN_("queen-high straight of %(num)s card", "queen-high straight of %(num)s cards"),
    "K": NN_("king-high straight of %(num)s card", "king-high straight of %(num)s cards"),
    "A": NN_("ace-high straight of %(num)s card", "ace-high straight of %(num)s cards"),
}

PAIR_RUNS: dict[str, PluralMessage] = {
    "4": NN_("four-high pair run of %(num)s pair", "four-high pair run of %(num)s pairs"),
    "5": NN_("five-high pair run of %(num)s pair", "five-high pair run of %(num)s pairs"),
    "6": NN_("six-high pair run of %(num)s pair", "six-high pair run of %(num)s pairs"),
    "7": NN_("seven-high pair run of %(num)s pair", "seven-high pair run of %(num)s pairs"),
    "8": NN_("eight-high pair run of %(num)s pair", "eight-high pair run of %(num)s pairs"),
    "9": NN_("nine-high pair run of %(num)s pair", "nine-high pair run of %(num)s pairs"),
    "T": NN_("ten-high pair run of %(num)s pair", "ten-high pair run of %(num)s pairs"),
    "J": NN_("jack-high pair run of %(num)s pair", "jack-high pair run of %(num)s pairs"),
    "Q": NN_("queen-high pair run of %(num)s pair", "queen-high pair run of %(num)s pairs"),
    "K": NN_("king-high pair run of %(num)s pair", "king-high pair run of %(num)s pairs"),
    "A": NN_("ace-high pair run of %(num)s pair", "ace-high pair run of %(num)s pairs"),
}

BY_RANK: dict[str, Mapping[str, str]] = {
    "single": RANK_NAMES,
    "pair": PAIRS,
    "triple": TRIPLES,
    "bomb": BOMBS,
}


def combination_name(lang: Language, kind: str, cards: Sequence[str]) -> str:
    """Name a combination, such as "pair of nines" or "jack-high straight of 5 cards".

    `kind` is one of the kinds of a match record ("single" to "heavenly-bomb"), `cards` its cards
    in any order. Cards that are no such combination raise KeyError.
    """
    return pattern_name(lang, kind, "".join(card[0] for card in cards))


def pattern_name(lang: Language, kind: str, ranks: str) -> str:
    """Name a combination by its ranks alone: "7788" for a pair run."""
    top = max(ranks, key=RANKS.index)
    if kind == "heavenly-bomb":
        return lang.gettext(HEAVENLY)
    if kind == "straight":
        return _counted(lang, STRAIGHTS[top], len(ranks))
    if kind == "pair-run":
        return _counted(lang, PAIR_RUNS[top], len(ranks) // 2)
    return lang.gettext(BY_RANK[kind][top])


def pattern_kind(ranks: str, *, first_play: bool) -> Kind:
    """Tell the kind of a rank pattern as records write it: "44" is a pair, "AAA" a bomb.

    With `first_play` four threes are the heavenly bomb. What is no combination raises KeyError.
    """
    if first_play and ranks == HEAVENLY_BOMB.text:
        return HEAVENLY_BOMB.kind
    return BY_TEXT[ranks].kind


def _counted(lang: Language, message: PluralMessage, number: int) -> str:
    return lang.ngettext(*message, number) % {"num": number}
