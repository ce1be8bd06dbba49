"""Names of the opponents, and of how well they play."""

from app.i18n import N_, Language
from app.words.game_words import LevelWords
from app.words.games import GAME_WORDS
from app.words.players import player_name

__all__ = ["level_line", "level_name", "player_name"]

OTHER_LEVEL = LevelWords(
    N_("Another opponent"),
    N_("Plays by the rules; nothing more is known about it."),
)
"""For the bots that a server adds itself."""


def level_name(lang: Language, game: str, level: str) -> str:
    """Name a level, such as "Beginner"."""
    return lang.gettext(GAME_WORDS[game].levels.get(level, OTHER_LEVEL).name)


def level_line(lang: Language, game: str, level: str) -> str:
    """Describe in one line, honestly, how a level plays."""
    return lang.gettext(GAME_WORDS[game].levels.get(level, OTHER_LEVEL).line)
