"""Matches: start one, look at it, act, read its record."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from app import preferences
from app.api.document import problems, takes
from app.api.models import CreatedMatch, MatchRecord, MatchState, NewAction, NewMatch, Progress
from app.api.problems import Refused
from app.api.reading import body
from app.matches import Match, NotFinished, NotFound, NotStarted, Stale, default_level
from app.web import InRoom, Room
from app.words.errors import explain
from app.words.games import GAME_WORDS
from engine.game import IllegalAction
from engine.memory import Steps

router = APIRouter(prefix="/v1/matches", tags=["matches"])

_bearer = HTTPBearer(auto_error=False, description="The token that a match was started with.")


def _owner(
    room: InRoom,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> str:
    """Return the session that the token belongs to."""
    session = room.sessions.find(bearer.credentials) if bearer else None
    if session is None:
        raise NotFound
    return session


Owner = Annotated[str, Depends(_owner)]
MatchId = Annotated[str, Path(description="The match's `id`.")]


@router.post(
    "",
    status_code=201,
    response_model_exclude_unset=True,
    responses=problems(403, 413, 422),
    openapi_extra=takes(NewMatch),
)
async def start_match(
    room: InRoom, wanted: Annotated[NewMatch, Depends(body(NewMatch))]
) -> CreatedMatch:
    """Start a match.

    The answer has the commitment to the shuffle and the token for all further calls. If it is
    not your turn first, the bots have acted already.
    """
    session, token = await to_thread.run_sync(room.sessions.open)
    return await room.thinking.carry(_start(room, session, token, wanted), session)


def _start(room: Room, session: str, token: str, wanted: NewMatch) -> Steps[CreatedMatch]:
    level = wanted.level or default_level(wanted.game)
    match = room.matches.prepare(session, wanted.game, level)
    seed = wanted.client_seed or match.client_seed
    match = yield from room.matches.start(session, match.id, seed)
    return CreatedMatch(**_state(match).model_dump(exclude_unset=True), token=token)


@router.get("/{match_id}", response_model_exclude_unset=True, responses=problems(404))
def get_match(room: InRoom, session: Owner, match_id: MatchId) -> MatchState:
    """Look at a match as it is."""
    return _state(_find(room, session, match_id))


@router.post(
    "/{match_id}/actions",
    response_model_exclude_unset=True,
    responses=problems(403, 404, 409, 413, 422),
    openapi_extra=takes(NewAction),
)
async def act(
    request: Request,
    room: InRoom,
    session: Owner,
    match_id: MatchId,
    wanted: Annotated[NewAction, Depends(body(NewAction))],
) -> Progress:
    """Act, and let the bots act until it is your turn, a deal is settled or the match is over."""
    return await room.thinking.carry(_act(request, room, session, match_id, wanted), session)


def _act(
    request: Request, room: Room, session: str, match_id: str, wanted: NewAction
) -> Steps[Progress]:
    try:
        match = yield from room.matches.act(session, match_id, wanted.revision, wanted.action)
    except Stale as stale:
        if stale.match.ended and stale.match.revision == wanted.revision:
            raise Refused(422, "match-over", legal=[]) from stale
        view = stale.match.view()
        raise Refused(409, "stale-revision", revision=stale.match.revision, view=view) from stale
    except IllegalAction as illegal:
        detail = _explained(request, _find(room, session, match_id), illegal.code, wanted.action)
        raise Refused(422, illegal.code, detail=detail, legal=illegal.legal) from illegal
    view = match.view()
    return Progress(
        id=match.id,
        revision=match.revision,
        events=view["history"][wanted.revision :],
        view=view,
    )


@router.get(
    "/{match_id}/record",
    response_model=MatchRecord,
    responses={
        **problems(404),
        409: {**problems(409)[409], "description": "`not-finished`: the match is under way."},
    },
)
def get_record(room: InRoom, session: Owner, match_id: MatchId) -> Response:
    """Read the record of a match that is over, with the seeds of its shuffles."""
    match = _find(room, session, match_id)
    if not match.ended:
        raise NotFinished
    return Response(match.record.write(), media_type="application/json")


def _explained(request: Request, match: Match, code: str, action: str) -> str | None:
    """Say in words what was wrong with an action, where the game has words."""
    name = match.game.name
    if name not in GAME_WORDS:
        return None
    return explain(preferences.of(request).language, name, code, match.view(), action).text


def _find(room: InRoom, session: str, match_id: str) -> Match:
    match = room.matches.get(session, match_id)
    if match.state == "prepared":
        raise NotStarted
    return match


def _state(match: Match) -> MatchState:
    view = match.view()
    return MatchState(
        id=match.id,
        game=match.game.name,
        level=match.level,
        commitment=match.commitment,
        revision=match.revision,
        events=view["history"],
        view=view,
    )
