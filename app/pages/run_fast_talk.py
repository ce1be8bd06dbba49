"""What the page of Run Fast says: whole sentences about the turn and about each action."""

from collections.abc import Sequence

from app.i18n import Language
from app.pages.run_fast_story import Event, last_play
from app.words.cards import card_list
from app.words.combinations import combination_name, pattern_kind
from app.words.players import player_name
from engine.game import View

FEW = 2
"""From so few cards on an opponent is about to go out."""


def event_name(lang: Language, event: Event) -> str:
    """Name what a player did, to stand beside the player's name."""
    if event.kind is None:
        return lang.pgettext("what a player did", "pass")
    return combination_name(lang, event.kind, event.cards)


def event_sentence(lang: Language, event: Event) -> str:
    """Tell in a sentence what a player did; seat 0 is only told of passes that were made for it."""
    if event.seat == 0:
        return lang.gettext("You pass.")
    words = {"name": player_name(lang, event.seat), "combination": event_name(lang, event)}
    if event.kind is None:
        return lang.gettext("%(name)s passes.") % words
    if event.answers:
        return lang.gettext("%(name)s plays: %(combination)s.") % words
    return lang.gettext("%(name)s leads: %(combination)s.") % words


def play_label(lang: Language, name: str | None) -> str:
    """Label the button that plays a combination of this name; of None it is not known which."""
    if name is None:
        return lang.gettext("Play")
    return lang.gettext("Play: %(combination)s") % {"combination": name}


def suggestion(lang: Language, name: str) -> str:
    """Say which play is suggested."""
    return lang.gettext("A good play, already chosen: %(combination)s.") % {"combination": name}


def asked(lang: Language, view: View) -> tuple[str, str]:
    """Say what seat 0 is asked to do, and why: a headline and a sentence."""
    table = view["table"]
    if view["turn"] != view["seat"]:
        return lang.gettext("One moment"), lang.gettext("It is not your turn yet.")
    if table is None:
        return _lead(lang, first_play=not view["history"])
    if view["legal"] == ["pass"]:
        return lang.gettext("You have to pass"), _why_pass(lang, table["kind"], table["cards"])
    if table["kind"] == "bomb":
        return (
            lang.gettext("Only a higher bomb will do"),
            lang.gettext("Your lit cards make one, so you may not pass."),
        )
    headline = lang.gettext("Beat this: %(combination)s") % {
        "combination": combination_name(lang, table["kind"], table["cards"])
    }
    if all(pattern_kind(each, first_play=False) == "bomb" for each in view["legal"]):
        return headline, lang.gettext("Only your lit bomb beats it, so you may not pass.")
    return headline, lang.gettext("Lit cards can beat it, so you may not pass.")


def _lead(lang: Language, *, first_play: bool) -> tuple[str, str]:
    if first_play:
        return (
            lang.gettext("You open the deal"),
            lang.gettext("The first play must include the three of hearts."),
        )
    return (
        lang.gettext("You lead: play anything"),
        lang.gettext("Nobody beat your last play. Whoever leads may not pass."),
    )


def _why_pass(lang: Language, kind: str, cards: Sequence[str]) -> str:
    if kind == "heavenly-bomb":
        return lang.gettext("Nothing beats a heavenly bomb.")
    if kind == "bomb":
        return lang.gettext("Only a higher bomb would beat it, and you hold none.")
    if list(cards) == ["2s"]:
        return lang.gettext("Only a bomb would beat the two of spades, and you hold none.")
    return lang.gettext("Nothing in your hand beats this: %(combination)s.") % {
        "combination": combination_name(lang, kind, cards)
    }


def cards_left(lang: Language, seat: int, count: int) -> str:
    """Tell how many cards a player has left."""
    return lang.ngettext(
        "%(name)s has %(num)s card left.", "%(name)s has %(num)s cards left.", count
    ) % {"name": player_name(lang, seat), "num": count}


def summary(lang: Language, view: View, news: Sequence[Event]) -> str:
    """Sum up for the ear what happened, `news`, and what is asked now."""
    seat = view["seat"]
    said = [event_sentence(lang, event) for event in news]
    if view["phase"] == "over":
        return " ".join([*said, went_out(lang, view) + ".", score(lang, view["scores"][seat])])
    said += [
        cards_left(lang, other, count)
        for other, count in enumerate(view["counts"])
        if other != seat and count <= FEW
    ]
    headline, why = asked(lang, view)
    return " ".join([*said, headline + ".", why])


def state(lang: Language, view: View, events: Sequence[Event]) -> str:
    """Say for the ear how everything stands: the table, the others' cards, one's own, the task."""
    seat, table = view["seat"], view["table"]
    if view["phase"] == "over":
        return summary(lang, view, [])
    said = []
    last = last_play(events)
    if table is not None and last is not None:
        said.append(event_sentence(lang, last))
    said += [
        cards_left(lang, other, count)
        for other, count in enumerate(view["counts"])
        if other != seat
    ]
    hand = card_list(lang, view["hands"][seat][::-1])
    said.append(lang.gettext("You hold: %(cards)s.") % {"cards": hand})
    headline, why = asked(lang, view)
    return " ".join([*said, headline + ".", why])


def went_out(lang: Language, view: View) -> str:
    """Say who emptied the hand: the headline of the settlement, without a full stop."""
    winner = view["counts"].index(0)
    if winner == view["seat"]:
        return lang.gettext("You are out first")
    return lang.gettext("%(name)s is out first") % {"name": player_name(lang, winner)}


def score(lang: Language, points: int) -> str:
    """Tell the person's score of a deal that is over."""
    if points == 0:
        return lang.gettext("You neither win nor lose points.")
    if points > 0:
        return lang.ngettext("You win %(num)s point.", "You win %(num)s points.", points) % {
            "num": points
        }
    return lang.ngettext("You lose %(num)s point.", "You lose %(num)s points.", -points) % {
        "num": -points
    }
