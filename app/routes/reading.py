"""Pages to read: the rules of each game, and how fairness is shown."""

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app import preferences
from app.i18n import LANGUAGES
from app.pages import PAGES
from app.web import InRoom, Room

router = APIRouter()


@router.get("/fairness")
def fairness(request: Request, room: InRoom) -> Response:
    """Explain the commitment, and how anyone checks a shuffle."""
    return room.render(request, "fairness.html", {})


@router.get("/rules/{game}")
def rules(request: Request, room: InRoom, game: str) -> Response:
    """Show the full rules in the person's language."""
    return _rules(request, room, game, preferences.of(request).language.code)


@router.get("/{language}/rules/{game}")
def rules_in(request: Request, room: InRoom, language: str, game: str) -> Response:
    """Show the full rules in the language of the address."""
    if language not in LANGUAGES:
        raise HTTPException(404)
    return _rules(request, room, game, language)


def _rules(request: Request, room: Room, game: str, language: str) -> Response:
    if game not in PAGES:
        raise HTTPException(404)
    session = room.sessions.of(request)
    tables = (
        [match for match in room.matches.unfinished(session) if match.game.name == game]
        if (session)
        else []
    )
    context = {
        "game": game,
        "alternates": [(code, f"/{code}/rules/{game}") for code in LANGUAGES],
        "default_address": f"/rules/{game}",
        "newest": f"/tables/{tables[0].id}" if tables else None,
        # Choosing a language leads to the address without one, which follows the choice.
        "here": f"/rules/{game}",
    }
    return room.render(request, "rules/page.html", context, language=language)
