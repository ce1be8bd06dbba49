"""The table of One Poker: from a seat's view to what its page shows, and from form to action."""

import re
from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

from starlette.datastructures import FormData

from app.i18n import Language
from app.pages.one_poker_deals import KEPT, Deal, Deed, deals
from app.pages.one_poker_log import first_lines, hold, last_action, log, state
from app.pages.one_poker_talk import ask, outcome, story, verdict
from app.words.cards import card_name
from app.words.players import player_name
from app.words.results import deal_result
from engine.game import View

_RANGE = re.compile(r"(bet|raise) (\d+)\.\.(\d+)")
_PLAIN = ("check", "call", "fold", "next")


class Wager(NamedTuple):
    """The bet or raise that may be made: totals from `low` to `high`, which is all-in."""

    verb: str
    low: int
    high: int
    value: str
    sizes: list[tuple[str, int]]


class Frame(NamedTuple):
    """A past deal in the film strip."""

    number: int
    mine: str
    theirs: str
    outcome: str
    gain: int


class OnePokerPage:
    """The page of One Poker."""

    game = "one-poker"
    fragment = "one_poker/table.html"
    styles = ("one_poker", "one_poker_low")
    scripts = ("wager",)
    log = "log"
    spread = ("", "As", "2h")

    def action(self, form: FormData) -> str:
        """Write the form as an action; what makes no sense becomes a text that no rule knows."""
        if any(len(form.getlist(name)) > 1 for name in ("do", "card", "amount")):
            return "?"
        do = str(form.get("do", ""))
        if do == "lock":
            return f"lock {form.get('card', '')}".strip()
        if do in ("bet", "raise"):
            return f"{do} {str(form.get('amount', '')).strip()}".strip()
        return do if do in _PLAIN else f"?{do}"

    def summary(self, view: View, lang: Language) -> str:
        """Say in a line where a match stands."""
        me = view["seat"]
        return lang.gettext("Deal %(deal)s. You: %(mine)s chips. %(name)s: %(theirs)s.") % {
            "deal": view["deal"],
            "mine": view["stacks"][me],
            "name": player_name(lang, 1 - me),
            "theirs": view["stacks"][1 - me],
        }

    def context(
        self, view: View, lang: Language, kept: FormData | None, done: int | None = None
    ) -> dict[str, object]:
        """Return what the fragment shows; see templates/one_poker/table.html."""
        me, other = view["seat"], 1 - view["seat"]
        told = deals(view["history"])
        settled, asked = "result" in view, ask(lang, view)
        result = deal_result(lang, view) if settled else None
        news = _since(view, told[-1])
        owed = min(view["wagers"][other] - view["wagers"][me], view["stacks"][me])
        locked = view["locked"][me]
        return {
            "view": view,
            "me": me,
            "other": other,
            "state": _state(view),
            "story": story(lang, told[-1], news, me),
            "dealt": _dealt(lang, view),
            "state_words": state(lang, view, asked),
            "lines": first_lines(lang, view),
            "last": [last_action(lang, told[-1], seat) for seat in (0, 1)],
            "log": log(lang, told, me, settled),
            "turned": _just_locked(told[-1], me),
            "won": _won(view),
            "seen": Counter(card[0] for card in view["seen"]),
            "fresh": kept is None,
            "ask": asked,
            "result": result,
            "verdict": verdict(lang, view) if settled else None,
            "locked": locked,
            "kept_card": _kept_card(view["hands"][me], locked),
            "chosen": _chosen(view, kept),
            "can": {action.split()[0] for action in view["legal"]},
            "owed": owed,
            "call_is_all_in": owed == view["stacks"][me],
            "wager": _wager(view, lang, kept),
            "frames": [_frame(lang, deal, me) for deal in _settled(told, settled)[::-1]],
            "stats": _stats(told, me) if view["phase"] == "over" else None,
        }


PAGE = OnePokerPage()


def _state(view: View) -> str:
    if view["phase"] == "settled":
        return "show"
    return str(view["phase"])


