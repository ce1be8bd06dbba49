"""The fairness page: the few lines of Python that it prints do what it says."""

import html
import io
import re
from contextlib import redirect_stdout

import pytest

from engine.game import game
from engine.shuffle import SeededDecks, commitment
from tests.app.visitor import Visitor


@pytest.mark.parametrize("name", ["one-poker", "run-fast"])
def test_the_printed_program_checks_a_shuffle(visitor: Visitor, name: str) -> None:
    page = visitor.get("/fairness").text
    (code,) = (
        html.unescape(found)
        for found in re.findall(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)
        if "import" in found
    )
    seed = "0123456789abcdef" * 4
    words = "A\N{COMBINING RING ABOVE}"  # NFC makes one code point of it
    code = code.replace('"one-poker", "…64 hex digits…", "my words"', repr((name, seed, words)))
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(code, {})
    first, second = printed.getvalue().splitlines()
    assert first == commitment(seed)
    assert second.split() == list(SeededDecks(name, game(name).pack, seed, words).deck())
