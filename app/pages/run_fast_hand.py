"""The person's hand in Run Fast: which cards are lit, in what order they lie, what they make."""

import json
from collections.abc import Iterable, Sequence
from functools import cache

from starlette.datastructures import FormData

from app.i18n import Language
from app.pages.run_fast_talk import asked, play_label, suggestion
from app.words.combinations import pattern_kind, pattern_name
from app.words.run_fast_hint import why as why_suggested
from engine.game import View
from engine.run_fast.combinations import COMBINATIONS, Combination, holds, pick_cards
from engine.run_fast.decomposition import Decomposition
from engine.run_fast.hands import card_names, card_set, rank_counts

_OPENING_CARD = "3h"
_PRICES = {"single": 20, "pair": 19, "triple": 18, "straight": 19, "pair-run": 18, "bomb": 1}
"""So that a hand falls into few groups, and a bomb stays whole unless that costs two of them."""


def turn(view: View, lang: Language, kept: FormData | None) -> dict[str, object]:
    """Return the hand, what is asked, and the words for every play that is possible."""
    hand = view["hands"][view["seat"]][::-1]
    legal = [pattern for pattern in view["legal"] if pattern != "pass"]
    first = not view["history"]
    lit = lit_cards(hand, legal, first_play=first)
    chosen = {card for card in kept.getlist("card") if card in hand} if kept else set()
    names = {each: pattern_name(lang, pattern_kind(each, first_play=first), each) for each in legal}
    headline, why = asked(lang, view)
    pattern = "".join(card[0] for card in reversed(hand) if card in chosen)
    # Nobody sent a form that says nothing to do: its cards are the hint that was asked for.
    hinted = kept is not None and "do" not in kept and pattern in names
    if hinted:
        why = why_suggested(lang, view, pattern)
    said = [suggestion(lang, names[pattern])] if hinted else []
    drawn = {card: {"card": card, "lit": card in lit, "chosen": card in chosen} for card in hand}
    return {
        "hand": list(drawn.values()),
        "grouped": [drawn[card] for card in by_combination(hand)],
        "must_pass": view["legal"] == ["pass"],
        "headline": headline,
        "why": why,
        "hinted": hinted,
        "asked": " ".join([f"{headline}.", *said, why]),
        "named": pattern in names,
        "play_label": play_label(lang, names.get(pattern)),
        "play_pattern": play_label(lang, "{}"),
        "names": json.dumps(list(names.items()), ensure_ascii=False, separators=(",", ":")),
    }


def tips(lang: Language, view: View) -> list[dict[str, str]]:
    """Return what is worth a line the first time: a bomb, and that one has to beat."""
    table, legal = view["table"], [each for each in view["legal"] if each != "pass"]
    kinds = {pattern_kind(each, first_play=not view["history"]) for each in legal}
    if table is not None:
        kinds.add(table["kind"])
    found = []
    if kinds & {"bomb", "heavenly-bomb"}:
        text = lang.gettext("A bomb beats everything but a higher bomb.")
        found.append({"id": "bomb", "text": text})
    if table is not None and legal:
        text = lang.gettext("Whoever can beat the play on the table must do it.")
        found.append({"id": "beat", "text": text})
    return found


def lit_cards(hand: Iterable[str], legal: Sequence[str], *, first_play: bool) -> set[str]:
    """Return the cards of `hand` that take part in a play of one of the `legal` patterns.

    The first play of a deal has to include the three of hearts, so another three is only lit
    where a pattern takes more than one.
    """
    most = {rank: max(each.count(rank) for each in legal) for rank in set("".join(legal))}
    opener_only = first_play and most.get(_OPENING_CARD[0]) == 1
    return {
        card
        for card in hand
        if card[0] in most
        and not (opener_only and card[0] == _OPENING_CARD[0] and card != _OPENING_CARD)
    }


@cache
def _groups() -> Decomposition:
    return Decomposition((play, _PRICES[play.kind]) for play in COMBINATIONS)


def by_combination(hand: Iterable[str]) -> list[str]:
    """Sort a hand by the few combinations that it falls into: the largest first, singles last.

    Which of several ways to take it apart is shown says nothing about which is good play.
    """
    left = card_set(hand)
    groups: list[tuple[Combination, list[str]]] = []
    while left:
        play = _lowest_group(rank_counts(left))
        cards = pick_cards(left, play, 0)
        groups.append((play, card_names(cards)[::-1]))
        left ^= cards
    groups.sort(key=lambda group: (-group[0].size, -group[0].top))
    return [card for _, cards in groups for card in cards]


def _lowest_group(counts: int) -> Combination:
    """Return the group with the lowest rank in a cheapest way to take these counts apart."""
    lowest = (counts & -counts).bit_length() - 1 >> 2
    cost = _groups().cheapest
    return next(
        play
        for play in COMBINATIONS
        if play.low == lowest
        and holds(counts, play.need)
        and _PRICES[play.kind] + cost(counts - play.need) == cost(counts)
    )
