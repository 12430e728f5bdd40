"""The settings, read from environment variables that start with NOUGHTS_."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from service.engine.budget import MAX_NODES, MIN_NODES

PREFIX: Final = "NOUGHTS_"
ORIGIN: Final = re.compile(
    r"[a-z][a-z0-9+.-]*://[a-z0-9.-]+(:[0-9]{1,5})?|[a-z]+://\[[0-9a-f:]+\](:[0-9]{1,5})?"
)

Bytes = Annotated[int, Field(ge=1, le=16_777_216)]
# At most an hour, because every wait has a limit.
Seconds = Annotated[float, Field(gt=0, le=3_600, allow_inf_nan=False)]
WholeSeconds = Annotated[int, Field(ge=1, le=3_600)]
LogLevel = Annotated[
    Literal["debug", "info", "warning", "error", "critical"], BeforeValidator(str.lower)
]


def _origins(text: str) -> str:
    """Raise ValueError for an origin that a browser would never send."""
    for origin in _listed(text):
        if origin != "*" and not ORIGIN.fullmatch(origin):
            raise ValueError(
                "an origin is a scheme, a host in lowercase and an optional port, without a path "
                "or a trailing slash"
            )
    return text


def _networks(text: str) -> str:
    """Raise ValueError for anything but an address or a network."""
    for network in _listed(text):
        ip_network(network)
    return text


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


class Settings(BaseSettings):
    """Each field is read from NOUGHTS_ followed by its name in capital letters."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True)

    host: str = Field(
        "127.0.0.1",
        min_length=1,
        description="Address to listen on: `0.0.0.0` for all IPv4 addresses, `::` for all IPv4 and "
        "IPv6 addresses.",
    )
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 for any free port.")
    trusted_proxies: Annotated[str, AfterValidator(_networks)] = Field(
        "",
        description="Comma-separated addresses or networks of proxies whose `X-Forwarded-For` "
        "header is trusted.",
        examples=["10.0.0.0/8"],
    )
    log_level: LogLevel = Field(
        "info", description="Log level: `debug`, `info`, `warning`, `error` or `critical`."
    )
    cors_origins: Annotated[str, AfterValidator(_origins)] = Field(
        "*",
        description="Comma-separated origins whose pages can call the API, or `*` for all.",
        examples=["https://game.example"],
    )
    cache_max_age: int = Field(
        3600,
        ge=0,
        le=31_536_000,
        description="Seconds for which caches can store the response to a GET request.",
    )
    max_body_bytes: Bytes = Field(
        65_536,
        description="Maximum size of a request body, in bytes; at least 1 MiB for "
        "`/v1/analyses` and `/v1/exam`.",
    )
    max_uri_bytes: int = Field(
        4_096,
        ge=1,
        le=65_535,
        description="Maximum length of path and query, in bytes.",  # 65,535: the parser's limit
    )
    max_header_bytes: int = Field(
        16_384,
        ge=1,
        le=1_048_576,
        description="Maximum total size of the request headers, in bytes.",
    )
    max_connections: int = Field(
        1_000, ge=1, le=100_000, description="Maximum number of open connections."
    )
    receive_timeout: Seconds = Field(
        10.0,
        description="Timeout in seconds for receiving the request headers, and then the body.",
    )
    send_timeout: Seconds = Field(
        10.0, description="Timeout in seconds for a client that reads nothing of its response."
    )
    idle_timeout: WholeSeconds = Field(
        20, description="Timeout in seconds for a connection that is idle between requests."
    )
    drain_delay: float = Field(
        0.0,
        ge=0,
        le=3_600,
        allow_inf_nan=False,
        description="Seconds for which the service still accepts requests after a stop signal.",
    )
    drain_timeout: WholeSeconds = Field(
        45, description="Seconds after the drain delay before unfinished searches are stopped."
    )

    workers: int = Field(
        2, ge=1, le=256, description="Number of worker processes for long searches."
    )
    max_waiting: int = Field(
        8, ge=0, le=10_000, description="Maximum number of searches waiting for a worker process."
    )
    max_pending: int = Field(
        256,
        ge=1,
        le=100_000,
        description="Maximum number of requests waiting for a search, including those that share "
        "one. Each client can have at most an eighth of them.",
    )
    search_timeout: Seconds = Field(
        90.0,
        description="Timeout in seconds for the search of one position in a worker process.",
    )
    search: Literal["compiled", "python"] = Field(
        "compiled",
        description="`compiled`, or `python` to disable the compiled search. Results are the same, "
        "but Python is slower.",
    )
    max_nodes: int = Field(
        MAX_NODES,
        ge=MIN_NODES,
        le=MAX_NODES,
        description="Maximum value of `max_nodes` in a request.",
    )
    kept_answers: int = Field(
        1_000,
        ge=0,
        le=100_000,
        description="Maximum number of search results kept in memory.",
    )

    @property
    def allowed_origins(self) -> list[str]:
        """The origins in `cors_origins`, as a list."""
        return _listed(self.cors_origins)


def faults_of(error: ValidationError) -> list[str]:
    """One line for each invalid variable: its name, the fault and an example."""
    return [_fault(str(item["loc"][0]), item["msg"]) for item in error.errors()]


def _fault(field: str, message: str) -> str:
    info, name = Settings.model_fields[field], f"{PREFIX}{field}".upper()
    example = info.examples[0] if info.examples else info.default
    reason = message.removeprefix("Value error, ")
    return f"{name}: {reason[0].lower()}{reason[1:]}. Example: {name}={example}"


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """One line for each unknown variable that starts with NOUGHTS_, with the closest setting."""
    known = [field.upper() for field in Settings.model_fields]
    names = sorted(name for name in environment if name.upper().startswith(PREFIX))
    endings = {name: name.upper().removeprefix(PREFIX) for name in names}
    return [
        f"{name} is not a setting.{_hint(ending, known)}"
        for name, ending in endings.items()
        if ending not in known
    ]


def _hint(name: str, known: list[str]) -> str:
    nearest = get_close_matches(name, known, n=1)
    return f" Did you mean {PREFIX}{nearest[0]}?" if nearest else ""
