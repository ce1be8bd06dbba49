"""The choice of a language, and that switching it changes nothing else."""

import pytest

from app.i18n import negotiate
from tests.app.visitor import Visitor


@pytest.mark.parametrize(
    ("chosen", "accept", "code"),
    [
        (None, None, "en"),
        (None, "", "en"),
        (None, "sv", "sv"),
        (None, "sv-SE,sv;q=0.9,en;q=0.8", "sv"),
        (None, "en;q=0.5,ru;q=0.8", "ru"),
        (None, "de,fr;q=0.9,ru;q=0.1", "ru"),
        (None, "de", "en"),
        (None, "*", "en"),
        (None, "en;q=0,*;q=0.5", "sv"),
        (None, "sv;q=0", "en"),
        (None, "ru;q=2,sv;q=0.1", "sv"),
        (None, "ru;q=x,;;,=,sv;q=nan", "en"),
        (None, "RU-ru", "ru"),
        ("ru", "sv", "ru"),
        ("xx", "sv", "sv"),
        ("", "sv", "sv"),
    ],
)
def test_negotiation(chosen: str | None, accept: str | None, code: str) -> None:
    assert negotiate(chosen, accept).code == code


@pytest.mark.parametrize("code", ["en", "sv", "ru"])
def test_a_choice_beats_the_header_and_keeps_the_table(visitor: Visitor, code: str) -> None:
    address = visitor.open("run-fast")
    record = visitor.match(address).record
    response = visitor.post("/settings", {"lang": code, "next": address})
    assert response.headers["location"] == address
    page = visitor.get(address, headers={"Accept-Language": "fr, en"})
    assert f'<html lang="{code}"' in page.text
    for own in ("English", "Svenska", "Русский"):
        assert own in page.text
    assert visitor.match(address).record == record


@pytest.mark.parametrize("code", ["en", "sv", "ru"])
@pytest.mark.parametrize("game", ["one-poker", "run-fast"])
def test_rules_have_an_address_for_each_language(visitor: Visitor, code: str, game: str) -> None:
    page = visitor.get(f"/{code}/rules/{game}")
    assert f'<html lang="{code}"' in page.text
    assert 'hreflang="x-default"' in page.text
    assert visitor.get(f"/xx/rules/{game}").status_code == 404
    assert visitor.get(f"/{code}/rules/whist").status_code == 404
