"""Names of those at the table."""

from app.i18n import N_, Language

PLAYER_NAMES: tuple[str, ...] = (N_("You"), N_("Iris"), N_("Oskar"))
"""By seat; the same opponents sit at every table."""


def player_name(lang: Language, seat: int) -> str:
    """Name a seat in the nominative: "You" for seat 0, then the opponents."""
    return lang.gettext(PLAYER_NAMES[seat])
