"""The three sliders of the light, with scripts and without."""

from playwright.sync_api import Page, expect

PROPERTY = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"


def light(page: Page) -> dict[str, float]:
    """Read the light as the style sheets see it."""
    return {name: float(page.evaluate(PROPERTY, f"--{name}")) for name in "cgt"}


def test_sliders_change_the_room_while_they_move(page: Page) -> None:
    page.goto("/settings")
    before = page.screenshot()
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url))
    page.locator("#set-c").fill("90")
    page.locator("#set-g").fill("10")
    page.locator("#set-t").focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    assert light(page) == {"c": 0.9, "g": 0.1, "t": 0.4}
    assert page.screenshot() != before
    assert posts == [], "the sliders must not wait for the server"
    for name, value in {"c": 90, "g": 10, "t": 70}.items():
        expect(page.locator(f"output[for=set-{name}]")).to_contain_text(str(value))


def test_the_light_survives_a_reload_and_reaches_every_page(page: Page) -> None:
    page.goto("/settings")
    page.locator("#set-c").fill("80")
    page.reload()
    assert light(page)["c"] == 0.8
    assert page.locator("#set-c").input_value() == "80"
    page.goto("/")
    assert light(page) == {"c": 0.8, "g": 0.5, "t": 0}


def test_the_first_paint_is_right(page: Page) -> None:
    """The server's own style sheet has the light already; no script has to run for it."""
    page.goto("/settings")
    page.locator("#set-t").fill("100")
    plain = page.context.browser
    assert plain is not None
    state = page.context.storage_state()
    origin = page.url.partition("/settings")[0]
    context = plain.new_context(java_script_enabled=False, storage_state=state)
    try:
        still = context.new_page()
        still.goto(f"{origin}/")
        assert light(still)["t"] == 1
    finally:
        context.close()


def test_the_light_can_be_set_without_scripts(plain_page: Page) -> None:
    page = plain_page
    page.goto("/settings")
    page.locator("#set-c").focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    page.locator("#deck-4").check(force=True)
    page.locator("#save").click()
    page.wait_for_url("**/settings?saved=1")
    assert light(page)["c"] == 0.45
    assert page.locator("html").get_attribute("data-deck") == "4"
    page.goto("/")
    assert light(page)["c"] == 0.45


def test_neutral_light(page: Page) -> None:
    page.goto("/settings")
    page.locator("#set-c").fill("5")
    page.locator("[data-neutral]").click()
    assert light(page) == {"c": 0.5, "g": 0.5, "t": 0}
    page.reload()
    assert light(page) == {"c": 0.5, "g": 0.5, "t": 0}


def test_the_panel_works_at_the_table_too(page: Page) -> None:
    page.goto("/")
    page.locator("[popovertarget=prefs]").click()
    page.locator("#light-g").fill("0")
    assert light(page)["g"] == 0
    page.keyboard.press("Escape")
    expect(page.locator("#prefs")).to_be_hidden()
    expect(page.locator("[popovertarget=prefs]")).to_be_focused()
