"""The readable account of a record: what `cardavia replay` prints without --json."""

from collections.abc import Iterator, Sequence

from app.i18n import Language
from app.words.game_words import View
from app.words.games import GAME_WORDS


def account(
    lang: Language, game: str, snapshots: Sequence[View], actions: Sequence[str]
) -> Iterator[str]:
    """Tell a record sentence by sentence.

    `snapshots` are the positions of the record, from the one before any action on, as `replay`
    gives them; `actions` are the record's actions. Where an action was illegal the account stops
    before it: there is no snapshot after it.
    """
    return GAME_WORDS[game].account(lang, snapshots, actions)
