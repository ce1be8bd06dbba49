"""The rules pages: every rule that a player can meet stands there, in every language."""

import re
from html.parser import HTMLParser

import pytest

from app.i18n import LANGUAGES
from app.words.games import game_facts
from tests.app.visitor import Visitor

RULES: dict[str, dict[str, tuple[str, ...]]] = {
    "one-poker": {
        # Objective
        "op-objective": (),
        "op-chips": ("20", "40"),
        # Setup
        "op-two-packs": ("104",),
        "op-suits": (),
        "op-groups": (),
        "op-first-deal": (),
        "op-later-deals": (),
        "op-reshuffle": (),
        "op-fairness": (),
        # Playing a turn
        "op-ante": (),
        "op-no-betting": (),
        "op-signals": (),
        "op-signals-stay": (),
        "op-lock": (),
        "op-lock-secret": (),
        "op-bet-round": (),
        "op-wager": (),
        "op-open": (),
        "op-facing": (),
        "op-facing-all-in": (),
        "op-facing-short": (),
        "op-fold-only-facing": (),
        "op-check": (),
        "op-raise-total": ("7",),
        "op-min-raise": ("3", "6", "5", "12", "19"),
        "op-short-all-in": (),
        "op-overbet": (),
        "op-all-in": (),
        "op-illegal": (),
        # Hand rankings
        "op-order": ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"),
        "op-higher": (),
        "op-two-beats-ace": (),
        "op-same-rank": (),
        # Scoring and ending
        "op-refund": (),
        "op-showdown": (),
        "op-fold": (),
        "op-split": (),
        "op-discards": (),
        "op-kept": (),
        "op-winner-first": (),
        "op-tie-first": (),
        "op-match-end": ("40",),
        "op-restart": ("20",),
    },
    "run-fast": {
        # Objective
        "rf-objective": (),
        "rf-alone": (),
        # Setup
        "rf-pack": ("48",),
        "rf-counts": (),
        "rf-order": (),
        "rf-deal": ("16",),
        "rf-direction": (),
        "rf-fairness": (),
        # Playing a turn
        "rf-heart-three": (),
        "rf-beat": (),
        "rf-bomb-beats": (),
        "rf-must-beat": (),
        "rf-pass-tells": (),
        "rf-pass-once": (),
        "rf-two-passes": (),
        "rf-leader": (),
        "rf-out": (),
        "rf-public": (),
        "rf-illegal": (),
        # Supported combinations
        "rf-single": (),
        "rf-pair": (),
        "rf-triple": (),
        "rf-straight": ("5", "12"),
        "rf-pair-run": ("2", "8"),
        "rf-bomb": (),
        "rf-aces": (),
        "rf-heavenly": (),
        "rf-late-threes": (),
        "rf-same-length": (),
        "rf-no-two": (),
        "rf-nothing-else": (),
        "rf-split": (),
        # Scoring and ending
        "rf-winner-paid": (),
        "rf-cards": ("1",),
        "rf-doubled": (),
        "rf-spade-two": ("10",),
        "rf-bombs-left": ("10",),
        "rf-not-doubled": (),
        "rf-bonus": ("20", "10"),
        "rf-bonus-beaten": (),
        "rf-bonus-led": (),
        "rf-bonus-when": (),
        "rf-example": ("5", "16"),
        "rf-zero-sum": (),
        "rf-single-deal": (),
        "rf-sitting": (),
        "rf-restart": (),
    },
}
"""By game: the id of each rule on its page, and the figures that it names."""

PICTURED = {
    "one-poker": [
        "Kh", "9c",
        "Js", "4d",
        "7c", "2h",
        "2c", "As",
        "Qd", "8s",
        "5h", "5c",
    ],
    "run-fast": [
        "9h",
        "Kc", "Kh",
        "5s", "5d", "5c",
        "7s", "8d", "9c", "Th", "Js",
        "4c", "4d", "5h", "5s",
        "6s", "6h", "6d", "6c",
        "As", "Ad", "Ac",
        "3h", "3s", "3d", "3c",
    ],
}  # fmt: skip


