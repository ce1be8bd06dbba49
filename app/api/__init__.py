"""The JSON interface: the same matches, rules and limits as the pages, for programs.

It is an application of its own under /api, so that nothing there is ever answered with a page.
"""

from collections.abc import Mapping
from typing import Any

from fastapi import Depends, FastAPI, Request

from app.api import matches, problems
from app.api.document import TEXT, complete
from app.security import refuse_cross_site
from app.web import Room

PREFIX = "/api"


class Interface(FastAPI):
    """The application under PREFIX; its OpenAPI document has the paths from the room's own on."""

    base = ""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document, made once."""
        if self.openapi_schema is None:
            self.openapi_schema = complete(super().openapi(), PREFIX, self.base)
        return self.openapi_schema


def create_api(room: Room) -> FastAPI:
    """Make the interface to a room, to be mounted at PREFIX."""

    async def may_enter(request: Request) -> None:
        refuse_cross_site(request, room.settings.origins, programs=True)
        room.limits.count(request)

    texts: Mapping[str, Any] = TEXT
    api = Interface(
        version="1",
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        root_path_in_servers=False,
        dependencies=[Depends(may_enter)],
        generate_unique_id_function=lambda route: route.name,
        **texts,
    )
    api.base = room.settings.base_path
    api.state.room = room
    api.include_router(matches.router)
    problems.install(api)
    return api
