"""What a host can set, by environment variables that begin with CARDAVIA_."""

import json
import os
import sys
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

_BY_ITSELF = 2
"""Most processes that are started without being asked for: enough for a room of some hundreds."""
Count = Annotated[int, Field(ge=0)]
_DATABASES = ("sqlite", "postgresql", "postgres")


class Settings(BaseSettings):
    """Settings of a server; each is read from CARDAVIA_ and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="CARDAVIA_", frozen=True)

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(8000, description="Port to listen on.")
    workers: Annotated[int, Field(ge=0, le=64)] = Field(
        0, description="Number of processes; 0 for as many as there are cores, but at most 2."
    )
    database_url: str = Field(
        "sqlite:///cardavia.sqlite3",
        description="SQLAlchemy address of the database; a file is made on first start.",
    )
    database_connections: Annotated[int, Field(ge=1)] = Field(
        10, description="Most connections that a process opens to the database."
    )
    bot_processes: Annotated[int, Field(ge=0, le=64)] = Field(
        2, description="Processes for what bots think about at length, in all; 0 for the server's."
    )
    bot_seconds: Annotated[float, Field(gt=0)] = Field(
        7, description="Seconds after which such a process is ended and replaced if it hangs."
    )
    keep_days: Count = Field(
        400, description="Days after which unused sessions and unfinished matches are removed."
    )
    origins: Annotated[list[str], NoDecode] = Field(
        default_factory=list,
        description='More origins whose forms are accepted, as JSON: ["https://cards.example"].',
    )
    base_path: Annotated[str, Field(pattern=r"^(/[A-Za-z0-9._~-]+)*$")] = Field(
        "", description='Where the room is on its host, as "/cards"; empty for the whole host.'
    )
    trusted_proxies: str = Field(
        "127.0.0.1,::1",
        description="Addresses and networks whose X-Forwarded headers are believed.",
    )
    hsts: str = Field(
        "max-age=31536000; includeSubDomains",
        description="Strict-Transport-Security of answers by https; empty for none.",
    )
    max_body: Annotated[int, Field(ge=1024)] = Field(
        16_384, description="Largest request body in bytes."
    )
    actions_per_session: Count = Field(30_000, description="Most actions in a minute.")
    actions_per_address: Count = Field(60_000, description="Most actions in a minute.")
    matches_per_session: Count = Field(2_000, description="Most new matches in a minute.")
    matches_per_address: Count = Field(4_000, description="Most new matches in a minute.")
    live_matches: Count = Field(50, description="Most matches of a session under way at a time.")
    log_format: Literal["text", "json"] = Field("text", description="Form of the log lines.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="What is logged: this and what is graver."
    )
    metrics: bool = Field(False, description="Whether /metrics answers.")

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: str) -> str:
        try:
            name = make_url(value).drivername.partition("+")[0]
        except ArgumentError:
            raise ValueError("not an address") from None
        if name not in _DATABASES:
            raise ValueError("unknown database")
        return value

    @field_validator("origins", mode="before")
    @classmethod
    def _from_json(cls, value: object) -> object:
        return json.loads(value) if isinstance(value, str) else value

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, value: str) -> str:
        networks(value)
        return value

    @property
    def processes(self) -> int:
        """How many processes serve, if `workers` leaves it open."""
        return self.workers or min(_BY_ITSELF, _cores())

    @property
    def trusted_networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks of `trusted_proxies`."""
        return networks(self.trusted_proxies)


def _cores() -> int:
    """Count the cores that this process may use; 1 where that can't be asked, as on a laptop."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Read addresses and networks with commas between them. Raises ValueError."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())
