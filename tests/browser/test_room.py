"""What both tables share: keys, tips, the count to the next deal, the slip, what is announced."""

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.arrange import Arranger
from tests.browser.conftest import OpenContext
from tests.browser.drive import do, press, revision, table_id, wait_for_change
from tests.browser.places import sit_down
from tests.browser.watch import Watch


def focus_is_in(page: Page, selector: str) -> None:
    expect(page.locator(f"{selector}:focus, {selector} :focus")).to_have_count(1)


def ways(page: Page, words: str) -> None:
    """Like these ways to play from the next page on."""
    origin = page.url.partition("/tables")[0]
    page.context.add_cookies([{"name": "cardavia_ways", "value": words, "url": origin}])
    page.reload()


def test_single_keys_play_one_poker(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "lock")
    start = arranger.look(match)
    page.keyboard.press("2")
    expect(page.locator("#card-1")).to_be_checked()
    page.keyboard.press("l")
    wait_for_change(page, start.row.revision)
    view = arranger.advance(match, lambda view: view["phase"] == "bet" and view["stacks"][0] > 5)
    page.reload()
    low = int(page.locator("#amount").get_attribute("min") or "")
    old = revision(page)
    page.keyboard.press("+")
    expect(page.locator("#amount")).to_have_value(str(low + 1))
    page.keyboard.press("r")
    wait_for_change(page, old or 0)
    done = arranger.look(match).record.actions[view["ply"]]
    assert done in (f"bet {low + 1}", f"raise {low + 1}")


def test_a_russian_keyboard_reaches_the_keys(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "bet, none yet")
    old = revision(page) or 0
    page.locator("body").dispatch_event(
        "keydown",
        {"key": "с", "code": "KeyC", "bubbles": True},
    )
    wait_for_change(page, old)
    assert arranger.look(match).record.actions[old] == "check"


def test_a_key_typed_into_the_amount_is_text(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "bet, none yet")
    before = arranger.look(match).record
    page.locator("#amount").focus()
    page.keyboard.press("f")
    page.keyboard.press("c")
    page.wait_for_timeout(300)
    assert arranger.look(match).record == before


