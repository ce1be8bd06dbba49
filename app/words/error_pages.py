"""What the pages say that stand in for a page that can't be shown."""

from collections.abc import Mapping
from typing import NamedTuple

from app.i18n import N_, Language


class ErrorPage(NamedTuple):
    """A heading, and what happened and what to do."""

    title: str
    text: str


_PAGES: Mapping[str, ErrorPage] = {
    "bad-request": ErrorPage(
        N_("That could not be read"),
        N_("The request was not in a form that this room understands. Nothing was changed."),
    ),
    "cross-site": ErrorPage(
        N_("Not from here"),
        N_("The request came from another site, so nothing was done. Play from our own pages."),
    ),
    "not-found": ErrorPage(
        N_("No such page"),
        N_("There is nothing at this address. The games are in the lobby."),
    ),
    "no-table": ErrorPage(
        N_("This table is not here"),
        N_(
            "A table can be seen only in the browser that opened it, and only while its cookies"
            " are kept. Your unfinished matches, if there are any, are in the lobby."
        ),
    ),
    "not-finished": ErrorPage(
        N_("The match is still under way"),
        N_("The record with the seeds is given out once the match is over."),
    ),
    "too-large": ErrorPage(
        N_("Too much at once"),
        N_("The request is larger than is accepted. Nothing was changed."),
    ),
    "rate-limited": ErrorPage(
        N_("One moment"),
        N_("That was a lot at once. Nothing was changed; wait a moment and try again."),
    ),
    "too-many-matches": ErrorPage(
        N_("Too many unfinished matches"),
        N_(
            "No more matches can be begun before some are played to their end or given up. The"
            " unfinished ones are in the lobby."
        ),
    ),
    "damaged": ErrorPage(
        N_("This match can't be read"),
        N_(
            "What is stored of this match is damaged, so it can't be shown. Your other matches are"
            " not affected; please tell whoever runs this room."
        ),
    ),
    "unavailable": ErrorPage(
        N_("Back in a moment"),
        N_("The room can't reach its storage right now. Your match is saved; try again shortly."),
    ),
    "no-answer": ErrorPage(
        N_("Back in a moment"),
        N_(
            "Your opponent could not come to a decision just now. Nothing was changed, and your"
            " match is saved; try again shortly."
        ),
    ),
    "server-error": ErrorPage(
        N_("Something went wrong here"),
        N_("Nothing that you did is lost: your match stands as it was. Go back and try again."),
    ),
}


def error_page(lang: Language, key: str) -> ErrorPage:
    """Give the heading and text for a key; an unknown key gets those of "server-error"."""
    page = _PAGES.get(key, _PAGES["server-error"])
    return ErrorPage(lang.gettext(page.title), lang.gettext(page.text))
