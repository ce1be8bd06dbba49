"""How a body is read: bounded, as strict JSON, into its model."""

import json
from collections.abc import Awaitable, Callable
from typing import TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError

from app.api.problems import Invalid
from app.security import read_body
from app.web import InRoom
from engine.record import RecordError, read_json

M = TypeVar("M", bound=BaseModel)


def body(model: type[M]) -> Callable[[Request, InRoom], Awaitable[M]]:
    """Make a dependency that reads a body of the model's form.

    FastAPI's own reading comes before every check and has no bound. The content type has to say
    JSON: a page of another site can't send that without asking first, and is never allowed to.
    """

    async def read(request: Request, room: InRoom) -> M:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        data = await read_body(request, room.settings.max_body)
        if kind != "application/json":
            raise Invalid([((), "content-type")])
        try:
            value = read_json(data)
            if b"\\u" in data:
                json.dumps(value, ensure_ascii=False).encode()
            return model.model_validate(value)
        except UnicodeEncodeError as error:  # half a character, which no answer could repeat
            raise Invalid([((), "string_unicode")]) from error
        except RecordError as error:
            raise Invalid([((), error.code)]) from error
        except ValidationError as error:
            raise Invalid([(each["loc"], each["type"]) for each in error.errors()]) from error

    return read
