"""The table of Run Fast: from what seat 0 sees to what the page shows, and from form to action."""

import random
from collections.abc import Sequence

from starlette.datastructures import FormData

from app.i18n import Language
from app.pages.page import GamePage
from app.pages.run_fast_hand import tips, turn
from app.pages.run_fast_settlement import settlement
from app.pages.run_fast_story import Event, last_of, last_play, since, tell
from app.pages.run_fast_talk import FEW, event_name, state, summary
from app.words.players import player_name
from engine.game import Bot, View, game

_NONSENSE = "?"
"""Stands for a form that makes no sense; no rule knows it."""
_MOST_CARDS = 16
_STAGES = 8
"""So many actions are revealed one after the other at most; what came before them is told."""
_SIDES = {1: "right", 2: "left"}
"""Turns go counterclockwise: seat 1, who acts after the person, sits to the right."""


class RunFastPage:
    """The page of Run Fast."""

    game: str = "run-fast"
    fragment: str = "run_fast/table.html"
    styles: Sequence[str] = (
        "run_fast",
        "run_fast_hand",
        "run_fast_settlement",
        "run_fast_low",
        "run_fast_reveal",
    )
    scripts: Sequence[str] = ("hand", "selection")
    log: str = "whole-deal"
    spread: Sequence[str] = ("9c", "Th", "Js", "Qd", "Kc")

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

    def forced(self, view: View) -> str | None:
        """Return the only thing that can be done, where it is to pass; else None."""
        return "pass" if view["legal"] == ["pass"] else None

    def summary(self, view: View, lang: Language) -> str:
        """Say in a line where a deal stands, for the lobby."""
        you, right, left = view["counts"]
        return lang.gettext("Cards left. You: %(mine)s. Iris: %(iris)s. Oskar: %(oskar)s.") % {
            "mine": you,
            "iris": right,
            "oskar": left,
        }

    def context(
        self, view: View, lang: Language, kept: FormData | None, done: int | None = None
    ) -> dict[str, object]:
        """Return what the fragment shows. A form that was kept is not told as a new turn."""
        events = tell(view["history"])
        over = view["phase"] == "over"
        news = since(events, view["seat"], done) if kept is None else []
        shown: dict[str, object] = {
            "phase": view["phase"],
            "say": summary(lang, view, news),
            "state_words": state(lang, view, events),
            "opponents": [_opponent(view, lang, events, seat) for seat in (1, 2)],
            "rounds": _rounds(lang, events),
            "settlement": settlement(view, lang) if over else None,
        }
        if over:
            return shown
        news = news[-_STAGES:]
        own = last_of(events, view["seat"])
        now = turn(view, lang, kept)
        if kept is not None:
            shown["say"] = now["asked"]
        return {
            **shown,
            **now,
            "layers": _layers(lang, view, events, news),
            "table_empty": view["table"] is None,
            "won": _won(lang, view, events),
            "tips": tips(lang, view),
            "own": _shown(lang, own) if own else None,
            "recent": [
                _shown(lang, event) | {"stage": _stage(event, news)}
                for event in reversed(events[-6:])
            ],
            "stages": {event.seat: _stage(event, news) for event in news},
            "fresh": own is None and kept is None,
        }


def _adviser() -> Bot:
    """Return the bot of the strongest level, which knows no more than the person does."""
    return list(game("run-fast").levels.values())[-1]


def _is_short(card: object) -> bool:
    return isinstance(card, str) and 0 < len(card) <= 2


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
    own = before if before and before.seat == view["seat"] else None
    if before and before.round == (news or events)[0 if news else -1].round:
        plays.insert(0, before)
    stages = [_stage(event, news) for event in plays]
    ends = [*stages[1:], len(news) if view["table"] is None else 0]
    return [
        _shown(lang, event)
        | {
            "stage": stage,
            "gone": gone,
            "fresh": event is own,
            "at_stake": event.kind == "bomb" and event.answers,
        }
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
