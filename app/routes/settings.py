"""Settings of a person, and the stylesheet with the room's light."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app import preferences
from app.web import Form, InRoom, local, see

router = APIRouter()


@router.get("/settings")
def settings(request: Request, room: InRoom) -> Response:
    """Show what can be set."""
    saved = request.query_params.get("saved") == "1"
    return room.render(request, "settings.html", {"saved": saved})


@router.post("/settings")
def save(request: Request, form: Form) -> Response:
    """Keep what the form names, and go back to where it was sent from."""
    response = see(request, local(form.get("next"), "/settings?saved=1"))
    preferences.save(response, request, form)
    return response


@router.get("/light.css")
def light(c: str = "", g: str = "", t: str = "") -> Response:
    """Give the stylesheet for a light; its address says everything, so it may be kept."""
    return Response(
        preferences.light_of(c, g, t).css,
        media_type="text/css",
        headers={"Cache-Control": "public, max-age=31536000, immutable"},
    )
