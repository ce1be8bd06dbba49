"""For whoever watches the server: is it alive, can it play, how is it doing."""

from fastapi import APIRouter, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse

from app.metrics import MEDIA_TYPE
from app.store import upgrade
from app.store.schema import HEAD
from app.web import InRoom

router = APIRouter()


@router.get("/healthz")
async def alive() -> Response:
    """Answer as long as the process can: what doesn't get this answer should be started anew."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
def ready(room: InRoom) -> Response:
    """Say whether requests can be served: the database answers and has the tables of this version.

    What isn't ready will be, without a new start; until then its requests should go elsewhere.
    """
    try:
        with room.engine.connect() as connection:
            found = upgrade.version(connection)
    except SQLAlchemyError:
        return JSONResponse({"database": False, "tables": False}, 503)
    current = found is not None and found >= HEAD  # a later version may be on its way in
    return JSONResponse({"database": True, "tables": current}, 200 if current else 503)


@router.get("/metrics")
def metrics(room: InRoom) -> Response:
    """Give the numbers of the server's processes, if the settings allow it."""
    if room.metrics is None:
        raise HTTPException(404)
    text = room.metrics.text(room.matches.store.count_live)
    return Response(text, media_type=MEDIA_TYPE)
