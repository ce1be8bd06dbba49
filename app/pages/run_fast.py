"""The table of Run Fast: from what seat 0 sees to what the page shows, and from form to action."""

import json
import random
from collections.abc import Iterable, Sequence

from starlette.datastructures import FormData

from app.i18n import Language
from app.pages.page import GamePage
from app.pages.run_fast_settlement import settlement
from app.pages.run_fast_story import Event, last_of, last_play, since, tell
from app.pages.run_fast_talk import FEW, asked, event_name, play_label, suggestion, summary
from app.words.combinations import pattern_kind, pattern_name
from app.words.players import player_name
from engine.game import Bot, View, game

_NONSENSE = "?"
"""Stands for a form that makes no sense; no rule knows it."""
_MOST_CARDS = 16
_OPENING_CARD = "3h"
_SIDES = {1: "right", 2: "left"}
"""Turns go counterclockwise: seat 1, who acts after the person, sits to the right."""


class RunFastPage:
    """The page of Run Fast."""

    game: str = "run-fast"
    fragment: str = "run_fast/table.html"

    def action(self, form: FormData) -> str:
        """Write the form as "play 3h 3s" or "pass"; what makes no sense becomes "?"."""
        match form.getlist("do"):
            case ["pass"]:
                return "pass"
            case ["play"]:
                cards = form.getlist("card")
                fits = len(cards) <= _MOST_CARDS and all(_is_short(card) for card in cards)
                return " ".join(["play", *map(str, cards)]) if fits else _NONSENSE
            case _:
                return _NONSENSE

    def hint(self, view: View, rng: random.Random) -> list[str]:
        """Suggest a play: its cards, or none where the only thing to do is to pass."""
        return _adviser().choose(view, rng).split(" ")[1:]

    def summary(self, view: View, lang: Language) -> str:
        """Say in a line where a deal stands, for the lobby."""
        you, right, left = view["counts"]
        return lang.gettext("Cards left. You: %(mine)s. Iris: %(iris)s. Oskar: %(oskar)s.") % {
            "mine": you,
            "iris": right,
            "oskar": left,
        }

    def context(self, view: View, lang: Language, kept: FormData | None) -> dict[str, object]:
        """Return what the fragment shows. A form that was kept is not told as a new turn."""
        events = tell(view["history"])
        over = view["phase"] == "over"
        news = since(events, view["seat"]) if kept is None else []
        shown: dict[str, object] = {
            "phase": view["phase"],
            "say": summary(lang, view, news),
            "opponents": [_opponent(view, lang, events, seat) for seat in (2, 1)],
            "rounds": _rounds(lang, events),
            "settlement": settlement(view, lang) if over else None,
        }
        if over:
            return shown
        own = last_of(events, view["seat"])
        turn = _turn(view, lang, kept)
        if kept is not None:
            shown["say"] = f"{turn['headline']}. {turn['why']}"
        return {
            **shown,
            **turn,
            "layers": _layers(lang, view, events, news),
            "table_empty": view["table"] is None,
            "won": _won(lang, view, events),
            "own": _shown(lang, own) if own else None,
            "recent": [
                _shown(lang, event) | {"stage": _stage(event, news)}
                for event in reversed(events[-6:])
            ],
            "stages": {event.seat: _stage(event, news) for event in news},
            "fresh": own is None and kept is None,
        }


def _adviser() -> Bot:
    """Return the bot of the middle level: sound, quick, and nothing that a player couldn't see."""
    bots = list(game("run-fast").levels.values())
    return bots[len(bots) // 2]


def _is_short(card: object) -> bool:
    return isinstance(card, str) and 0 < len(card) <= 2


def _turn(view: View, lang: Language, kept: FormData | None) -> dict[str, object]:
    """Return the hand with its lit cards, the sentence beside the buttons and their labels."""
    hand = view["hands"][view["seat"]][::-1]
    legal = [pattern for pattern in view["legal"] if pattern != "pass"]
    first = not view["history"]
    lit = lit_cards(hand, legal, first_play=first)
    chosen = {card for card in kept.getlist("card") if card in hand} if kept else set()
    labels = {pattern: play_label(lang, pattern, first_play=first) for pattern in legal}
    headline, why = asked(lang, view)
    pattern = "".join(card[0] for card in reversed(hand) if card in chosen)
    if kept is not None and "do" not in kept and pattern in labels:
        # Nobody sent this form: its cards are the hint that was asked for.
        kind = pattern_kind(pattern, first_play=first)
        why = suggestion(lang, pattern_name(lang, kind, pattern))
    return {
        "hand": [{"card": card, "lit": card in lit, "chosen": card in chosen} for card in hand],
        "must_pass": view["legal"] == ["pass"],
        "headline": headline,
        "why": why,
        "named": pattern in labels,
        "play_label": labels.get(pattern, lang.gettext("Play")),
        "labels": json.dumps({"": lang.gettext("Play"), **labels}, ensure_ascii=False),
    }


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


def _shown(lang: Language, event: Event) -> dict[str, object]:
    """Return an event as the templates draw it."""
    return {
        "seat": event.seat,
        "who": player_name(lang, event.seat),
        "name": event_name(lang, event),
        "cards": list(event.cards),
        "passed": event.passed,
        "bomb": event.bomb,
    }


def _opponent(view: View, lang: Language, events: Sequence[Event], seat: int) -> dict[str, object]:
    count = view["counts"][seat]
    last = last_of(events, seat)
    return {
        "seat": seat,
        "side": _SIDES[seat],
        "name": player_name(lang, seat),
        "count": count,
        "few": 0 < count <= FEW,
        "turn": view["turn"] == seat,
        "bonus": view["bonuses"][seat],
        "last": _shown(lang, last) if last else None,
    }


def _stage(event: Event, news: Sequence[Event]) -> int:
    """Return the place of an event in the reveal, from 1; 0 for what is there from the start."""
    return next((at for at, each in enumerate(news, 1) if each is event), 0)


def _layers(
    lang: Language, view: View, events: Sequence[Event], news: Sequence[Event]
) -> list[dict[str, object]]:
    """Return the plays that lie in the middle one after the other, the present one last.

    Each has the `stage` at which it comes and, if another covers it or the round ends, the stage
    `gone` at which it leaves.
    """
    before = last_play(events[: len(events) - len(news)])
    plays = [event for event in news if not event.passed]
    if before and before.round == (news or events)[0 if news else -1].round:
        plays.insert(0, before)
    stages = [_stage(event, news) for event in plays]
    ends = [*stages[1:], len(news) if view["table"] is None else 0]
    return [
        _shown(lang, event)
        | {"stage": stage, "gone": gone, "at_stake": event.kind == "bomb" and event.answers}
        for event, stage, gone in zip(plays, stages, ends, strict=False)
        if gone or view["table"] is not None
    ]


def _won(lang: Language, view: View, events: Sequence[Event]) -> dict[str, object] | None:
    """Return the play with which the person won the round, when it is the person's lead."""
    last = last_play(events)
    return _shown(lang, last) if last and view["table"] is None else None


def _rounds(lang: Language, events: Sequence[Event]) -> list[dict[str, object]]:
    """Return the whole deal in words, the newest round and action first."""
    numbers = sorted({event.round for event in events}, reverse=True)
    return [
        {
            "number": number,
            "events": [_shown(lang, each) for each in reversed(events) if each.round == number],
        }
        for number in numbers
    ]


PAGE: GamePage = RunFastPage()
