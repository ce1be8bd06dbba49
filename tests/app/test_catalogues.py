"""The catalogues: complete, exact, and right about numbers."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog, Message

from app.i18n import LANGUAGES
from app.words import catalogue
from app.words.marks import NN_

PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[a-z%]|#")
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


@pytest.fixture(scope="module")
def source() -> Catalog:
    return catalogue.template()


@pytest.fixture(scope="module", params=catalogue.CODES)
def translated(request: pytest.FixtureRequest) -> Catalog:
    return catalogue.read(request.param)


def messages(source: Catalog) -> Iterator[Message]:
    return (message for message in source if message.id)


def texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list | tuple) else [str(value or "")]


def test_extraction_finds_templates_and_code(source: Catalog) -> None:
    files = {location[0] for message in messages(source) for location in message.locations}
    assert {"templates/base.html", "templates/rules/one_poker.html", "app/words/cards.py"} <= files
    assert source.get(NN_("%(name)s has %(num)s card left.", "%(name)s has %(num)s cards left."))


def test_nothing_is_missing_and_nothing_left_over(source: Catalog, translated: Catalog) -> None:
    wanted = {(message.context, *texts(message.id)) for message in messages(source)}
    there = {(message.context, *texts(message.id)) for message in messages(translated)}
    assert wanted - there == set()
    assert there - wanted == set()
    assert list(catalogue.untranslated(translated)) == []
    assert not translated.obsolete


def test_nothing_is_guessed(translated: Catalog) -> None:
    assert not translated.fuzzy
    assert [message.id for message in translated if message.id and message.fuzzy] == []


def test_placeholders_are_the_same(translated: Catalog) -> None:
    for message in messages(translated):
        wanted = {place for text in texts(message.id) for place in PLACEHOLDER.findall(text)}
        for text in texts(message.string):
            assert set(PLACEHOLDER.findall(text)) == wanted, message.id
            assert len(PLACEHOLDER.findall(text)) >= len(wanted)


def test_babel_finds_no_fault(translated: Catalog) -> None:
    assert [(message.id, faults) for message, faults in translated.check()] == []


def test_every_plural_has_all_its_forms(translated: Catalog) -> None:
    wanted = {"sv": 2, "ru": 3}[str(translated.locale)]
    assert translated.num_plurals == wanted
    for message in messages(translated):
        if message.pluralizable:
            assert len(texts(message.string)) == wanted, message.id


NUMBERS = (0, 1, 2, 5, 11, 21, 22, 25, 101, 111)
PLURALS = {
    NN_("chip", "chips"): {
        "en": "chips chip chips chips chips chips chips chips chips chips",
        "sv": "marker mark marker marker marker marker marker marker marker marker",
        "ru": "фишек фишка фишки фишек фишек фишка фишки фишек фишка фишек",
    },
    NN_("%(num)s card left", "%(num)s cards left"): {
        "ru": "карт карта карты карт карт карта карты карт карта карт",
        "sv": "kort " * 10,
    },
    NN_("You win %(num)s point.", "You win %(num)s points."): {
        "ru": "очков очко очка очков очков очко очка очков очко очков",
        "sv": "poäng " * 10,
    },
    NN_("%(num)s deal in all", "%(num)s deals in all"): {
        "ru": "раздач раздача раздачи раздач раздач раздача раздачи раздач раздача раздач",
        "sv": "givar giv givar givar givar givar givar givar givar givar",
    },
}


@pytest.mark.parametrize("message", PLURALS)
def test_plurals(message: tuple[str, str]) -> None:
    for code, forms in PLURALS[message].items():
        for number, form in zip(NUMBERS, forms.split(), strict=True):
            said = LANGUAGES[code].ngettext(*message, number)
            assert re.search(rf"\b{form}\b", said), (code, number, said)


def test_percent_in_english_follows_the_number(source: Catalog) -> None:
    for message in messages(source):
        for text in texts(message.id):
            assert " %" not in re.sub(r"%\(\w+\)[a-z]", "0", text), text


def test_percent_is_written_as_the_language_does(translated: Catalog) -> None:
    for message in messages(translated):
        for text in texts(message.string):
            literal = re.sub(r"%\(\w+\)[a-z]", "0", text).replace("%%", "%")
            for before in re.findall(r"(.?)%", literal):
                assert before == NO_BREAK_SPACE, message.id


TERMS = {
    "Full rules": ("Fullständiga regler", "Полные правила"),
    "Contrast": ("Kontrast", "Контраст"),
    "Grain": ("Korn", "Зернистость"),
    "Color temperature": ("Färgtemperatur", "Цветовая температура"),
    "Ante": ("Ante", "Анте"),
    "Restart": ("Börja om", "Начать заново"),
    "Single": ("Enkelkort", "Одиночная карта"),
    "Pair": ("Par", "Пара"),
    "Triple": ("Triss", "Три одинаковые"),
    "Straight": ("Stege", "Стрит"),
    "Pair run": ("Parstege", "Цепочка пар"),
    "Bomb": ("Bomb", "Бомба"),
    "Heavenly bomb": ("Himmelsbomb", "Небесная бомба"),
    "Counterclockwise": ("Moturs", "Против часовой стрелки"),
    "Two of spades": ("Spader två", "Двойка пик"),
    "A tie": ("Oavgjort", "Ничья"),
}


@pytest.mark.parametrize("english", TERMS)
def test_terms(english: str) -> None:
    said = tuple(LANGUAGES[code].gettext(english) for code in catalogue.CODES)
    assert said == TERMS[english]


def test_signals_are_named_in_every_language() -> None:
    for code, words in {"en": "UP DOWN", "sv": "UPP NER", "ru": "ВЕРХ НИЗ"}.items():
        lang = LANGUAGES[code]
        up, down = lang.pgettext("signal", "UP"), lang.pgettext("signal", "DOWN")
        assert f"{up} {down}" == words


TRAPS = {"sv": r"\btabell|\bni\b|\ber\b", "ru": r"таблиц|\bты\b|\bтебя\b|\bтвой"}


def test_traps_of_the_terms(translated: Catalog) -> None:
    trap = re.compile(TRAPS[str(translated.locale)], re.IGNORECASE)
    for message in messages(translated):
        for text in texts(message.string):
            assert not trap.search(text), text
            assert not re.search(r"[.,:;!?] {2}|^ | $", text), text
        if "triple" in " ".join(texts(message.id)).lower():
            assert "тройк" not in " ".join(texts(message.string)).lower()
