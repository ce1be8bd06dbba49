"""The hand of Run Fast: what cards can become, steps through the plays, order, keys, the end."""

import random
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.game import View
from tests.browser.arrange import Arranger
from tests.browser.conftest import DESKTOP, PHONE, OpenContext
from tests.browser.drive import choose, do, open_table, revision, table_id, wait_for_change
from tests.browser.places import sit_down

RANKS = "3456789TJQKA2"
BOXES = "#main input[name=card]"


def patterns(view: View) -> list[str]:
    """List what may be played now, by its ranks."""
    return [each for each in view["legal"] if each != "pass"]


def chosen(page: Page) -> list[str]:
    """List the cards that are chosen, in the order of the page."""
    boxes: list[str] = page.eval_on_selector_all(f"{BOXES}:checked", "all => all.map(e => e.value)")
    return boxes


def ranks(cards: list[str]) -> str:
    """Write the ranks of cards as the rules list them."""
    return "".join(sorted((card[0] for card in cards), key=RANKS.index))


def offers(page: Page) -> list[str]:
    """List the plays that are offered."""
    found: list[str] = page.eval_on_selector_all(
        "#offers button", "all => all.map(e => e.dataset.pattern)"
    )
    return found


def lead(page: Page, arranger: Arranger) -> str:
    """Open a table at which the person leads with many cards."""
    match = open_table(page, "run-fast")
    arranger.advance(
        match,
        lambda view: (
            view["table"] is None
            and view["turn"] == 0
            and view["ply"] > 2
            and len(patterns(view)) > 15
            and any(len(set(each)) > 4 for each in patterns(view))
        ),
    )
    page.reload()
    return match


def last_play(page: Page, arranger: Arranger) -> tuple[str, str]:
    """Open a table at which the person can go out; return its id and the action."""
    match = open_table(page, "run-fast")
    view = arranger.advance(
        match, lambda view: view["turn"] == 0 and ranks(view["hands"][0]) in view["legal"]
    )
    page.reload()
    return match, " ".join(["play", *view["hands"][0]])


def test_a_chosen_card_offers_what_it_can_become(page: Page, arranger: Arranger) -> None:
    match = lead(page, arranger)
    view = arranger.look(match).view
    for card in view["hands"][0]:
        choose(page, card, "mouse")
        legal = [each for each in patterns(view) if card[0] in each and each != card[0]]
        assert offers(page) == legal[:12]
        expect(page.locator("#offers")).to_be_visible(visible=bool(legal))
        page.locator("#do-clear").click()
        assert offers(page) == []


def test_an_offer_chooses_its_cards_and_enter_plays_them(page: Page, arranger: Arranger) -> None:
    match = lead(page, arranger)
    view = arranger.look(match).view
    longest = max(patterns(view), key=len)
    card = next(card for card in view["hands"][0] if card[0] == longest[1])
    choose(page, card, "mouse")
    wanted = max(offers(page), key=len)
    page.locator(f'#offers [data-pattern="{wanted}"]').click()
    assert ranks(chosen(page)) == wanted
    assert card in chosen(page)
    expect(page.locator("#do-play")).to_be_focused()
    cards, old = chosen(page), revision(page)
    page.keyboard.press("Enter")
    assert old is not None
    wait_for_change(page, old)
    played = arranger.look(match).record.actions[old].split()
    assert sorted(played[1:]) == sorted(cards)


def test_the_opening_offers_only_what_is_legal(page: Page, arranger: Arranger) -> None:
    """The three of hearts is part of every choice, also when another three was chosen before."""
    match = open_table(page, "run-fast")
    arranger.advance(
        match,
        lambda view: (
            view["ply"] == 0
            and view["turn"] == 0
            and sum(card[0] == "3" for card in view["hands"][0]) > 1
        ),
    )
    page.reload()
    seen = arranger.look(match)
    other = next(card for card in seen.view["hands"][0] if card[0] == "3" and card != "3h")
    for pattern in patterns(seen.view):
        page.locator("#do-clear").click() if chosen(page) else None
        choose(page, other, "mouse")
        offer = page.locator(f'#offers [data-pattern="{pattern}"]')
        if offer.count():
            offer.click()
            seen.game.apply(seen.position, " ".join(["play", *chosen(page)]))


