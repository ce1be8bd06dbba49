"""What a host can set, by environment variables that begin with CARDAVIA_."""

from typing import Annotated

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Settings of a server; each is read from CARDAVIA_ and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="CARDAVIA_", frozen=True)

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(8000, description="Port to listen on.")
    database_url: str = Field(
        "sqlite:///cardavia.sqlite3",
        description="SQLAlchemy address of the database; a file is made on first start.",
    )
    origins: list[str] = Field(
        default_factory=list,
        description='More origins whose forms are accepted, as JSON: ["https://cards.example"].',
    )
    max_body: Annotated[int, Field(ge=1024)] = Field(
        16_384, description="Largest request body in bytes."
    )
