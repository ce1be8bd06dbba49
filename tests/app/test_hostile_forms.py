"""Forms with anything in them, sent while matches of both games are played.

Whatever comes: no error of ours, a refusal changes nothing, no markup comes back, and every answer
is well-formed. A failure prints the steps that led to it.
"""

import random
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from app.store import MatchRow
from tests.app.visitor import HTMX, Visitor, fields, make_app, some_action

FORM = "application/x-www-form-urlencoded"
MARKUP = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "</main><b>zq</b>",
)
NASTY = st.sampled_from(
    [
        *MARKUP,
        "{{7*7}}",
        "%(num)s",
        "'; DROP TABLE matches; --",
        "../../etc/passwd",
        "\0",
        "Kh\0",
        "\r\nSet-Cookie: a=b",
        "-1",
        "+1",
        "1.5",
        "1e1",
        "1e999",
        "0x1",
        "9" * 400,
        "½",
        "٣",
        "𝟙",
        "1\u2009",
        "\u212ah",  # a Kelvin sign for a K
        "кh",
        "\U0001f0a1",
        "\u202e",
        "NaN",
        "",
        " ",
        "check",
        "fold",
        "play",
        "pass",
        "next",
        "Kh",
        "3h",
        "one-poker",
        "run-fast",
        "beginner",
        "/settings",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "javascript:alert(1)",
    ]
)
VALUES = NASTY | st.text(max_size=30)
FIELDS = (
    "do card amount revision game level after client_seed lang next contrast grain temperature deck"
    " speed told autopass keys seen untold"
)
NAMES = st.sampled_from(FIELDS.split())
PAIRS = st.lists(st.tuples(NAMES | VALUES, VALUES), max_size=8)
PLACES = st.sampled_from(["{table}", "{table}", "{table}/start", "/matches", "/settings"])
TYPES = st.sampled_from(
    ["", "text/plain", "application/json", "multipart/form-data; boundary=x", "a/b; charset=\x7f"]
)
BODIES = st.binary(max_size=60) | st.sampled_from(
    [b'{"do": "check", "revision": 0}', b"--x\r\n", b"do=%ff&revision=%00", b"&" * 200, b"do"]
)
CHANGES = st.sampled_from(["drop", "double", "replace", "add"])
_VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Page(HTMLParser):
    """Checks that a page or fragment is well-formed: tags are balanced, ids occur once."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open
        assert len(set(self.ids)) == len(self.ids), self.ids

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), (tag, names)
        assert not any(name.startswith("on") or name == "style" for name in names), (tag, names)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag, (tag, self.open)


class Forms(RuleBasedStateMachine):
    """One visitor at some tables of the server with the database at `url`."""

    url: ClassVar[str]
    tables = Bundle("tables")

    def __init__(self) -> None:
        super().__init__()
        self.visitor = Visitor(make_app(self.url)).__enter__()
        self.rng = random.Random(1)
        self.known: dict[str, MatchRow] = {}

    def teardown(self) -> None:
        self.visitor.__exit__()
        self.visitor.room.engine.dispose()

    def now(self) -> dict[str, MatchRow]:
        return {table: self.visitor.match(table).row for table in self.known}

    def send(self, table: str, place: str, body: bytes, kind: str, htmx: bool) -> None:
        """Send a form to a place of a table, or to another address, and check all that follows."""
        before = self.now()
        headers = {"Content-Type": kind, **(HTMX if htmx else {})}
        answer = self.visitor.request(
            "POST", place.format(table=table), content=body, headers=headers
        )
        self.check(answer, htmx)
        after = self.now()
        changed = {each for each in before if before[each] != after[each]}
        if answer.status_code >= 400:
            assert not changed, answer.status_code
        elif place.startswith("{table}"):
            assert changed <= {table}
        elif place == "/settings":
            assert not changed
        for each in before:  # what has been done stays done
            assert after[each].revision >= before[each].revision

    def check(self, answer: httpx.Response, htmx: bool) -> None:
        """Check that an answer is a page, or a fragment where that was asked for, or a way on."""
        assert answer.status_code in (200, 303, 400, 409, 413, 415, 422, 429), answer.status_code
        assert set(self.visitor.client.cookies) <= COOKIES
        for name in ("location", "hx-redirect"):
            if name in answer.headers:
                assert answer.headers[name].startswith("/")
                assert answer.headers[name][1:2] not in ("/", "\\")
        for text in MARKUP:
            assert text not in answer.text
        if answer.status_code == 303 or "hx-redirect" in answer.headers:
            assert not answer.text
            return
        page = Page(answer.text)
        assert page.tags.count("main") == 1
        assert "main" in page.ids
        if htmx and answer.status_code != 200:
            assert page.tags[0] == "main", answer.text[:200]
            assert "html" not in page.tags

    @initialize(target=tables, game=st.sampled_from(["one-poker", "run-fast"]))
    def begin(self, game: str) -> str:
        return self.sit_down(game, True)

    @rule(target=tables, game=st.sampled_from(["one-poker", "run-fast"]), start=st.booleans())
    def open(self, game: str, start: bool) -> str:
        return self.sit_down(game, start)

    def sit_down(self, game: str, start: bool) -> str:
        table = self.visitor.open(game) if start else self.visitor.prepare(game)
        self.known[table] = self.visitor.match(table).row
        return table

    @rule(table=tables, htmx=st.booleans())
    def play(self, table: str, htmx: bool) -> None:
        match = self.visitor.match(table)
        if match.state != "live":
            return
        action = some_action(match, self.rng)
        answer = self.visitor.act(table, action, headers=HTMX if htmx else {})
        assert answer.status_code == (200 if htmx else 303)
        assert self.visitor.match(table).revision > match.revision

    @rule(table=tables, place=PLACES, pairs=PAIRS, htmx=st.booleans(), present=st.booleans())
    def anything(self, table: str, place: str, pairs: list[Any], htmx: bool, present: bool) -> None:
        if present:
            pairs = [*pairs, ("revision", str(self.visitor.match(table).revision))]
        body = urlencode(pairs, errors="surrogatepass").encode()
        self.send(table, place, body, FORM, htmx)

    @rule(table=tables, place=PLACES, body=BODIES, kind=TYPES | st.just(FORM), htmx=st.booleans())
    def no_form(self, table: str, place: str, body: bytes, kind: str, htmx: bool) -> None:
        self.send(table, place, body, kind, htmx)

    @rule(
        table=tables,
        change=CHANGES,
        which=st.integers(0, 5),
        value=VALUES,
        htmx=st.booleans(),
    )
    def almost_right(self, table: str, change: str, which: int, value: str, htmx: bool) -> None:
        """Send a legal action with one thing about its form changed."""
        match = self.visitor.match(table)
        if match.state != "live":
            return
        form = fields(some_action(match, self.rng), match.revision)
        pairs = [
            (name, each)
            for name, values in form.items()
            for each in ([values] if isinstance(values, str) else values)
        ]
        place = which % len(pairs)
        name, old = pairs[place]
        if change == "drop":
            del pairs[place]
        elif change == "replace":
            pairs[place] = (name, value)
        else:
            pairs.insert(place, (name, old if change == "double" else value))
        body = "&".join(f"{quote(a)}={quote(b, errors='surrogatepass')}" for a, b in pairs)
        self.send(table, "{table}", body.encode(), FORM, htmx)
        if name in ("do", "revision") and change != "replace":
            assert self.visitor.match(table).row == match.row  # one of each, or nothing is done


COOKIES = {f"cardavia_{name}" for name in ("session", "lang", "light", "deck", "ways", "told")}


def run(folder: Path, examples: int, steps: int) -> None:
    checked = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )

    class Here(Forms):
        url = f"sqlite:///{folder / 'hostile.sqlite3'}"

    run_state_machine_as_test(Here, settings=checked)


def test_hostile_forms(tmp_path: Path) -> None:
    run(tmp_path, examples=15, steps=25)


@pytest.mark.long
def test_many_hostile_forms(tmp_path: Path) -> None:
    run(tmp_path, examples=1000, steps=50)