def test_keys_can_be_switched_off(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "bet, none yet")
    ways(page, "normal.off.off.off.off")
    before = arranger.look(match).record
    for key in ("c", "r", "?"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert arranger.look(match).record == before
    expect(page.locator("#keys")).to_be_hidden()


def test_the_list_of_keys(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "bet, none yet")
    before = arranger.look(match).record
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    offered = {key.lower() for key in dialog.locator("kbd").all_inner_texts()}
    here = page.locator("#main [data-key]").evaluate_all(
        "all => all.map(each => each.dataset.key.replace('-', '−'))"
    )
    assert set(here) <= offered
    page.keyboard.press("c")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert arranger.look(match).record == before
    page.locator("#keys-open").click()
    expect(dialog).to_be_visible()


def test_the_list_of_keys_without_scripts(plain_page: Page) -> None:
    plain_page.goto("/settings")
    plain_page.locator("#keys-summary").click()
    expect(plain_page.locator("#keys kbd").first).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tip_is_closed_for_good(
    open_context: OpenContext, arranger: Arranger, scripts: bool
) -> None:
    page = open_context(java_script_enabled=scripts).new_page()
    match = sit_down(page, arranger, "bet, none yet")
    tip = page.locator("#first-lock")
    expect(tip).to_contain_text("locked card")
    page.locator("#first-lock-close").click()
    expect(tip).to_have_count(0)
    if scripts:
        focus_is_in(page, "#main")
    page.reload()
    expect(page.locator("#amount")).to_be_visible()
    expect(tip).to_have_count(0)
    page.goto("/settings")
    page.locator("#untold").click()
    page.wait_for_url("**/settings?saved=1")
    page.goto(f"/tables/{match}")
    expect(tip).to_have_count(1)


def test_a_tip_has_its_time_until_the_next_action(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "bet, none yet")
    expect(page.locator("#first-lock")).to_be_visible()
    do(page, "check")
    arranger.advance(match, lambda view: view["phase"] == "bet" and view["deal"] > 1)
    page.reload()
    expect(page.locator("#do-check, #do-call").first).to_be_visible()
    expect(page.locator("#first-lock")).to_have_count(0)


def test_the_next_deal_waits_for_the_person(page: Page, arranger: Arranger) -> None:
    sit_down(page, arranger, "showdown won")
    old = revision(page)
    expect(page.locator("#do-next")).to_be_focused()
    expect(page.locator("[data-auto]")).to_be_hidden()
    page.keyboard.press("Enter")
    wait_for_change(page, old or 0)


def test_the_next_deal_comes_by_itself_or_is_stopped(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "showdown won")
    page.clock.install()
    ways(page, "normal.on.on.off.off")
    old = revision(page)
    expect(page.locator("[data-auto]")).to_contain_text("Next deal in 6 s")
    page.clock.run_for(2000)
    expect(page.locator("[data-auto]")).to_contain_text("Next deal in 4 s")
    page.locator("#auto-stop").click()
    expect(page.locator("[data-auto]")).to_be_hidden()
    focus_is_in(page, "#main")
    page.clock.run_for(20_000)
    assert revision(page) == old
    page.reload()
    page.clock.run_for(7000)
    wait_for_change(page, old or 0)
    assert arranger.look(match).record.actions[old or 0] == "next"


@pytest.mark.parametrize("trouble", ["no answer", "an error"])
def test_what_was_chosen_can_be_sent_again(
    page: Page, arranger: Arranger, watch: Watch, trouble: str
) -> None:
    watch.allow(500, "ERR_FAILED", "htmx:error", "Failed to load resource")
    match = sit_down(page, arranger, "bet, none yet")
    total = int(page.locator("#amount").get_attribute("min") or "") + 1
    page.locator("#amount").fill(str(total))
    old = revision(page)

    def trip(route: Route) -> None:
        if trouble == "an error":
            route.fulfill(status=500, body="<main id=main>broken</main>")
        else:
            route.abort()

    page.route("**/tables/*", trip)
    press(page, "bet", "mouse")
    slip = page.locator("#lost")
    expect(slip).to_be_visible()
    expect(page.locator("#live")).to_contain_text("did not answer")
    expect(page.locator("#amount")).to_have_value(str(total))
    assert arranger.look(match).row.revision == old
    page.unroute("**/tables/*")
    page.locator("#lost-again").click()
    expect(slip).to_be_hidden()
    wait_for_change(page, old or 0)
    assert arranger.look(match).record.actions[old or 0] == f"bet {total}"
    focus_is_in(page, "#main")


@pytest.mark.parametrize("state", ["lock", "bet, none yet", "bet, facing a raise", "showdown won"])
def test_the_focus_never_leaves_the_table(page: Page, arranger: Arranger, state: str) -> None:
    match = sit_down(page, arranger, state)
    rng = random.Random(11)
    for _ in range(4):
        seen = arranger.look(match)
        if seen.row.state == "over":
            break
        do(page, seen.sample(rng), "keys")
        page.wait_for_timeout(50)
        focus_is_in(page, "#main")


SPOKEN = {
    "en-GB": r"Iris (checks|calls|folds|has locked|bets|raises)|You (win|hold)|Deal \d",
    "sv-SE": r"Iris (checkar|synar|lägger|har låst|låser|satsar|höjer)|Du |Giv \d|Oavgjort",
    "ru-RU": r"Ирис|Вы |У вас|Раздача \d|Ничья",
}


@pytest.mark.parametrize("locale", SPOKEN)
def test_one_announcement_for_each_turn(
    open_context: OpenContext, arranger: Arranger, locale: str
) -> None:
    page = open_context(locale=locale).new_page()
    match = sit_down(page, arranger, "lock")
    page.evaluate(
        """() => {
          globalThis.heard = [];
          globalThis.region = document.getElementById("live");
          new MutationObserver(() => {
            if (region.textContent) heard.push(region.textContent);
          }).observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    rng = random.Random(2)
    turns = 0
    for _ in range(5):
        seen = arranger.look(match)
        if seen.row.state == "over":
            break
        do(page, seen.sample(rng))
        turns += 1
        page.wait_for_timeout(150)
    heard = page.evaluate("() => heard")
    assert len(heard) == turns
    assert page.evaluate("() => region === document.getElementById('live')")
    for text in heard:
        assert re.search(SPOKEN[locale], text), text
        assert not re.search(r"\bNone\b|%\(|  ", text), text


def test_the_state_is_said_again(open_context: OpenContext, arranger: Arranger) -> None:
    page = open_context(locale="ru-RU").new_page()
    match = sit_down(page, arranger, "bet, none yet")
    view = arranger.look(match).view
    page.keyboard.press("a")
    live = page.get_by_role("status").and_(page.locator("#live"))
    expect(live).to_contain_text(f"Раздача {view['deal']}.")
    expect(live).to_contain_text(f"Банк {view['pot']}.")
    expect(live).to_contain_text(f"у вас {view['stacks'][0]}, Ирис {view['stacks'][1]}")


def test_the_table_as_it_is_read_aloud(open_context: OpenContext, arranger: Arranger) -> None:
    """The accessibility tree of a choice of cards, in Russian: groups, names, order."""
    page = open_context(locale="ru-RU").new_page()
    match = sit_down(page, arranger, "lock")
    main = page.locator("#main")
    far, near = main.get_by_role("region", name="Ирис"), main.get_by_role("region", name="Вы")
    expect(far).to_be_attached()
    cards = near.get_by_role("group", name="Выберите карту, на которую ставите").get_by_role(
        "radio"
    )
    expect(cards).to_have_count(2)
    ranks = "двойка|тройка|четвёрка|пятёрка|шестёрка|семёрка|восьмёрка|девятка|десятка|валет|дама"
    for card in range(2):
        name = cards.nth(card).evaluate("each => each.labels[0].innerText")
        assert re.search(rf"({ranks}|король|туз) (пик|червей|бубён|бубен|треф)", name), name
    order = main.evaluate(
        """main => [...main.querySelectorAll(".far, .pot, .near, .dock, .past, #log, #fair")]
          .map(each => each.className.split(" ").pop() || each.id)"""
    )
    assert order == ["far", "pot", "near", "dock", "log", "past", "fair"]
    assert arranger.look(match).view["phase"] == "lock"


def test_the_log_stays_open_and_tells_the_match(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "bet, none yet")
    page.locator('a[data-open="log"]').click()
    expect(page.locator("#log")).to_have_attribute("open", "")
    before = page.locator("#log li").count()
    do(page, "check")
    expect(page.locator("#log")).to_have_attribute("open", "")
    assert page.locator("#log li").count() > before
    assert page.locator("#log").inner_text().count("You check.") >= 1
    deals = [int(re.sub(r"\D", "", text)) for text in page.locator("#log h3").all_inner_texts()]
    assert deals == sorted(deals, reverse=True)
    assert deals[0] == arranger.look(match).view["deal"]
    assert table_id(page) == match


def test_nothing_waits_for_motion(open_context: OpenContext, arranger: Arranger) -> None:
    """With motion on, a press right after a deal is an action; at once means no motion at all."""
    page = open_context(reduced_motion="no-preference").new_page()
    match = sit_down(page, arranger, "showdown won")
    old = revision(page)
    page.locator("#do-next").click(timeout=1000)
    wait_for_change(page, old or 0)
    ways(page, "once.off.on.off.off")
    longest = page.evaluate(
        """() => Math.max(0, ...document.getAnimations()
          .map(each => Number(each.effect.getComputedTiming().endTime)))"""
    )
    assert longest == 0
    assert arranger.look(match).record.actions[old or 0] == "next"
