"""What the OpenAPI document says beside what FastAPI finds out by itself."""

from typing import Any, Final

from pydantic import BaseModel

from app.api.models import NewAction, NewMatch
from app.api.problems import MEDIA_TYPE, Problem

_REF: Final = "#/components/schemas/{model}"

TEXT: Final = {
    "title": "Cardavia",
    "summary": "Play One Poker and Run Fast against the room's bots.",
    "description": (
        "A match is started, then acted on until it is over; its record then has the seeds, so"
        " that anyone can check the shuffle. You are seat 0. The bots answer at once: what they"
        " did is in `events`, and what you may do next is in `view.legal`.\n\n"
        "Errors are problem details (RFC 9457). Their `code` is the same in every language, their"
        " `title` is in that of `Accept-Language`."
    ),
}


def takes(model: type[BaseModel]) -> dict[str, Any]:
    """Describe the body of a route, for its `openapi_extra`."""
    content = {"application/json": {"schema": {"$ref": _REF.format(model=model.__name__)}}}
    return {"requestBody": {"required": True, "content": content}}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the errors of a route, for its `responses`."""
    content = {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model=Problem.__name__)}}}
    known: dict[int | str, dict[str, Any]] = {
        status: {"description": _DESCRIPTIONS[status], "content": content} for status in statuses
    }
    return {**known, "default": {"description": "Any other problem.", "content": content}}


_DESCRIPTIONS = {
    403: "`cross-site`: sent by a page of another site.",
    404: "`not-found`: there is no such match, or the token is not its.",
    409: "`stale-revision`: the match is at another revision; `revision` and `view` say where.",
    413: "`too-large`: the body is larger than is accepted.",
    422: "The body is not of this form (`not-an-action`), or the action is not legal: `code` says"
    " why, `legal` what could be done.",
}


def complete(document: dict[str, Any], prefix: str, base: str) -> dict[str, Any]:
    """Give the paths their prefix, and add the schemas that routes refer to by name.

    `base` is where the room is on its host, empty for the whole host.
    """
    known = document.setdefault("components", {}).setdefault("schemas", {})
    for model in (NewMatch, NewAction, Problem):
        schema = model.model_json_schema(ref_template=_REF)
        for name, part in {**schema.pop("$defs", {}), model.__name__: schema}.items():
            known.setdefault(name, part)
    document["paths"] = {prefix + path: item for path, item in document["paths"].items()}
    return {**document, "servers": [{"url": base}]} if base else document
