"""The games' words by the name of the game."""

from collections.abc import Mapping

from app.i18n import Language
from app.words import one_poker, run_fast
from app.words.game_words import GameWords

GAME_WORDS: Mapping[str, GameWords] = {
    "one-poker": one_poker.WORDS,
    "run-fast": run_fast.WORDS,
}


def game_title(lang: Language, game: str) -> str:
    """Name a game: "One Poker"."""
    return lang.gettext(GAME_WORDS[game].title)


def game_facts(lang: Language, game: str) -> str:
    """State the facts of a game in one line: players, opponents, what is played for."""
    return lang.gettext(GAME_WORDS[game].facts)


def game_about(lang: Language, game: str) -> str:
    """Say in one sentence what a game is about."""
    return lang.gettext(GAME_WORDS[game].about)