def test_keys_step_through_every_play(page: Page, arranger: Arranger) -> None:
    match = lead(page, arranger)
    seen = arranger.look(match)
    page.locator(BOXES).first.focus()
    legal = patterns(seen.view)
    found = []
    for _ in legal:
        page.locator("#step-on").dispatch_event("click")
        found.append(ranks(chosen(page)))
        seen.game.apply(seen.position, " ".join(["play", *chosen(page)]))
        name = page.locator("#live").inner_text()
        assert name
        expect(page.locator("#do-play")).to_have_text(f"Play: {name}")
    assert found == legal
    page.locator("#step-on").dispatch_event("click")
    assert ranks(chosen(page)) == legal[0]
    page.locator("#step-back").dispatch_event("click")
    assert ranks(chosen(page)) == legal[-1]
    expect(page.locator("#do-play")).to_be_focused()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_hand_is_sorted_by_rank_or_by_combination(
    open_context: OpenContext, arranger: Arranger, scripts: bool
) -> None:
    page = open_context(java_script_enabled=scripts).new_page()
    match = lead(page, arranger)
    seen = arranger.look(match)
    by_rank = [RANKS.index(card[0]) for card in _order(page)]
    assert by_rank == sorted(by_rank, reverse=True)
    card = _order(page)[4]
    if scripts:
        choose(page, card, "mouse")
    with page.expect_response("**/settings"):
        page.locator("#do-sort").click()
    expect(page.locator("html")).to_have_attribute("data-groups", "on")
    grouped = _order(page)
    assert sorted(grouped) == sorted(seen.view["hands"][0])
    if scripts:
        assert chosen(page) == [card]
        expect(page.locator("#do-sort")).to_be_focused()
    page.reload()
    assert _order(page) == grouped
    page.locator("#do-sort").click()
    expect(page.locator("html")).to_have_attribute("data-groups", "off")
    assert [RANKS.index(card[0]) for card in _order(page)] == by_rank


def _order(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all(BOXES, "all => all.map(e => e.value)")
    return found


def _middle(box: Locator) -> tuple[float, float]:
    bounds = box.bounding_box()
    assert bounds is not None
    return bounds["x"], bounds["y"]


def test_arrows_move_between_the_rows_of_a_hand(
    open_context: OpenContext, arranger: Arranger
) -> None:
    page = open_context(viewport=PHONE).new_page()
    sit_down(page, arranger, "first lead")
    boxes = page.locator(BOXES)
    boxes.nth(3).focus()
    before = _middle(page.locator(":focus"))
    page.keyboard.press("ArrowDown")
    below = _middle(page.locator(":focus"))
    assert abs(below[0] - before[0]) < 5
    assert below[1] > before[1] + 30
    page.keyboard.press("ArrowDown")
    assert _middle(page.locator(":focus")) == below
    page.keyboard.press("ArrowUp")
    expect(boxes.nth(3)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(boxes.nth(4)).to_be_focused()


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 568}], ids=["360", "320"])
def test_the_end_is_shown_from_its_head_and_enter_goes_on(
    open_context: OpenContext, arranger: Arranger, size: dict[str, int]
) -> None:
    page = open_context(viewport=size).new_page()
    match, action = last_play(page, arranger)
    do(page, action)
    expect(page.locator("#settled")).to_be_in_viewport(ratio=1)
    expect(page.locator("#new-deal")).to_be_in_viewport(ratio=1)
    expect(page.locator("#new-deal")).to_be_focused()
    assert page.evaluate("scrollY") == 0
    assert arranger.look(match).row.state == "over"
    page.keyboard.press("Enter")
    expect(page.locator("#start")).to_be_focused()


def test_the_end_is_shown_from_its_head_without_scripts(
    open_context: OpenContext, arranger: Arranger
) -> None:
    page = open_context(viewport=PHONE, java_script_enabled=False).new_page()
    _, action = last_play(page, arranger)
    do(page, action)
    expect(page.locator("#settled")).to_be_in_viewport(ratio=1)
    expect(page.locator("#new-deal")).to_be_in_viewport(ratio=1)


def test_the_focus_is_never_lost_in_a_whole_deal(page: Page, arranger: Arranger) -> None:
    match = open_table(page, "run-fast")
    rng = random.Random(11)
    for _ in range(60):
        seen = arranger.look(match)
        if seen.row.state == "over":
            break
        do(page, seen.sample(rng), "keys")
        held = page.evaluate("() => document.activeElement.closest('form') !== null")
        assert held, "the next key goes nowhere"
    assert arranger.look(match).row.state == "over"


def test_a_pass_is_made_by_itself_when_liked(page: Page, arranger: Arranger) -> None:
    page.goto("/settings")
    page.locator('label:has(input[name=autopass][value="on"])').click()
    page.locator("#save").click()
    match = open_table(page, "run-fast")
    rng = random.Random(2)
    passes = 0
    for _ in range(60):
        seen = arranger.look(match)
        if seen.row.state == "over":
            break
        assert seen.view["legal"] != ["pass"]
        before = len(seen.record.actions)
        do(page, max((seen.sample(rng) for _ in range(3)), key=len))
        seen = arranger.look(match)
        mine = [each for each in seen.view["history"][before + 1 :] if each["seat"] == 0]
        assert all(each["action"] == "pass" for each in mine)
        passes += len(mine)
        if mine and seen.row.state != "over":
            assert page.locator("#main [data-say]").inner_text().count("You pass.") == len(mine)
    assert arranger.look(match).row.state == "over"
    log = page.locator("#whole-deal")
    log.locator("summary").click()
    assert log.locator("li").count() == len(arranger.look(match).record.actions)


