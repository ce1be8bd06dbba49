"""The settlement of a deal of Run Fast as a table of points, and the hands that were left."""

from app.i18n import Language
from app.pages.run_fast_talk import score, went_out
from app.words.combinations import combination_name
from app.words.numbers import MINUS, signed
from app.words.players import player_name
from engine.game import View


def settlement(view: View, lang: Language) -> dict[str, object]:
    """Return the lines of points (each adds up to 0), the sum in words, and the hands left."""
    table = view["table"]
    winner = view["counts"].index(0)
    return {
        "headline": went_out(lang, view),
        "score": score(lang, view["scores"][view["seat"]]),
        "players": [player_name(lang, seat) for seat in range(len(view["counts"]))],
        "winner": winner,
        "lines": [
            {"label": label, "points": [line[key] for line in view["breakdown"]]}
            for key, label in _labels(lang)
        ],
        "totals": view["scores"],
        "equation": equation(view["scores"]),
        "last": {
            "cards": table["cards"],
            "name": combination_name(lang, table["kind"], table["cards"]),
        },
        "hands": [
            _hand_left(view, lang, seat) for seat in range(len(view["counts"])) if seat != winner
        ],
    }


def _labels(lang: Language) -> list[tuple[str, str]]:
    return [
        ("cards", lang.gettext("Cards left")),
        ("doubled", lang.gettext("Doubled")),
        ("spade_two", lang.gettext("Two of spades left")),
        ("bombs", lang.gettext("Bombs left")),
        ("bonus", lang.gettext("Bomb bonus")),
    ]


def equation(scores: list[int]) -> str:
    """Show that the scores add up to zero: "79 − 27 − 52 = 0"."""
    first, *others = scores
    written = [signed(first).removeprefix("+")]
    written += [f"{MINUS if points < 0 else '+'} {abs(points)}" for points in others]
    return f"{' '.join(written)} = {sum(scores)}"


def _hand_left(view: View, lang: Language, seat: int) -> dict[str, object]:
    count, line = view["counts"][seat], view["breakdown"][seat]
    notes = []
    if line["doubled"]:
        notes.append(lang.gettext("No card played: each card counts twice."))
    if line["spade_two"]:
        notes.append(lang.gettext("The two of spades is among them."))
    if line["bombs"]:
        notes.append(lang.gettext("A bomb that was not played costs points too."))
    return {
        "seat": seat,
        "name": player_name(lang, seat),
        "count": lang.ngettext("%(num)s card left", "%(num)s cards left", count) % {"num": count},
        "cards": view["hands"][seat][::-1],
        "notes": notes,
    }