class Page(HTMLParser):
    """Collects the text below each id, the headings, and what an attribute test needs."""

    VOID = frozenset(("meta", "link", "input", "br", "img"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.headings: list[str] = []
        self.cards: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self._open: list[tuple[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.attributes += [(tag, name, value) for name, value in found.items()]
        if tag in self.VOID:
            return
        name = found.get("id")
        if name is not None:
            assert name not in self.texts, f"{name} is there twice"
            self.texts[name] = ""
        self._open.append((tag, name))
        if tag == "h2":
            self.headings.append("")
        if found.get("class", "").startswith("card s-"):
            self.cards.append(found["class"][-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for _, name in self._open:
            if name is not None:
                self.texts[name] += data
        if any(tag == "h2" for tag, _ in self._open):
            self.headings[-1] += data
        if self._open and self._open[-1][0] == "b" and self.cards and len(self.cards[-1]) == 1:
            self.cards[-1] = data.replace("10", "T") + self.cards[-1]


def page_of(visitor: Visitor, code: str, game: str) -> Page:
    response = visitor.get(f"/{code}/rules/{game}")
    assert response.status_code == 200
    return Page(response.text)


every_game = pytest.mark.parametrize("game", RULES)


@every_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_is_there(visitor: Visitor, code: str, game: str) -> None:
    page = page_of(visitor, code, game)
    prefix = next(iter(RULES[game]))[:3]
    assert {name for name in page.texts if name.startswith(prefix)} == set(RULES[game])
    for name, figures in RULES[game].items():
        text = page.texts[name]
        assert text.strip(), name
        for figure in figures:
            assert re.search(rf"(?<!\w){figure}(?!\w)", text), (name, figure)


@every_game
def test_every_rule_is_in_the_language_of_the_page(visitor: Visitor, game: str) -> None:
    pages = [page_of(visitor, code, game) for code in LANGUAGES]
    for name in RULES[game]:
        if name != "op-order":  # a drawing: ranks look alike everywhere
            assert len({page.texts[name] for page in pages}) == len(pages), name


@every_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_five_numbered_sections(visitor: Visitor, code: str, game: str) -> None:
    page = page_of(visitor, code, game)
    numbers = [heading.strip().split()[0] for heading in page.headings]
    assert numbers == ["1.", "2.", "3.", "4.", "5."]


@every_game
def test_sections_are_named_as_agreed(visitor: Visitor, game: str) -> None:
    fourth = {"one-poker": "Hand rankings", "run-fast": "Supported combinations"}[game]
    titles = ["Objective", "Setup", "Playing a turn", fourth, "Scoring and ending"]
    headings = [" ".join(each.split()) for each in page_of(visitor, "en", game).headings]
    assert headings == [f"{number}. {title}" for number, title in enumerate(titles, 1)]


@every_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_page_says_facts_and_shows_cards(visitor: Visitor, code: str, game: str) -> None:
    html = visitor.get(f"/{code}/rules/{game}").text
    assert game_facts(LANGUAGES[code], game) in html
    assert Page(html).cards == PICTURED[game]


@every_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_page_needs_no_style_and_no_script_of_its_own(
    visitor: Visitor, code: str, game: str
) -> None:
    page = page_of(visitor, code, game)
    names = {name for _, name, _ in page.attributes}
    assert "style" not in names
    assert not [name for name in names if name.startswith(("on", "hx-on"))]
    labels = [
        value for tag, name, value in page.attributes if name == "aria-label" and tag != "nav"
    ]
    assert all(labels)


@every_game
def test_drawings_of_ranks_are_told_in_words(visitor: Visitor, game: str) -> None:
    told = [
        [
            value
            for tag, name, value in page_of(visitor, code, game).attributes
            if tag in ("svg", "div") and name == "aria-label" and "8, 7, 6" in value
        ]
        for code in LANGUAGES
    ]
    assert [len(each) for each in told] == [1, 1, 1]
    assert len({each[0] for each in told}) == len(LANGUAGES)


@every_game
def test_other_languages_are_linked(visitor: Visitor, game: str) -> None:
    page = page_of(visitor, "sv", game)
    links = {value for _, name, value in page.attributes if name == "hreflang"}
    assert links == {*LANGUAGES, "x-default"}
    targets = {value for tag, name, value in page.attributes if tag == "link" and name == "href"}
    assert {f"/{code}/rules/{game}" for code in LANGUAGES} <= targets