def test_each_speed_reveals_in_its_time(open_context: OpenContext, arranger: Arranger) -> None:
    """Slow is slower than fast, at once is at once, and the hand never waits for it."""
    lengths = []
    for speed in ("slow", "normal", "fast", "once"):
        context = open_context(reduced_motion="no-preference")
        page = context.new_page()
        match = open_table(page, "run-fast")
        page.context.add_cookies(
            [
                {
                    "name": "cardavia_ways",
                    "value": f"{speed}.off.on.off.off.off",
                    "url": page.url.partition("/tables")[0],
                }
            ]
        )
        arranger.advance(match, lambda view: view["turn"] == 0 and view["ply"] > 3)
        page.reload()
        lengths.append(
            page.evaluate(
                """() => Math.max(0, ...document.getAnimations()
                  .filter(each => each.effect.target.closest(".mid"))
                  .map(each => each.effect.getComputedTiming().endTime))"""
            )
        )
        locked = page.evaluate(
            """() => document.getAnimations()
              .filter(each => each.effect.target.closest(".dock"))
              .filter(each => each.effect.getComputedTiming().endTime > 200).length"""
        )
        assert locked == 0
        context.close()
    assert all(slower > faster for slower, faster in pairwise(lengths))
    assert lengths[-1] == 0


def test_nothing_moves_where_motion_is_not_wanted(page: Page, arranger: Arranger) -> None:
    match = open_table(page, "run-fast")
    do(page, arranger.look(match).sample(random.Random(3)))
    moving = page.evaluate(
        "() => document.getAnimations().filter(each => each instanceof CSSAnimation).length"
    )
    assert moving == 0


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_single_keys_step_clear_hint_and_play(
    open_context: OpenContext, arranger: Arranger, size: dict[str, int]
) -> None:
    page = open_context(viewport=size).new_page()
    match = lead(page, arranger)
    seen = arranger.look(match)
    page.locator(BOXES).first.focus()
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert ranks(chosen(page)) == patterns(seen.view)[1]
    page.keyboard.press("b")
    assert ranks(chosen(page)) == patterns(seen.view)[0]
    expect(page.locator("#do-play")).to_be_focused()
    page.keyboard.press("c")
    assert chosen(page) == []
    assert page.evaluate("document.activeElement.matches('.fan input')")
    page.keyboard.press("h")
    expect(page.locator("#do-play")).to_be_focused()
    cards, old = chosen(page), revision(page)
    assert old is not None
    seen.game.apply(seen.position, " ".join(["play", *cards]))
    page.keyboard.press("Enter")
    wait_for_change(page, old)
    assert sorted(arranger.look(match).record.actions[old].split()[1:]) == sorted(cards)


def test_p_passes_where_nothing_else_is_possible(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "must pass")
    page.locator(BOXES).first.focus()
    old = revision(page)
    assert old is not None
    page.keyboard.press("p")
    wait_for_change(page, old)
    assert arranger.look(match).record.actions[old] == "pass"


def test_p_does_nothing_where_one_has_to_play(page: Page, arranger: Arranger) -> None:
    match = sit_down(page, arranger, "answer")
    before = arranger.look(match).row.revision
    page.keyboard.press("p")
    page.wait_for_timeout(300)
    assert arranger.look(match).row.revision == before


def test_the_next_deal_begins_by_itself(page: Page, arranger: Arranger) -> None:
    page.clock.install()
    match = open_table(page, "run-fast")
    page.goto("/settings")
    page.locator('label:has(input[name=autonext][value="on"])').click()
    page.goto(f"/tables/{match}")
    expect(page.locator("#start")).to_have_count(0)
    arranger.advance(match, lambda view: view["phase"] == "over")
    page.reload()
    expect(page.locator("[data-auto]")).to_contain_text("Next deal in 6 s")
    page.clock.run_for(6000)
    expect(page.locator("#start")).to_be_visible()
    page.locator("#fair-summary").click()  # a seed is to be typed: no hurry
    expect(page.locator("[data-auto]")).to_be_hidden()
    page.reload()
    expect(page.locator("[data-auto]")).to_contain_text("Next deal in 3 s")
    page.clock.run_for(3000)
    expect(page.locator("#main .fan")).to_be_visible()
    assert table_id(page) != match
