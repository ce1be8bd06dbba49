"""Languages: catalogues read from .po files at start, and the choice among them."""

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.resources import folder

DEFAULT = "en"
NAMES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "sv": "Svenska", "ru": "Русский"},
)
"""Language code to the language's own name, in the order shown."""


def N_(message: str) -> str:  # noqa: N802 - the customary name that extraction looks for
    """Mark `message` for extraction without translating it here."""
    return message


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its code and its catalogue."""

    code: str
    catalogue: gettext.NullTranslations

    def gettext(self, message: str) -> str:
        """Translate `message`."""
        return self.catalogue.gettext(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Translate the form that fits the count `n`."""
        return self.catalogue.ngettext(singular, plural, n)

    def pgettext(self, context: str, message: str) -> str:
        """Translate `message` as it is meant in `context`."""
        return self.catalogue.pgettext(context, message)

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        """Translate the form that fits the count `n`, as it is meant in `context`."""
        return self.catalogue.npgettext(context, singular, plural, n)


def _load(code: str) -> Language:
    path = folder("locales") / code / "LC_MESSAGES" / "cardavia.po"
    if code == DEFAULT or not path.exists():
        return Language(code, gettext.NullTranslations())
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=code))
    compiled.seek(0)
    return Language(code, gettext.GNUTranslations(compiled))


LANGUAGES: Mapping[str, Language] = MappingProxyType({code: _load(code) for code in NAMES})


def negotiate(chosen: str | None, accept: str | None) -> Language:
    """Choose a language: the person's own choice, else Accept-Language, else English.

    `accept` is the header as sent: ranges with optional weights ("sv-SE,ru;q=0.8"); a weight of
    0 excludes a language, ties go to the one named first, malformed parts are passed over.
    """
    if chosen is not None and chosen in LANGUAGES:
        return LANGUAGES[chosen]
    weights: dict[str, float] = {}
    for part in (accept or "").lower().split(",")[:50]:
        name, _, parameters = part.partition(";")
        weight = _weight(parameters)
        code = name.strip().split("-")[0]
        for known in LANGUAGES if code == "*" else [code]:
            if known in LANGUAGES and known not in weights and weight is not None:
                weights[known] = weight
    best = max(weights, key=lambda code: weights[code], default=DEFAULT)
    return LANGUAGES[best if weights.get(best, 1) > 0 else DEFAULT]


def _weight(parameters: str) -> float | None:
    """Read "q=0.8" (nothing means 1); None if it is malformed or out of range."""
    if not parameters.strip():
        return 1.0
    name, _, value = parameters.partition("=")
    try:
        weight = float(value)
    except ValueError:
        return None
    return weight if name.strip() == "q" and 0 <= weight <= 1 else None
