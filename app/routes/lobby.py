"""The lobby: choose a game and a level, go on with what is unfinished."""

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app import sessions
from app.matches import Match, default_level
from app.pages import PAGES
from app.web import Form, InRoom, see
from engine.game import GAMES

router = APIRouter()


@router.get("/")
def lobby(request: Request, room: InRoom) -> Response:
    """Show the games."""
    session = room.sessions.of(request)
    unfinished = room.matches.unfinished(session) if session else []
    games = [_choice(name) for name in PAGES]
    context = {"games": games, "unfinished": [_resumable(match) for match in unfinished]}
    response = room.render(request, "lobby.html", context)
    if session:
        sessions.renew(response, request)
    return response


def _choice(game: str) -> dict[str, object]:
    return {
        "name": game,
        "spread": PAGES[game].spread,
        "levels": list(GAMES[game].levels),
        "default_level": default_level(game),
    }


def _resumable(match: Match) -> dict[str, object]:
    return {
        "id": match.id,
        "game": match.game.name,
        "level": match.level,
        "view": match.view(),
    }


@router.post("/matches")
def prepare(request: Request, room: InRoom, form: Form) -> Response:
    """Fix the deck of a new match and go to the page that shows its commitment.

    A match under way that is named by `after` is given up: its page has asked first.
    """
    game, level, after = (str(form.get(name, "")) for name in ("game", "level", "after"))
    if game not in PAGES or level not in GAMES[game].levels:
        raise HTTPException(422, "unknown-game")
    session, cookie = room.sessions.of(request), None
    if session is None:
        session, cookie = room.sessions.open()
    match = room.matches.prepare(session, game, level, after or None)
    if after:
        room.matches.abandon(session, after)
    response = see(request, f"/tables/{match.id}")
    if cookie:
        sessions.give(response, request, cookie)
    return response
