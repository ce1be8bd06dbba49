"""What is there to act with: cards, wagers, hints, seeds; and where the focus is."""

import random

import pytest
from playwright.sync_api import Page, expect

from app.i18n import LANGUAGES
from app.words.run_fast_hint import why
from engine.record import Record
from tests.browser.arrange import Arranger
from tests.browser.conftest import DESKTOP, PHONE, OpenContext
from tests.browser.drive import do, prepare, press, revision
from tests.browser.places import sit_down

HIDDEN = """() => {
  const here = document.activeElement, shown = here.closest("label") ?? here;
  if (here === document.body || here.id === "main") return null;
  const box = shown.getBoundingClientRect();
  for (const x of [0.1, 0.5, 0.9]) for (const y of [0.1, 0.5, 0.9]) {
    const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    if (top && (shown.contains(top) || top.contains(shown))) return null;
  }
  return here.outerHTML.slice(0, 160);
}"""
"""Says what has the focus if no part of it can be seen (WCAG 2.4.11)."""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("state", ["bet, none yet", "answer", "settlement"])
def test_what_has_the_focus_can_be_seen(
    open_context: OpenContext, arranger: Arranger, state: str, size: dict[str, int]
) -> None:
    page = open_context(viewport=size).new_page()
    sit_down(page, arranger, state)
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(HIDDEN) is None
        now = page.evaluate("() => document.activeElement.outerHTML")
        if now in seen:
            break
        seen.add(now)
    assert len(seen) > 5


def test_the_skip_link_leads_to_the_table(page: Page, arranger: Arranger) -> None:
    sit_down(page, arranger, "must pass")
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    page.locator("a.skip").focus()
    expect(page.locator("a.skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('#main') !== null")


def test_number_slider_steps_and_sizes_say_the_same(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "bet, none yet")
    amount, slider = page.locator("#amount"), page.locator("#amount-slider")
    low, high = (int(amount.get_attribute(name) or "") for name in ("min", "max"))
    amount.fill(str(low + 2))
    expect(slider).to_have_value(str(low + 2))
    page.locator("#more").click()
    page.locator("#more").click()
    page.locator("#less").click()
    expect(amount).to_have_value(str(low + 3))
    expect(page.locator("#do-wager")).to_contain_text(str(low + 3))
    slider.focus()
    page.keyboard.press("End")
    expect(amount).to_have_value(str(high))
    page.locator("#more").click()
    expect(amount).to_have_value(str(high))
    size = page.locator("[data-size]").first
    size.click()
    expect(amount).to_have_value(size.get_attribute("data-size") or "")
    expect(size).to_have_attribute("aria-pressed", "true")
    do(page, f"bet {low + 1}")
    mine = [each["action"] for each in arranger.look(match).view["history"] if each["seat"] == 0]
    assert mine.count(f"bet {low + 1}") >= 1


def test_folding_needs_no_valid_amount(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "bet, facing a raise")
    amount = page.locator("#main #amount")
    if amount.count():
        amount.fill("")
    old = revision(page)
    press(page, "fold", "mouse")
    page.locator(f'#main:not(:has(input[name=revision][value="{old}"]))').wait_for()
    assert arranger.look(match).record.actions[old or 0] == "fold"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_hint_chooses_cards_and_plays_none(
    open_context: OpenContext, arranger: Arranger, scripts: bool
) -> None:
    page = open_context(java_script_enabled=scripts).new_page()
    match = sit_down(page, arranger, "answer")
    before = arranger.look(match)
    press(page, "hint", "mouse")
    chosen = page.locator("#main input[name=card]:checked")
    expect(chosen).not_to_have_count(0)
    assert arranger.look(match).record == before.record
    cards = [each.input_value() for each in chosen.all()]
    before.game.apply(before.position, f"play {' '.join(cards)}")
    pattern = "".join(card[0] for card in reversed(cards))
    reason = page.locator("#why")
    expect(reason).to_have_text(why(LANGUAGES["en"], before.view, pattern))
    box = reason.bounding_box()  # in the place of a line for the first time
    assert box
    assert box["height"] > 10
    page.locator("#do-clear").click()
    expect(chosen).to_have_count(0)


def test_arrows_move_in_a_hand_and_space_chooses(page: Page, arranger: Arranger) -> None:
    sit_down(page, arranger, "first lead")
    boxes = page.locator("#main input[name=card]")
    boxes.first.focus()
    page.keyboard.press("ArrowRight")
    expect(boxes.nth(1)).to_be_focused()
    page.keyboard.press("Space")
    expect(boxes.nth(1)).to_be_checked()
    page.keyboard.press("End")
    expect(boxes.last).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(boxes.last).to_be_focused()


def test_a_card_has_its_full_name(page: Page, arranger: Arranger) -> None:
    sit_down(page, arranger, "first lead")
    expect(page.get_by_role("checkbox", name="three of hearts")).to_have_count(1)


def test_ones_own_seed_makes_the_deck(page: Page, arranger: Arranger) -> None:
    match = prepare(page, "run-fast")
    page.locator("#fair summary").click()
    commitment = page.locator("#fair code").inner_text()
    page.locator("#client-seed").fill("Ett två tre — раз")
    page.locator("#start").click()
    page.locator("#main input[name=revision]").wait_for(state="attached")
    record = arranger.look(match).record
    assert record.client_seed == "Ett två tre — раз"
    assert record.extra["commitment"] == commitment


def test_what_others_did_is_shown_one_after_the_other(
    open_context: OpenContext, arranger: Arranger
) -> None:
    """With motion: nothing is lost on the way, and one may act at once."""
    page = open_context(reduced_motion="no-preference").new_page()
    match = sit_down(page, arranger, "first lead")
    rng = random.Random(5)
    for _ in range(3):
        seen = arranger.look(match)
        if seen.row.state == "over":
            break
        do(page, seen.sample(rng))
    page.wait_for_timeout(2_500)
    running = page.evaluate(
        "() => document.getAnimations().filter(each => each.playState === 'running').length"
    )
    assert running == 0, "motion goes on by itself for longer than it takes to read"
    expect(page.locator("#main .lead").first).to_be_visible()


def test_the_record_can_be_downloaded(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "match over")
    page.locator("#fair summary").click()
    with page.expect_download() as download:
        page.locator("#main a[download]").click()
    record = Record.read(download.value.path().read_bytes())
    assert record.actions == arranger.look(match).record.actions
