"""Read the settings from environment variables that start with NOUGHTS_.

A table in docs/operations.md says what each of them means.
"""

import os
from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeVar

from pydantic import AliasChoices, BeforeValidator, Field, IPvAnyNetwork, Secret, ValidationError
from pydantic_settings import BaseSettings, NoDecode

from .engine.budget import MAX_NODES, MIN_NODES
from .wording import requirement

PREFIX: Final = "NOUGHTS_"
PORT: Final = (  # From 1 to 65,535.
    "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
)
ORIGIN: Final = rf"[a-z][a-z0-9+.-]*://([a-z0-9.-]+|\[[0-9a-f:]+\])(:{PORT})?"
ORIGINS: Final = "origins such as https://example.org, separated by commas"
PATH: Final = "(/[A-Za-z0-9._~-]+)*"
# Options in a query could disable the verification of TLS.
STORE: Final = (
    rf"rediss?://([^/?#\s@]*@)?([\w.-]+|\[[0-9a-f:]+\])(:{PORT})?(/[0-9]*)?"
    r"|unix://([^/?#\s@]*@)?/[^?#\s]+"
)
# No wait is longer than an hour.
Seconds = Annotated[float, Field(gt=0, le=3_600)]
WholeSeconds = Annotated[int, Field(ge=1, le=3_600)]
Item = TypeVar("Item")
Listed = Annotated[
    list[Item], NoDecode, BeforeValidator(lambda text: text.replace(",", " ").split())
]


class Settings(
    BaseSettings, env_prefix=PREFIX, frozen=True, hide_input_in_errors=True, validate_default=False
):
    """The settings; sizes are in bytes, and times in seconds.

    The description of a field says what its value must be, for errors.
    """

    host: Annotated[str, BeforeValidator(lambda name: name.encode("idna").decode())] = Field(
        "127.0.0.1", min_length=1, description="a name or an address"
    )
    port: int = Field(8000, ge=0, le=65535, validation_alias=AliasChoices(PREFIX + "PORT", "PORT"))
    root_path: str = Field(
        "", pattern=f"^{PATH}$", description="a path such as /noughts, without a final /"
    )
    public_url: str = Field(
        "",
        pattern=f"^({ORIGIN}{PATH})?$",
        description="an address such as https://example.org/noughts, without a final /",
    )
    metrics_port: int | None = Field(None, ge=1, le=65535)
    trusted_proxies: Listed[IPvAnyNetwork] = Field(
        [], description="addresses or networks, separated by commas"
    )
    log_level: Annotated[
        Literal["debug", "info", "warning", "error", "critical"], BeforeValidator(str.lower)
    ] = "info"
    log_probes: bool = True
    cors_origins: Listed[Annotated[str, Field(pattern=rf"^(\*|{ORIGIN})$")]] = Field(
        ["*"], description=f"* or {ORIGINS}"
    )
    frame_ancestors: Listed[Annotated[str, Field(pattern=f"^{ORIGIN}$")]] = Field(
        [], description=ORIGINS
    )
    provoke_errors: bool = False
    cache_max_age: int = Field(3600, ge=0, le=31_536_000)

    max_body_bytes: int = Field(65_536, ge=1, le=16_777_216)
    max_uri_bytes: int = Field(4_096, ge=1, le=65_535)  # The HTTP parser's limit.
    max_header_bytes: int = Field(16_384, ge=1, le=1_048_576)

    receive_timeout: Seconds = 10.0
    idle_timeout: WholeSeconds = 75
    drain_delay: float = Field(0.0, ge=0, le=3_600)
    drain_timeout: WholeSeconds = 45

    workers: int = Field(2, ge=0, le=256)
    max_waiting: int = Field(64, ge=0, le=10_000)
    max_pending: int = Field(256, ge=1, le=100_000)
    search_timeout: Seconds = 90.0
    search: Literal["compiled", "python"] = "compiled"
    max_nodes: int = Field(MAX_NODES, ge=MIN_NODES, le=MAX_NODES)
    kept_answers: int = Field(1_000, ge=0, le=100_000)
    cache_url: Secret[Annotated[str, Field(pattern=f"^({STORE})$")]] | None = Field(
        None, description="a URL such as redis://…, rediss://… or unix://…, without a query"
    )
    cache_secret: Secret[Annotated[str, Field(min_length=16)]] | None = None


def errors_of(error: ValidationError) -> list[str]:
    """Return a line for each invalid variable, saying what it must be."""
    lines, given = [], {name.upper() for name in os.environ}
    for item in error.errors():
        field = str(item["loc"][0]).lower().removeprefix(PREFIX.lower())
        variable = f"{PREFIX}{field}".upper()
        name = variable if variable in given or field != "port" else "PORT"
        accepted = Settings.model_fields[field].description
        lines.append(f"{name} must be {accepted}." if accepted else requirement(name, item))
    return [*dict.fromkeys(lines)]


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return the names of variables that look like settings but are not."""
    known = {f"{PREFIX}{field}".upper() for field in Settings.model_fields}
    ours = [name for name in sorted(environment) if name.upper().startswith(PREFIX)]
    return [name for name in ours if name.upper() not in known]
