"""The OpenAPI document says what is so, and the server does what the document says."""

import atexit
import tempfile
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    ignored_auth,
    missing_required_header,
    positive_data_acceptance,
)

from app.api.examples import CREATED, PROGRESS, STATE
from app.api.models import CreatedMatch, MatchState, Progress
from app.api.problems import Problem
from engine.game import GAMES
from tests.app.program import MATCHES, bearer, start
from tests.app.visitor import Visitor, make_app

DOCUMENT = "/api/openapi.json"
few = settings(
    max_examples=25,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def document(visitor: Visitor) -> dict[str, Any]:
    answer = visitor.get(DOCUMENT)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    found: dict[str, Any] = answer.json()
    return found


FOLDER = tempfile.TemporaryDirectory()
atexit.register(FOLDER.cleanup)
ROOM = make_app(f"sqlite:///{FOLDER.name}/room.sqlite3")
schema = schemathesis.openapi.from_asgi(DOCUMENT, ROOM)


@schema.parametrize()
@few
def test_any_request_gets_an_answer_as_documented(case: Any) -> None:
    case.call_and_validate()


@schema.include(path_regex="match_id").parametrize()
@few
def test_any_request_to_a_live_match_gets_an_answer_as_documented(case: Any) -> None:
    with Visitor(ROOM) as visitor:
        made = start(visitor.request, game="one-poker")
    case.path_parameters["match_id"] = made["id"]
    body = case.body if isinstance(case.body, dict) else {}
    if type(body.get("revision")) is int and isinstance(body.get("action"), str):
        body["revision"] = made["revision"]
        if len(body["action"]) % 2 == 0:
            body["action"] = made["view"]["legal"][0]
    # What has the right form may still break a rule of the game, and without its token a match is
    # not there (404, where schemathesis wants 401).
    case.call_and_validate(
        headers=bearer(made["token"]),
        excluded_checks=[positive_data_acceptance, missing_required_header, ignored_auth],
    )


def test_the_calls(document: dict[str, Any]) -> None:
    calls = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    assert calls == {
        ("POST", MATCHES),
        ("GET", MATCHES + "/{match_id}"),
        ("POST", MATCHES + "/{match_id}/actions"),
        ("GET", MATCHES + "/{match_id}/record"),
    }
    for path, item in document["paths"].items():
        for operation in item.values():
            assert operation["description"]
            secured = operation.get("security") == [{"HTTPBearer": []}]
            assert secured == (path != MATCHES)
            assert "application/problem+json" in operation["responses"]["default"]["content"]


def test_every_field_is_documented(document: dict[str, Any]) -> None:
    known = {"seat", "kind", "cards", "phase", "total", "game", "format", "client_seed"}
    known |= {"server_seed", "actions"}  # explained by the description of their model
    for name, model in document["components"]["schemas"].items():
        assert model["description"], name
        for key, field in model["properties"].items():
            assert field.get("description") or key in known, (name, key)


def test_games_and_levels_are_those_that_there_are(document: dict[str, Any]) -> None:
    wanted = document["components"]["schemas"]["NewMatch"]
    assert wanted["properties"]["game"]["enum"] == list(GAMES)
    for each in wanted["oneOf"]:
        game = each["properties"]["game"]["const"]
        assert each["properties"]["level"]["enum"] == list(GAMES[game].levels)


def test_examples_are_right() -> None:
    MatchState.model_validate(STATE, strict=True)
    CreatedMatch.model_validate(CREATED, strict=True)
    Progress.model_validate(PROGRESS, strict=True)
    for example in Problem.model_json_schema()["examples"]:
        Problem.model_validate(example, strict=True)


def test_a_room_below_a_path_says_so(database: str) -> None:
    with Visitor(make_app(database, base_path="/cards")) as visitor:
        found = visitor.get(f"/cards{DOCUMENT}").json()
        assert found["servers"] == [{"url": "/cards"}]
        assert MATCHES in found["paths"]
        path = f"/cards{MATCHES}"
        made = visitor.request("POST", path, json={"game": "run-fast"}).json()
        shown = visitor.get(f"{path}/{made['id']}", headers=bearer(made["token"]))
        assert shown.json()["view"] == made["view"]
        assert visitor.get("/cards/api/nothing").json()["code"] == "not-found"


def test_the_pages_are_not_in_it(document: dict[str, Any]) -> None:
    assert all(path.startswith("/api/v1/") for path in document["paths"])
    assert ROOM.openapi_url is None
