"""The One Poker page: what it says and offers, from views of real positions."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from starlette.datastructures import FormData, UploadFile

from app.i18n import LANGUAGES
from app.pages.one_poker import PAGE
from app.pages.one_poker_deals import deals
from app.preferences import Light, Preferences, Ways
from app.templates import environment
from engine.game import game
from engine.one_poker.ranks import PACK
from engine.shuffle import FixedDecks, SeededDecks
from tests.app.tables import live_table

GAME = game("one-poker")
ENGLISH = LANGUAGES["en"]
TABLE = live_table("one-poker")


def laid(*top: str) -> Any:
    """Start a match with these cards on top of the deck, seat 0's first."""
    rest = Counter(PACK)
    rest.subtract(top)
    return GAME.start(FixedDecks((*top, *rest.elements())))


def after(position: Any, *actions: str) -> Any:
    for action in actions:
        position = GAME.apply(position, action)
    return position


def shown(position: Any, kept: FormData | None = None) -> dict[str, Any]:
    return dict(PAGE.context(GAME.view(position, 0), ENGLISH, kept))


def page(
    position: Any,
    kept: FormData | None = None,
    notice: object = None,
    seen: bool = False,
    told: Iterable[str] = (),
) -> str:
    template = environment("en", "/static", "").get_template(PAGE.fragment)
    likes = Preferences(ENGLISH, Light(), "2", Ways(seen=seen), frozenset(told))
    return template.render(
        shown(position, kept), table=TABLE, notice=notice, partial=True, deck="2", likes=likes
    )


def whole_match(seed: int) -> Iterator[Any]:
    """Play a match at random; give every position in which the page can be shown."""
    rng = random.Random(seed)
    position = GAME.start(SeededDecks("one-poker", PACK, f"{seed:064x}", "page"))
    while True:
        if position.turn in (0, None):
            yield position
        if GAME.is_over(position):
            return
        position = GAME.apply(position, GAME.sample(position, rng))


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ([("do", "lock"), ("card", "Kh")], "lock Kh"),
        ([("do", "lock")], "lock"),
        ([("do", "raise"), ("amount", " 7 ")], "raise 7"),
        ([("do", "bet"), ("amount", "2.5")], "bet 2.5"),
        ([("do", "bet")], "bet"),
        ([("do", "call"), ("amount", "9"), ("card", "Kh")], "call"),
        ([("do", "next")], "next"),
        ([("do", "hint")], "?hint"),
        ([], "?"),
    ],
)
def test_a_form_becomes_an_action(fields: list[tuple[str, str]], action: str) -> None:
    form: list[tuple[str, str | UploadFile]] = [*fields]
    assert PAGE.action(FormData(form)) == action


def test_nothing_tells_the_opponents_cards_apart() -> None:
    """Same public facts, other hidden cards and the other one locked: the same page."""
    pages = {
        page(after(laid("Kh", top, "3c", second), "lock Kh", f"lock {locked}"))
        for top, second, locked in [
            ("Qd", "4s", "Qd"),
            ("Qd", "4s", "4s"),
            ("4s", "Qd", "4s"),
            ("Ah", "2h", "Ah"),
        ]
    }
    assert len(pages) == 1
    assert pages.pop().count("card back") == 3  # two of theirs, and the one locked here