def _since(view: View, deal: Deal) -> list[Deed]:
    """Give what the others did in this deal after the last action of the view's own seat."""
    mine = [n for n, deed in enumerate(deal.deeds) if deed.seat == view["seat"]]
    return deal.deeds[mine[-1] + 1 if mine else 0 :]


def _dealt(lang: Language, view: View) -> str | None:
    """Say which cards a new deal brought, while it is the first thing to know."""
    if view["phase"] != "lock":
        return None
    first, second = (card_name(lang, card) for card in view["hands"][view["seat"]])
    number = lang.gettext("Deal %(deal)s.") % {"deal": view["deal"]}
    return f"{number} {hold(lang, first, second)}"


def _just_locked(deal: Deal, me: int) -> bool:
    """Tell whether the seat's last action was its lock, so that the card turns over now."""
    return [deed.verb for deed in deal.deeds if deed.seat == me][-1:] == ["lock"]


def _won(view: View) -> list[int]:
    """Give how many of each seat's chips came out of the middle when the deal was settled."""
    result = view.get("result")
    if result is None:
        return [0, 0]
    share = result["pot"] // 2 if result["winner"] is None else result["pot"]
    return [
        refund + (share if result["winner"] in (seat, None) else 0)
        for seat, refund in enumerate(result["refund"])
    ]


def _kept_card(hand: list[str], locked: str | None) -> str | None:
    """Give the card of a hand that stays; the two may be alike."""
    if locked is None:
        return None
    rest = list(hand)
    rest.remove(locked)
    return rest[0]


def _chosen(view: View, kept: FormData | None) -> int | None:
    """Give the place in the hand of the card chosen in a refused form."""
    hand = view["hands"][view["seat"]]
    card = kept.get("card") if kept else None
    return hand.index(card) if card in hand else None


def _wager(view: View, lang: Language, kept: FormData | None) -> Wager | None:
    found = next((match for text in view["legal"] if (match := _RANGE.fullmatch(text))), None)
    if found is None:
        return None
    verb, low, high = found[1], int(found[2]), int(found[3])
    typed = kept.get("amount") if kept else None
    return Wager(
        verb,
        low,
        high,
        typed if isinstance(typed, str) and len(typed) <= 12 else str(low),
        _sizes(view, lang, low, high),
    )


def _sizes(view: View, lang: Language, low: int, high: int) -> list[tuple[str, int]]:
    """Offer the usual sizes as totals: least, half the pot, the pot, all-in; each total once.

    A raise by the pot is counted as usual: first the call, then as much as lies in the middle.
    """
    me, other = view["seat"], 1 - view["seat"]
    facing = view["wagers"][other]
    called = view["pot"] + facing - view["wagers"][me]
    offered = [
        (lang.pgettext("wager size", "Min"), low),
        (lang.pgettext("wager size", "½ pot"), facing + (called + 1) // 2),
        (lang.pgettext("wager size", "Pot"), facing + called),
        (lang.pgettext("wager size", "All-in"), high),
    ]
    middle = {total: name for name, total in offered[1:3] if low < total < high}
    return [offered[0], *((name, total) for total, name in middle.items()), offered[3]]


def _settled(told: list[Deal], last_too: bool) -> list[Deal]:
    return told if last_too else told[:-1]


@lru_cache(KEPT)
def _frame(lang: Language, deal: Deal, me: int) -> Frame:
    mine, theirs = deal.cards[me], deal.cards[1 - me]
    assert mine is not None
    assert theirs is not None
    return Frame(deal.number, mine, theirs, outcome(lang, deal, me), deal.gain(me))


def _stats(told: list[Deal], me: int) -> dict[str, Any]:
    aces = [deal for deal in told if {str(card)[0] for card in deal.cards} == {"2", "A"}]
    return {
        "deals": len(told),
        "won": sum(deal.winner == me for deal in told),
        "largest_pot": max(deal.pot for deal in told),
        "aces": sum(deal.folded is None for deal in aces),
    }
