"""Read the settings from environment variables that start with NOUGHTS_."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_network
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Field,
    Secret,
    SecretStr,
    ValidationError,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from .engine.budget import MAX_NODES, MIN_NODES
from .schemas.base import requirement

PREFIX: Final = "NOUGHTS_"
ORIGIN: Final = re.compile(
    r"[a-z][a-z0-9+.-]*://[a-z0-9.-]+(:[0-9]{1,5})?|[a-z][a-z0-9+.-]*://\[[0-9a-f:]+\](:[0-9]{1,5})?"
)
ANY_OR_ORIGIN: Final = re.compile(rf"\*|{ORIGIN.pattern}")
ORIGINS: Final = "origins such as https://example.org"
# Options in a query could disable the verification of TLS.
STORE: Final = re.compile(
    r"rediss?://([^/?#\s@]*@)?([\w.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?(/[0-9]*)?"
    r"|unix://([^/?#\s@]*@)?/[^?#\s]+"
)
# No wait is longer than an hour.
Seconds = Annotated[float, Field(gt=0, le=3_600)]
WholeSeconds = Annotated[int, Field(ge=1, le=3_600)]


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def each(is_valid: Callable[[str], object], names: str) -> AfterValidator:
    """Return a validator of text that lists valid items, which an error names."""

    def validate(text: str) -> str:
        with suppress(ValueError):
            if all(map(is_valid, _listed(text))):
                return text
        raise ValueError(f"Items should be {names}, separated by commas")

    return AfterValidator(validate)


def _store(url: SecretStr) -> SecretStr:
    """Return the URL of a store; raise ValueError for any other URL, without repeating it."""
    with suppress(ValueError):
        text = url.get_secret_value()
        urlsplit(text).port  # noqa: B018  raises ValueError if it is too large
        if STORE.fullmatch(text):
            return url
    raise ValueError("A URL should begin with redis://, rediss:// or unix://, without a query")


class Settings(BaseSettings):
    """The settings, read from NOUGHTS_ variables; docs/operations.md repeats their descriptions."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, hide_input_in_errors=True, populate_by_name=True
    )

    host: str = Field("127.0.0.1", min_length=1)
    """Address to listen on: `0.0.0.0` for all IPv4 addresses, `::` for all addresses."""
    port: int = Field(8000, ge=0, le=65535, validation_alias=AliasChoices(PREFIX + "PORT", "PORT"))
    """Port to listen on, or 0 for any free port. If it is not set, `PORT` applies."""
    root_path: str = Field("", pattern="^(/[A-Za-z0-9._~-]+)*$")
    """Path prefix that a proxy removes from requests, without a trailing slash."""
    metrics_port: int | None = Field(None, ge=1, le=65535)
    """Second port to listen on. If it is set, only this port has `/metrics`."""
    trusted_proxies: Annotated[str, each(ip_network, "addresses or networks")] = ""
    """Comma-separated addresses or networks of proxies whose `X-Forwarded-For` is trusted."""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error", "critical"], BeforeValidator(str.lower)
    ] = "info"
    """Lowest level logged: `debug`, `info`, `warning`, `error` or `critical`."""
    log_probes: bool = True
    """Whether to log successful requests to `/livez`, `/readyz` and `/metrics`."""
    cors_origins: Annotated[str, each(ANY_OR_ORIGIN.fullmatch, f"* or {ORIGINS}")] = "*"
    """Comma-separated origins whose pages can call the API, or `*` for all."""
    frame_ancestors: Annotated[str, each(ORIGIN.fullmatch, ORIGINS)] = ""
    """Comma-separated origins whose pages can show the pages in a frame, such as a learning
    platform's."""
    provoke_errors: bool = False
    """Whether a `Prefer` header [provokes errors](contract.md#provoke-errors), to test clients."""
    cache_max_age: int = Field(3600, ge=0, le=31_536_000)
    """Seconds for which caches can store the response to a GET."""

    max_body_bytes: int = Field(65_536, ge=1, le=16_777_216)
    """Maximum size of a request body in bytes. For `/v1/analyses` and `/v1/exam`, the limit is at
    least 1 MiB."""
    max_uri_bytes: int = Field(4_096, ge=1, le=65_535)  # The HTTP parser's limit.
    """Maximum length of the path and query in bytes."""
    max_header_bytes: int = Field(16_384, ge=1, le=1_048_576)
    """Maximum total size of the request headers in bytes."""

    receive_timeout: Seconds = 10.0
    """Timeout in seconds for the request body."""
    idle_timeout: WholeSeconds = 75
    """Timeout in seconds for a connection between requests, which is longer than a proxy's."""
    drain_delay: float = Field(0.0, ge=0, le=3_600)
    """Seconds to keep accepting requests after a stop signal."""
    drain_timeout: WholeSeconds = 45
    """Seconds after the drain delay until unfinished searches are stopped."""

    workers: int = Field(2, ge=0, le=256)
    """Number of regular workers. An equal number of extra ones serves [clients without a running
    search](#searches). With 0, searches run in [a thread](platforms.md#searches-in-a-thread)."""
    max_waiting: int = Field(64, ge=0, le=10_000)
    """Maximum number of searches waiting for a worker."""
    max_pending: int = Field(256, ge=1, le=100_000)
    """Maximum number of requests waiting for the result of a search. Each client can have at most
    a quarter of them."""
    search_timeout: Seconds = 90.0
    """Timeout in seconds for the search of one position in a worker."""
    search: Literal["compiled", "python"] = "compiled"
    """Search to use: `compiled`, or `python`, which solves fewer large boards."""
    max_nodes: int = Field(MAX_NODES, ge=MIN_NODES, le=MAX_NODES)
    """Maximum value of `max_nodes` in a request."""
    kept_answers: int = Field(1_000, ge=0, le=100_000)
    """Maximum number of search results kept in memory."""
    cache_url: Annotated[SecretStr, AfterValidator(_store)] | None = None
    """URL of the [shared cache](#shared-cache): `redis://…`, `rediss://…` with TLS, or
    `unix://…`."""
    cache_secret: Secret[Annotated[str, Field(min_length=16)]] | None = None
    """Secret that authenticates shared results; the same for all replicas."""

    @property
    def allowed_origins(self) -> list[str]:
        """Return the origins in `cors_origins`."""
        return _listed(self.cors_origins)

    @property
    def framing(self) -> str:
        """Return the value of the `frame-ancestors` in a content security policy."""
        return " ".join(_listed(self.frame_ancestors)) or "'none'"


def errors_of(error: ValidationError) -> list[str]:
    """Return a line for each invalid variable, saying what it must be."""
    names = [(str(item["loc"][0]), item) for item in error.errors()]
    return [
        requirement(name if name.isupper() else f"{PREFIX}{name.upper()}", item)
        for name, item in names
    ]


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return the names of variables that look like settings but are not."""
    settings = {f"{PREFIX}{field}".upper() for field in Settings.model_fields}
    return sorted(
        name
        for name in environment
        if name.upper().startswith(PREFIX) and name.upper() not in settings
    )