def test_one_back_stays_when_a_deal_is_settled() -> None:
    html = page(after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd", "check", "check"))
    far = html[html.index("seat far") : html.index('class="show"')]
    assert far.count("card back") == 1
    assert "#4s" not in html


@pytest.mark.parametrize("seed", range(12))
def test_the_deals_read_back_agree_with_the_rules(seed: int) -> None:
    for position in whole_match(seed):
        view = GAME.view(position, 0)
        told = deals(view["history"])
        assert len(told) == view["deal"]
        now = told[-1]
        if "result" in view:
            assert now.winner == view["result"]["winner"]
            assert now.pot == view["result"]["pot"]
            stacks = [now.stacks[seat] + now.gain(seat) for seat in (0, 1)]
            assert now.cards == view["locked"]
        else:
            stacks = [now.stacks[seat] - 1 - now.wagers[seat] for seat in (0, 1)]
            assert now.wagers == view["wagers"]
        assert stacks == view["stacks"]


@pytest.mark.parametrize("seed", range(4))
def test_every_page_of_a_match_is_sound(seed: int) -> None:
    for position in whole_match(seed):
        html = page(position)
        assert html.count("#cs") == 40, "one chip drawn is one chip owned"
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        assert " style=" not in html
        offered = {action.split()[0] for action in GAME.view(position, 0)["legal"]}
        assert set(re.findall(r'name="do" value="(\w+)"', html)) == offered
        over = GAME.is_over(position)
        assert ('name="revision" value="7"' in html) is not over
        assert ('action="/matches"' in html) is over


@pytest.mark.parametrize("seed", range(4))
def test_offered_sizes_are_legal_and_differ(seed: int) -> None:
    for position in whole_match(seed):
        wager = shown(position)["wager"]
        if wager:
            totals = [total for _, total in wager.sizes[:-1]] + [wager.sizes[-1][1]]
            assert totals[0] == wager.low
            assert totals[-1] == wager.high
            for total in totals:
                GAME.apply(position, f"{wager.verb} {total}")
            assert len(set(totals)) == len(totals) or wager.low == wager.high


def test_sizes_count_the_call_before_the_pot() -> None:
    """Antes 2, a bet of 3: a raise by the pot is to 3 + (2 + 3 + 3)."""
    bet = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd", "check", "bet 3")
    assert [total for _, total in shown(bet)["wager"].sizes] == [6, 7, 11, 19]


def test_nothing_is_chosen_until_the_person_chooses() -> None:
    position = laid("Kh", "Qd", "3c", "4s")
    assert "checked" not in page(position)
    kept = FormData([("do", "lock"), ("card", "Kh")])
    assert re.search(r'value="Kh"[^>]* checked', page(position, kept))
    assert page(position, kept).count(" checked") == 1


def test_two_alike_cards_can_be_chosen() -> None:
    position = laid("Kh", "Qd", "Kh", "4s")
    html = page(position)
    assert html.count('value="Kh"') == 2
    settled = after(position, "lock Kh", "lock Qd", "check", "check")
    assert shown(settled)["kept_card"] == "Kh"


def test_a_refused_amount_stays_in_the_field() -> None:
    position = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd")
    html = page(position, FormData([("do", "bet"), ("amount", "25")]))
    assert re.search(r'name="amount"[^>]* value="25"', html)
    escaped = page(position, FormData([("do", "bet"), ("amount", '"><q>')]))
    assert '"><q>' not in escaped


def test_enter_in_the_number_field_makes_the_wager() -> None:
    """Implicit submission presses the first submit button: it must not fold.

    The browser checks no field: a call needs no valid amount, and the server says what is wrong.
    """
    bet = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd", "check", "bet 3")
    html = page(bet)
    assert re.findall(r'name="do" value="(\w+)"', html) == ["raise", "call", "fold"]
    assert '<form id="act" class="dock" novalidate' in html


def test_the_call_says_what_it_costs() -> None:
    start = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd", "check")
    assert "Call 3<" in page(after(start, "bet 3"))
    assert "Call 19, all-in" in page(after(start, "bet 19"))


def test_a_single_legal_raise_has_no_field() -> None:
    """Facing 12 of 19, only the raise to all-in is left: a button that says so."""
    bet = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd", "check", "bet 12")
    html = page(bet)
    assert "Raise to 19, all-in" in html
    assert 'type="number"' not in html
    assert '<input type="hidden" name="amount" value="19">' in html


def test_the_story_is_what_happened_since_the_persons_last_action() -> None:
    start = laid("Kh", "Qd", "3c", "4s")
    assert shown(start)["story"] == []
    assert shown(after(start, "lock Kh", "lock Qd"))["story"] == ["Iris has locked a card."]
    bet = after(start, "lock Kh", "lock Qd", "check", "bet 3")
    assert shown(bet)["story"] == ["Iris bets 3."]
    folded = after(start, "lock Kh", "lock Qd", "bet 3", "fold")
    assert shown(folded)["story"] == ["Iris folds."]
    # Iris has won: in the next deal she locks first, and nothing older is told again.
    lost = after(start, "lock 3c", "lock Qd", "check", "check", "next", "lock 4s")
    assert lost.turn == 0
    assert shown(lost)["story"] == ["Iris has locked a card."]


@pytest.mark.parametrize(
    ("mine", "theirs", "end", "verdict", "outcome", "gain"),
    [
        ("Kh", "Td", ("check", "check"), "K beats 10", "won", 1),
        ("2h", "As", ("bet 4", "call"), "2 beats A", "won", 5),
        ("3h", "Ts", ("bet 4", "call"), "10 beats 3", "lost", -5),
        ("3h", "3s", ("check", "check"), "3 against 3: a tie", "tie", 0),
        ("3h", "Ks", ("bet 4", "fold"), "Iris folded", "fold, won", 1),
        ("3h", "Ks", ("check", "bet 4", "fold"), "You folded", "you folded", -1),
    ],
)
def test_a_settled_deal_is_told(
    mine: str, theirs: str, end: tuple[str, ...], verdict: str, outcome: str, gain: int
) -> None:
    settled = after(laid(mine, theirs, "8c", "9c"), f"lock {mine}", f"lock {theirs}", *end)
    context = shown(settled)
    assert context["verdict"] == verdict
    (frame,) = context["frames"]
    assert frame == (1, mine, theirs, outcome, gain)


def test_the_film_strip_shows_the_newest_deal_first() -> None:
    position = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd", "check", "check", "next")
    assert [frame.number for frame in shown(position)["frames"]] == [1]
    one, other = (GAME.view(position, seat)["legal"] for seat in (0, 1))
    assert other == []
    position = after(position, one[0])
    position = after(position, GAME.legal(position)[0], "check", "check")
    assert [frame.number for frame in shown(position)["frames"]] == [2, 1]


def test_going_all_in_is_said() -> None:
    start = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd")
    assert shown(after(start, "check", "bet 19"))["story"] == ["Iris bets 19 and is all-in."]
    called = after(start, "bet 19", "call")
    assert shown(called)["story"] == ["Iris calls and is all-in."]
    assert called.phase == "over"
    assert shown(called)["stats"] == {"deals": 1, "won": 1, "largest_pot": 40, "aces": 0}


def test_a_line_sums_up_a_match_under_way() -> None:
    view = GAME.view(laid("Kh", "Qd", "3c", "4s"), 0)
    assert PAGE.summary(view, ENGLISH) == "Deal 1. You: 19 chips. Iris: 19."


def test_the_log_tells_the_match_newest_first() -> None:
    start = laid("Kh", "Qd", "3c", "4s")
    assert shown(start)["log"] == [(1, ())]
    raised = after(start, "lock Kh", "lock Qd", "bet 3", "raise 19")
    assert shown(raised)["log"][0].sentences == (
        "Iris raises to 19 and is all-in.",
        "You bet 3.",
        "Iris has locked a card.",
        "You lock: king of hearts.",
    )
    folded = after(raised, "fold")
    assert shown(folded)["log"][0].sentences[:4] == (
        "Iris wins the pot of 8 chips.",
        "Iris gets back 16 chips that were not matched.",
        "You show: king of hearts. Iris shows: queen of diamonds.",
        "You fold.",
    )
    later = shown(after(folded, "next"))["log"]
    assert [chapter.number for chapter in later] == [2, 1]
    assert later[1] == shown(folded)["log"][0]


def test_the_last_action_of_each_stays_until_the_next() -> None:
    start = laid("Kh", "Qd", "3c", "4s")
    assert shown(start)["last"] == [None, None]
    locked = after(start, "lock Kh", "lock Qd")
    assert shown(locked)["last"] == ["Locked", "Locked"]
    assert shown(after(locked, "check", "bet 3"))["last"] == ["Check", "Bet 3"]
    raised = after(locked, "bet 3", "raise 7", "call")
    assert shown(raised)["last"] == ["Call 7", "Raise to 7"]
    assert shown(after(locked, "bet 19", "call"))["last"] == ["All-in 19", "All-in 19"]
    assert shown(after(raised, "next"))["last"][0] is None


def test_chips_come_to_the_winner_and_back_to_their_owner() -> None:
    locked = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd")
    assert shown(locked)["won"] == [0, 0]
    assert shown(after(locked, "bet 3", "call"))["won"] == [8, 0]
    assert shown(after(locked, "check", "bet 3", "fold"))["won"] == [0, 5]
    tie = after(laid("Kh", "Kd", "3c", "4s"), "lock Kh", "lock Kd", "check", "check")
    assert shown(tie)["won"] == [1, 1]
    html = page(after(locked, "bet 3", "call"))
    (group,) = re.findall(r'<g class="won">(.*?)</g>', html)
    assert group.count("#cs") == 8
    assert 'class="seat near wins"' in html


def test_a_line_for_the_first_time_is_shown_alone_and_until_it_was_told() -> None:
    first = page(laid("Kh", "Qd", "3c", "4s"))
    assert re.findall(r'id="first-([a-z]+)"', first) == ["signal"]
    assert '<input type="hidden" name="told" value="signal" form="act">' in first
    second = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd", "check", "check", "next")
    second = second if second.turn == 0 else after(second, GAME.legal(second)[0])
    assert "first-signal" in page(second)
    assert re.findall(r'id="first-([a-z]+)"', page(second, told=["signal"])) == ["kept"]
    assert "first-" not in page(second, told=["signal", "kept"])
    assert "first-lock" in page(after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd"))


def test_the_aid_to_memory_counts_what_was_discarded() -> None:
    position = after(laid("Kh", "Kd", "3c", "4s"), "lock Kh", "lock Kd", "check", "check")
    assert 'class="seen"' not in page(position)
    html = page(position, seen=True)
    counts = dict(re.findall(r"<dt>(\w+)</dt><dd>(\d)</dd>", html))
    assert len(counts) == 13
    assert {rank: count for rank, count in counts.items() if count != "0"} == {"K": "2"}


def test_the_state_can_be_said_in_full() -> None:
    start = laid("Kh", "Qd", "3c", "4s")
    assert " ".join(shown(start)["state_words"]) == (
        "Deal 1. You hold: three of clubs and king of hearts. Iris: UP 1, DOWN 1."
        " Pot 2. Your wager 0, Iris 0. Chips: you 19, Iris 19. Choose the card to bet on."
    )
    bet = after(start, "lock Kh", "lock Qd", "check", "bet 3")
    assert " ".join(shown(bet)["state_words"]) == (
        "Deal 1. You have locked: king of hearts. You keep: three of clubs. Iris: UP 1, DOWN 1."
        " Pot 5. Your wager 0, Iris 3. Chips: you 19, Iris 16. Fold, call Iris or raise."
    )


def test_a_card_turns_over_just_when_it_was_locked() -> None:
    locked = after(laid("Kh", "Qd", "3c", "4s"), "lock Kh", "lock Qd")
    assert "flip down" in page(locked)
    assert "flip down" not in page(after(locked, "check", "bet 3"))
