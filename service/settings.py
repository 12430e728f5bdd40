"""What an operator can set, by environment variables that begin with NOUGHTS_."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from service.engine.budget import MAX_NODES, MIN_NODES

PREFIX: Final = "NOUGHTS_"
ORIGIN: Final = re.compile(
    r"[a-z][a-z0-9+.-]*://[a-z0-9.-]+(:[0-9]{1,5})?|[a-z]+://\[[0-9a-f:]+\](:[0-9]{1,5})?"
)

Bytes = Annotated[int, Field(ge=1, le=16_777_216)]
# An hour at most: the service waits for nothing without an end.
Seconds = Annotated[float, Field(gt=0, le=3_600, allow_inf_nan=False)]
WholeSeconds = Annotated[int, Field(ge=1, le=3_600)]


def _lower(text: object) -> object:
    return text.lower() if isinstance(text, str) else text


def _origins(text: str) -> str:
    """Raise ValueError for an origin that no browser ever sends."""
    for origin in _listed(text):
        if origin != "*" and not ORIGIN.fullmatch(origin):
            raise ValueError(
                "an origin is a scheme, a host in lower case and, if need be, a port, without a "
                "path or a final slash"
            )
    return text


def _networks(text: str) -> str:
    """Raise ValueError for what is no address and no network."""
    for network in _listed(text):
        ip_network(network)
    return text


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


class Settings(BaseSettings):
    """Each field is the variable of the same name in capitals, after NOUGHTS_."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True)

    host: str = Field(
        "127.0.0.1",
        min_length=1,
        description="Address to listen on; `0.0.0.0` for all of IPv4, `::` for all of both kinds.",
    )
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 for any free one.")
    trusted_proxies: Annotated[str, AfterValidator(_networks)] = Field(
        "",
        description="Addresses or networks of proxies whose X-Forwarded-For names the client, "
        "separated by commas.",
        examples=["10.0.0.0/8"],
    )
    log_level: Annotated[str, BeforeValidator(_lower)] = Field(
        "info",
        pattern="^(debug|info|warning|error|critical)$",
        description="What is logged: debug, info, warning, error or critical.",
    )
    cors_origins: Annotated[str, AfterValidator(_origins)] = Field(
        "*",
        description="Origins whose pages may call: * for all, or a list separated by commas.",
        examples=["https://game.example"],
    )
    cache_max_age: int = Field(
        3600,
        ge=0,
        le=31_536_000,
        description="Seconds for which caches may keep the answer to a GET.",
    )
    max_body_bytes: Bytes = Field(65_536, description="Largest accepted request body, in bytes.")
    max_uri_bytes: int = Field(
        4_096,
        ge=1,
        le=65_535,
        description="Largest accepted path and query, in bytes.",  # the parser takes no longer
    )
    max_header_bytes: int = Field(
        16_384,
        ge=1,
        le=1_048_576,
        description="Largest accepted request headers in total, in bytes.",
    )
    max_connections: int = Field(
        1_000, ge=1, le=100_000, description="Maximum number of open connections."
    )
    receive_timeout: Seconds = Field(
        10.0,
        description="Seconds in which the headers of a request must arrive, and then its body.",
    )
    send_timeout: Seconds = Field(
        10.0, description="Seconds in which a client must read some of what it is sent."
    )
    idle_timeout: WholeSeconds = Field(
        20, description="Seconds for which a connection may be idle between requests."
    )
    drain_delay: float = Field(
        0.0,
        ge=0,
        le=3_600,
        allow_inf_nan=False,
        description="Seconds for which requests are still accepted after the signal to stop.",
    )
    drain_timeout: WholeSeconds = Field(
        45, description="Seconds after that in which searches can finish; then they are stopped."
    )

    workers: int = Field(2, ge=1, le=256, description="Worker processes for long searches.")
    max_waiting: int = Field(
        8, ge=0, le=10_000, description="Searches that may wait for a worker process."
    )
    max_pending: int = Field(
        256,
        ge=1,
        le=100_000,
        description="Requests that may wait for a search, those that share one included; one "
        "client has at most an eighth of them.",
    )
    search_timeout: Seconds = Field(
        90.0,
        description="Seconds that the search of one position may take in its worker process.",
    )
    search: str = Field(
        "compiled",
        pattern="^(compiled|python)$",
        description="`python` switches the compiled search off, which finds the same more slowly.",
    )
    max_nodes: int = Field(
        MAX_NODES,
        ge=MIN_NODES,
        le=MAX_NODES,
        description="The highest max_nodes that a request may ask for.",
    )
    kept_answers: int = Field(
        500, ge=0, le=100_000, description="Answers of long searches kept in memory."
    )

    @property
    def allowed_origins(self) -> list[str]:
        """The origins of `cors_origins`, one by one."""
        return _listed(self.cors_origins)


def faults_of(error: ValidationError) -> list[str]:
    """One line for each wrong variable: its name, what is wrong, and an example."""
    return [_fault(str(item["loc"][0]), item["msg"]) for item in error.errors()]


def _fault(field: str, message: str) -> str:
    info, name = Settings.model_fields[field], f"{PREFIX}{field}".upper()
    example = info.examples[0] if info.examples else info.default
    reason = message.removeprefix("Value error, ")
    return f"{name}: {reason[0].lower()}{reason[1:]}. Example: {name}={example}"


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """One line for each variable that looks like a setting and is none, with the nearest one."""
    known = [field.upper() for field in Settings.model_fields]
    names = sorted(name for name in environment if name.upper().startswith(PREFIX))
    endings = {name: name.upper().removeprefix(PREFIX) for name in names}
    return [
        f"{name} is not a setting{_hint(ending, known)}"
        for name, ending in endings.items()
        if ending not in known
    ]


def _hint(name: str, known: list[str]) -> str:
    nearest = get_close_matches(name, known, n=1)
    return f": did you mean {PREFIX}{nearest[0]}?" if nearest else "."
