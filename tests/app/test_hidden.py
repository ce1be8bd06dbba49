"""Nothing hidden is sent before its time: whole games are played, and every byte is searched."""

import random
import re

import pytest

from app.i18n import LANGUAGES
from app.matches import Match
from app.words.cards import card_name
from tests.app.visitor import HTMX, Visitor, some_action

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA]|10)[cdhs](?![0-9A-Za-z])")


def cards_in(text: str, language: str) -> set[str]:
    """Find every card that the text mentions, as a code or by its name."""
    codes = {code.replace("10", "T") for code in CARD.findall(text)}
    pack = {rank + suit for rank in "23456789TJQKA" for suit in "cdhs"}
    names = {card for card in pack if card_name(LANGUAGES[language], card) in text.lower()}
    return (codes & pack) | names


def known_to_the_person(match: Match) -> set[str]:
    """List the cards that seat 0 has seen by now, from its view alone."""
    view = match.view()
    seen = {card for hand in view["hands"] if hand for card in hand}
    for event in view["history"]:
        seen.update(CARD.findall(event["action"]))
    return seen


@pytest.mark.parametrize("language", ["en", "sv", "ru"])
@pytest.mark.parametrize("game", ["one-poker", "run-fast"])
def test_no_answer_tells_what_is_hidden(visitor: Visitor, game: str, language: str) -> None:
    visitor.post("/settings", {"lang": language, "next": "/"})
    address = visitor.open(game)
    rng = random.Random(f"{game} {language}")
    answers = 0
    while True:
        match = visitor.match(address)
        for page in (visitor.get(address), visitor.get(f"{address}/restart"), visitor.get("/")):
            headers = str(page.headers)
            if match.state == "live":
                assert str(match.record.server_seed) not in page.text + headers
            if page.request.url.path == address:
                hidden = cards_in(page.text, language) - known_to_the_person(match)
                assert not hidden, (match.record.write(), hidden)
            answers += 1
        if match.state != "live":
            break
        action = some_action(match, rng)
        fragment = visitor.act(address, action, headers=HTMX)
        assert fragment.status_code == 200
        after = visitor.match(address)
        hidden = cards_in(fragment.text + str(fragment.headers), language)
        assert not hidden - known_to_the_person(after), (after.record.write(), hidden)
    assert answers > 3


def test_the_bots_two_cards_look_alike(visitor: Visitor) -> None:
    """The page is the same to the letter whichever card the bot has locked or kept."""
    address = visitor.open("one-poker")
    rng = random.Random(4)
    checked = 0
    while (match := visitor.match(address)).state == "live":
        if match.view()["phase"] == "bet":
            page = visitor.get(address).text
            far = page.split('class="seat far', 1)[1].split("</section>", 1)[0]
            backs = re.findall(r'<span class="card back".*?</span>', far, re.DOTALL)
            assert len(backs) == 2
            assert backs[0] == backs[1]
            checked += 1
        visitor.act(address, some_action(match, rng))
    assert checked
