"""What templates ask for by name: cards, games and levels in words, numbers as they are written."""

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from app.i18n import Language
from app.words import cards, games, levels
from app.words.numbers import signed
from engine.shuffle import commitment as commitment_to

_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def _language(context: Context) -> Language:
    lang = context["lang"]
    assert isinstance(lang, Language)
    return lang


@pass_context
def card_name(context: Context, card: str) -> str:
    """Name a card ("7h") in the page's language: "seven of hearts"."""
    return cards.card_name(_language(context), card)


@pass_context
def percent(context: Context, value: int) -> str:
    """Write a percentage as the page's language does: 50%, but 50 % with a no-break space."""
    return f"{value}%" if _language(context).code == "en" else f"{value}{_NO_BREAK_SPACE}%"


@pass_context
def game_title(context: Context, game: str) -> str:
    """Name a game."""
    return games.game_title(_language(context), game)


@pass_context
def game_facts(context: Context, game: str) -> str:
    """State players, opponents and stakes of a game in one line."""
    return games.game_facts(_language(context), game)


@pass_context
def game_about(context: Context, game: str) -> str:
    """Say in one sentence what a game is about."""
    return games.game_about(_language(context), game)


@pass_context
def level_name(context: Context, game: str, level: str) -> str:
    """Name a level of a game's opponents."""
    return levels.level_name(_language(context), game, level)


@pass_context
def level_line(context: Context, game: str, level: str) -> str:
    """Describe in one line how a level plays."""
    return levels.level_line(_language(context), game, level)


@pass_context
def player_name(context: Context, seat: int) -> str:
    """Name a seat: "You" for seat 0, then the opponents."""
    return levels.player_name(_language(context), seat)


def seed_matches(server_seed: str, commitment: str) -> bool:
    """Tell whether a server seed is the one that was committed to; both in hex."""
    return commitment_to(server_seed) == commitment


def install(environment: Environment) -> None:
    """Make the helpers known to the templates of `environment`."""
    for helper in (
        card_name,
        percent,
        signed,
        game_title,
        game_facts,
        game_about,
        level_name,
        level_line,
        player_name,
        seed_matches,
    ):
        environment.globals[helper.__name__] = helper
