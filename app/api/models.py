"""The bodies of requests and answers."""

from typing import Annotated, Any, TypeAlias

from pydantic import ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from app.api.examples import CREATED, ID, PROGRESS, STATE
from app.api.views import AnyView, Event, Model
from engine.game import GAMES
from engine.shuffle import CLIENT_SEED_MAX, is_client_seed

MatchId: TypeAlias = Annotated[str, Field(description="Identifier of the match.", examples=[ID])]
Revision: TypeAlias = Annotated[int, Field(description="The number of actions so far.")]
Events: TypeAlias = list[Event]


def _games(schema: dict[str, Any]) -> None:
    """Name the games that there are, each with its levels."""
    for name in ("level", "client_seed"):
        del schema["properties"][name]["default"]
    schema["properties"]["game"]["enum"] = list(GAMES)
    schema["oneOf"] = [
        {
            "title": name,
            "properties": {"game": {"const": name}, "level": {"enum": list(GAMES[name].levels)}},
        }
        for name in GAMES
    ]


class NewMatch(Model):
    """A match to be started."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, json_schema_extra=_games, title="NewMatch"
    )

    game: str = Field(description="The game.", examples=["one-poker"])
    level: str = Field(
        default="", description="How well the bots play; the middle level if left out."
    )
    client_seed: str = Field(
        default="",
        description="Your part of the shuffle, any text; made by the server if left out.",
        examples=["my words"],
        json_schema_extra={"minLength": 1, "maxLength": CLIENT_SEED_MAX},
    )

    @field_validator("game")
    @classmethod
    def _known_game(cls, game: str) -> str:
        if game not in GAMES:
            raise PydanticCustomError("unknown-game", "unknown game")
        return game

    @field_validator("level")
    @classmethod
    def _known_level(cls, level: str, info: ValidationInfo) -> str:
        game = info.data.get("game")
        if game is not None and level not in GAMES[game].levels:
            raise PydanticCustomError("unknown-level", "unknown level")
        return level

    @field_validator("client_seed")
    @classmethod
    def _possible_seed(cls, seed: str) -> str:
        if not is_client_seed(seed):
            raise PydanticCustomError("seed-too-long", "not a client seed")
        return seed


class NewAction(Model):
    """An action for the position that the program has seen."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    revision: Revision
    action: str = Field(
        description="The action's text, as in `legal` of the view; a wager `bet 1..19` is made"
        " with one number, a pattern of ranks with cards of these ranks.",
        examples=["lock Kd", "bet 3", "play 3h 3s", "pass"],
    )


class Progress(Model):
    """What an action has led to."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        json_schema_extra={"examples": [PROGRESS]},
    )

    id: MatchId
    revision: Revision
    events: Events = Field(description="Your action and all that followed, in order.")
    view: AnyView


class MatchState(Model):
    """A match as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra={"examples": [STATE]})

    id: MatchId
    game: str
    level: str = Field(description="How well the bots play.")
    commitment: str = Field(
        pattern="^[0-9a-f]{64}$",
        description="SHA-256 of the server seed, which the record will show.",
    )
    revision: Revision
    events: Events = Field(description="Everything so far, in order.")
    view: AnyView


class CreatedMatch(MatchState):
    """A match that has just been started, with the token that opens it."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, json_schema_extra={"examples": [CREATED]}
    )

    token: str = Field(description="For `Authorization: Bearer …`. It is given out only here.")


class MatchRecord(Model):
    """A match from which everything can be checked: seeds, actions, result.

    The result is `stacks` in One Poker and `scores` in Run Fast.
    """

    model_config = ConfigDict(extra="allow", frozen=True)

    format: str = Field(examples=["cardavia-record/1"])
    game: str
    server_seed: str = Field(pattern="^[0-9a-f]{64}$")
    client_seed: str
    actions: list[str]
