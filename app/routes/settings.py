"""Settings of a person, the stylesheet with the room's light, and what a home screen needs."""

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from app import preferences
from app.web import Form, InRoom, local, see

router = APIRouter()
COLOR = "#0d100d"
"""The color of the head of a page, as the theme-color of the pages is."""


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


ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-mask-512", 512, "maskable"))
"""File, side in pixels and purpose of the icons."""


@router.get("/manifest.webmanifest")
def manifest(request: Request, room: InRoom) -> Response:
    """Describe the room to a browser that puts it on a home screen.

    Addresses are relative to this one, so they are right below any path.
    """
    language = preferences.of(request).language
    return JSONResponse(
        {
            "name": "Cardavia",
            "short_name": "Cardavia",
            "description": language.gettext("Two card games against machines"),
            "lang": language.code,
            "id": "./",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": COLOR,
            "theme_color": COLOR,
            "icons": [
                {
                    "src": room.assets.url(f"img/{name}.png").lstrip("/"),
                    "sizes": f"{side}x{side}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for name, side, purpose in ICONS
            ],
        },
        media_type="application/manifest+json",
        headers={"Vary": "Cookie, Accept-Language"},
    )
