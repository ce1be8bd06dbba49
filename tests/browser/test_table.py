"""A table in the hands of a person who is quick, goes back, or loses the line."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arrange import Arranger
from tests.browser.conftest import OpenContext
from tests.browser.drive import (
    GAMES,
    choose,
    do,
    open_table,
    press,
    revision,
    revision_field,
    send,
    table_id,
    wait_for_change,
)
from tests.browser.places import sit_down
from tests.browser.server import Server
from tests.browser.watch import Watch


def doing(page: Page) -> list[str]:
    """Collect the actions that the page sends from now on."""
    sent: list[str] = []
    page.on(
        "request", lambda each: sent.append(each.post_data or "") if each.method == "POST" else None
    )
    return sent


@pytest.mark.parametrize("pause", [30, 150, 300])
def test_a_double_click_is_one_action(page: Page, arranger: Arranger, pause: int) -> None:
    match = sit_down(page, arranger, "bet, none yet")
    before = arranger.look(match).view
    button = page.locator("#do-check").bounding_box()
    assert button is not None
    sent = doing(page)
    page.mouse.move(button["x"] + 20, button["y"] + 20)
    for count in (1, 2):
        page.mouse.down(click_count=count)
        page.mouse.up(click_count=count)
        page.wait_for_timeout(pause)
    page.wait_for_timeout(300)
    mine = [each for each in arranger.look(match).view["history"] if each["seat"] == 0]
    assert len(mine) == 1 + len([each for each in before["history"] if each["seat"] == 0])
    assert len(sent) == 1


def test_a_double_click_without_scripts_is_one_action(
    plain_page: Page, arranger: Arranger, watch: Watch
) -> None:
    watch.allow(409)
    page = plain_page
    match = sit_down(page, arranger, "bet, none yet")
    before = arranger.look(match).row.revision
    page.locator("#do-check").dblclick()
    wait_for_change(page, before)
    after = arranger.look(match)
    mine = [each for each in after.view["history"][before:] if each["seat"] == 0]
    assert [each["action"] for each in mine] == ["check"]


def test_another_tab_with_an_old_table_changes_nothing(
    page: Page, arranger: Arranger, watch: Watch
) -> None:
    watch.allow(409)
    match = sit_down(page, arranger, "bet, none yet")
    other = page.context.new_page()
    other.goto(page.url)
    do(page, "check")
    now = arranger.look(match).row.revision
    press(other, "check", "mouse")
    expect(revision_field(other)).to_have_value(str(now))
    expect(other.locator("#notice")).to_be_visible()
    assert arranger.look(match).row.revision == now


def test_back_shows_the_table_as_it_is(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "bet, none yet")
    do(page, "check")
    page.goto("/settings")
    page.go_back()
    page.wait_for_url(f"**/tables/{match}")
    assert revision(page) == arranger.look(match).row.revision


def test_back_without_scripts_never_repeats_an_action(
    plain_page: Page, arranger: Arranger, watch: Watch
) -> None:
    watch.allow(409)
    page = plain_page
    match = sit_down(page, arranger, "bet, none yet")
    do(page, "check")
    now = arranger.look(match).row.revision
    page.go_back()
    if revision(page) is not None and page.locator("#do-check").count():
        page.locator("#do-check").click()
    page.goto(f"/tables/{match}")
    seen = arranger.look(match)
    assert sum(each["seat"] == 0 for each in seen.view["history"][now:]) <= 1
    assert revision(page) == seen.row.revision


@pytest.mark.parametrize("game", GAMES)
def test_a_reload_and_a_new_window_show_the_same_table(
    page: Page, open_context: OpenContext, arranger: Arranger, game: str
) -> None:
    match = open_table(page, game)
    page.wait_for_load_state()  # styles decide where a text breaks
    shown = page.locator("#main").inner_text()
    page.reload()
    assert page.locator("#main").inner_text() == shown
    state = page.context.storage_state()
    again = open_context(storage_state=state).new_page()
    again.goto("/")
    again.locator(f'#main a[href="/tables/{match}"]').click()
    again.wait_for_url(f"**/tables/{match}")  # and for its styles
    assert again.locator("#main").inner_text() == shown
    stranger = open_context().new_page()
    answer = stranger.request.get(page.url)
    assert answer.status == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_killed_server_loses_nothing(
    own_server: Server, open_context: OpenContext, watch: Watch, game: str
) -> None:
    page = open_context(own_server.origin).new_page()
    match = open_table(page, game)
    looking = Arranger(own_server.database)
    try:
        for _ in range(3):
            seen = looking.look(match)
            if seen.row.state == "over":
                break
            do(page, seen.sample(random.Random(3)))
        before = looking.look(match)
        shown = page.locator("#main [data-say]").inner_text()
        own_server.kill()
        watch.allow("ERR_CONNECTION", "htmx:error", "Failed to load resource")
        if before.row.state == "live":
            sent = revision(page)
            send(page, before.sample(random.Random(4)))
            expect(page.locator("#lost")).to_be_visible()
            assert revision(page) == sent
        own_server.start()
        page.goto("/")
        page.goto(f"/tables/{match}")
        after = looking.look(match)
        assert after.record == before.record
        assert after.view == before.view
        assert revision(page) == (before.row.revision if before.row.state == "live" else None)
        assert page.locator("#main [data-say]").inner_text() == shown
    finally:
        looking.close()


def test_a_refusal_keeps_what_was_chosen_and_says_why(
    page: Page, arranger: Arranger, watch: Watch
) -> None:
    watch.allow(422)
    sit_down(page, arranger, "answer")
    before = revision(page)
    cards = page.locator("#main input[name=card]")
    chosen = [cards.nth(place).input_value() for place in (0, cards.count() - 1)]
    for card in chosen:
        choose(page, card, "mouse")
    press(page, "play", "mouse")
    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    assert len(alert.inner_text()) > 20
    assert revision(page) == before
    for card in chosen:
        expect(page.locator(f'#main input[value="{card}"]')).to_be_checked()
    expect(page.locator("#do-play")).to_be_focused()


def test_a_wager_that_is_too_high_is_refused_in_words(
    plain_page: Page, arranger: Arranger, watch: Watch
) -> None:
    """Without scripts and without the browser's own check of numbers."""
    watch.allow(422)
    page = plain_page
    match = sit_down(page, arranger, "bet, none yet")
    page.request.post(page.url, form={"revision": str(revision(page)), "do": "bet", "amount": "99"})
    answer = page.request.post(
        page.url,
        form={"revision": str(revision(page)), "do": "bet", "amount": "99"},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status == 422
    assert 'role="alert"' in answer.text()
    assert arranger.look(match).row.revision == revision(page)


def test_the_focus_survives_an_action(page: Page, arranger: Arranger) -> None:
    sit_down(page, arranger, "bet, none yet")
    do(page, "check", "keys")
    focused = page.evaluate("() => document.activeElement.closest('#main')?.id")
    assert focused == "main", "the focus fell out of the table"


def test_what_happened_is_said(page: Page, arranger: Arranger) -> None:
    sit_down(page, arranger, "answer")
    card = arranger.look(table_id(page))
    do(page, card.sample(random.Random(1)))
    expect(page.locator("#live")).not_to_be_empty()


def test_restart_asks_first(page: Page) -> None:
    match = open_table(page, "run-fast")
    page.locator(f'a[href="/tables/{match}/restart"]').click()
    page.locator("#go-back").click()
    assert revision(page) is not None
    page.locator(f'a[href="/tables/{match}/restart"]').click()
    page.locator("#restart").click()
    expect(page.locator("#start")).to_be_visible()
    assert table_id(page) != match
