"""What a screen reader is given at a Run Fast table: names, groups, order, announcements."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from app.i18n import LANGUAGES, Language
from app.pages.run_fast_hand import lit_cards
from app.words.cards import card_name
from app.words.combinations import combination_name
from app.words.players import player_name
from tests.browser.arrange import Arranger
from tests.browser.conftest import OpenContext
from tests.browser.drive import do, open_table, table_id
from tests.browser.places import sit_down

LOCALES = {"en": "en-GB", "sv": "sv-SE", "ru": "ru-RU"}

_LISTEN = """() => {
  window.heard = [];
  const live = document.getElementById("live");
  live.same = true;
  new MutationObserver(() => { if (live.textContent) heard.push(live.textContent); })
    .observe(live, {childList: true, characterData: true, subtree: true});
}"""
"""Collects what the live region says, and marks it to see whether it stays the same element."""


def heard(page: Page, count: int) -> list[str]:
    """Wait until so many announcements were made, and a little for one too many."""
    for _ in range(100):
        if len(page.evaluate("heard")) >= count:
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(150)
    said: list[str] = page.evaluate("heard")
    return said


def hand_name(lang: Language, count: int) -> str:
    """Name the group of a hand."""
    one, many = "Your hand: %(num)s card", "Your hand: %(num)s cards"
    return lang.ngettext(one, many, count) % {"num": count}


def sit(open_context: OpenContext, arranger: Arranger, language: str, state: str) -> Page:
    """Open a table in a state and a language."""
    page = open_context(locale=LOCALES[language]).new_page()
    sit_down(page, arranger, state)
    return page


@pytest.mark.parametrize("language", LOCALES)
def test_the_hand_is_a_group_of_named_checkboxes(
    open_context: OpenContext, arranger: Arranger, language: str
) -> None:
    page = sit(open_context, arranger, language, "first lead")
    view = arranger.look(table_id(page)).view
    hand = view["hands"][0][::-1]
    lit = lit_cards(hand, view["legal"], first_play=True)
    lang = LANGUAGES[language]
    playable = lang.gettext("%(card)s, playable")
    names = [
        playable % {"card": card_name(lang, card)} if card in lit else card_name(lang, card)
        for card in hand
    ]
    group = page.get_by_role("group", name=hand_name(lang, len(hand)), exact=True)
    full = playable % {"card": card_name(lang, "3h")}
    tree = group.aria_snapshot()
    assert re.findall(r'checkbox "(.+?)"', tree) == names
    assert full in names
    assert "[checked]" not in tree
    page.get_by_role("checkbox", name=full, exact=True).check(force=True)
    tree = group.aria_snapshot()
    assert f'checkbox "{full}" [checked]' in tree


@pytest.mark.parametrize("language", LOCALES)
def test_the_order_of_reading_follows_play(
    open_context: OpenContext, arranger: Arranger, language: str
) -> None:
    """The one who acts next, the one after, what lies on the table, what was played, the hand."""
    page = sit(open_context, arranger, language, "answer")
    view = arranger.look(table_id(page)).view
    lang = LANGUAGES[language]
    table = view["table"]
    tree = page.locator("#main").aria_snapshot()
    played = combination_name(lang, table["kind"], table["cards"])
    order = [f'heading "{player_name(lang, seat)}"' for seat in (1, 2)]
    order += [lang.gettext("The play to beat"), played]
    order += [
        lang.gettext("Last plays"),
        hand_name(lang, len(view["hands"][0])),
        f'button "{lang.gettext("Play")}"',
    ]
    places = []
    at = 0
    for part in order:
        at = tree.index(part, at)
        places.append(at)
    assert places == sorted(places)
    for card in table["cards"]:
        assert card_name(lang, card) in tree
    for seat in (1, 2):
        count = view["counts"][seat]
        assert re.search(rf"\b{count}\b", tree)


@pytest.mark.parametrize("language", LOCALES)
def test_each_turn_is_announced_once(
    open_context: OpenContext, arranger: Arranger, language: str
) -> None:
    page = sit(open_context, arranger, language, "first lead")
    match = table_id(page)
    page.evaluate(_LISTEN)
    rng = random.Random(4)
    lang = LANGUAGES[language]
    for _ in range(12):
        seen = arranger.look(match)
        if seen.row.state == "over":
            break
        page.evaluate("heard.length = 0")
        do(page, seen.sample(rng))
        said = heard(page, 1)
        summary = page.locator("#main [data-say]").text_content() or ""
        assert said == [" ".join(summary.split())]
        after = arranger.look(match)
        for event in after.view["history"][seen.row.revision + 1 :]:
            if event["action"] == "pass":
                continue
            assert player_name(lang, event["seat"]) in said[0]
        if after.row.state != "over" and after.view["legal"] == ["pass"]:
            assert lang.gettext("You have to pass") in said[0]
        if language == "ru":
            assert not re.search(r"[A-Za-z]", said[0])
    assert page.evaluate("document.getElementById('live').same === true")


def test_it_is_said_again_when_asked(page: Page, arranger: Arranger) -> None:
    sit_down(page, arranger, "answer")
    page.evaluate(_LISTEN)
    again = page.locator("[data-again]").first
    for times in (1, 2):
        again.focus()
        page.keyboard.press("Enter")
        said = heard(page, times)
        assert len(said) == times
    assert said[0] == said[1]
    state = page.locator("#main [data-state]").text_content() or ""
    assert said[0] == " ".join(state.split())
    assert "You hold: " in said[0]


def test_offers_are_a_group_with_a_name_and_full_names(page: Page, arranger: Arranger) -> None:
    match = open_table(page, "run-fast")
    arranger.advance(
        match,
        lambda view: view["table"] is None and view["ply"] > 3 and "44" in view["legal"],
    )
    page.reload()
    page.locator("#main input[value^='4']").first.check(force=True)
    group = page.get_by_role("group", name="Plays with the chosen cards")
    expect(group.get_by_role("button", name="4 4 pair of fours")).to_have_count(1)


def test_few_cards_are_said_in_words(page: Page, arranger: Arranger) -> None:
    match = open_table(page, "run-fast")
    view = arranger.advance(match, lambda view: view["turn"] == 0 and view["counts"][2] == 1)
    page.reload()
    assert "Oskar has 1 card left." in (page.locator("#main [data-say]").text_content() or "")
    assert view["counts"][2] == 1
