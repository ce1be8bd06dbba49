"""What templates ask for by name: card names, numbers with signs, percents."""

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from app.i18n import NAMES, Language
from app.words import cards as words

_MINUS = "\N{MINUS SIGN}"
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def _language(context: Context) -> Language:
    lang = context["lang"]
    assert isinstance(lang, Language)
    return lang


@pass_context
def card_name(context: Context, card: str) -> str:
    """Name a card ("7h") in the page's language: "seven of hearts"."""
    return words.card_name(_language(context), card)


@pass_context
def percent(context: Context, value: int) -> str:
    """Write a percentage as the page's language does: 50%, but 50 % with a no-break space."""
    return f"{value}%" if _language(context).code == "en" else f"{value}{_NO_BREAK_SPACE}%"


def signed(number: int) -> str:
    """Write a gain or loss: +3, 0, and a loss with a real minus sign."""
    return f"{'+' if number > 0 else _MINUS if number < 0 else ''}{abs(number)}"


def install(environment: Environment) -> None:
    """Make the helpers known to the templates of `environment`."""
    environment.globals.update(
        card_name=card_name, percent=percent, signed=signed, languages=tuple(NAMES.items())
    )
