"""Read the settings from environment variables that start with NOUGHTS_."""

import re
from collections.abc import Mapping
from ipaddress import ip_network
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from .engine.budget import MAX_NODES, MIN_NODES

PREFIX: Final = "NOUGHTS_"
ORIGIN: Final = re.compile(
    r"[a-z][a-z0-9+.-]*://[a-z0-9.-]+(:[0-9]{1,5})?|[a-z][a-z0-9+.-]*://\[[0-9a-f:]+\](:[0-9]{1,5})?"
)
# Options in a query could disable the verification of TLS.
STORE: Final = re.compile(
    r"rediss?://([^/?#\s@]*@)?([\w.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?(/[0-9]*)?"
    r"|unix://([^/?#\s@]*@)?/[^?#\s]+"
)
# Messages for invalid settings, by the setting's name or else by Pydantic's type of error.
REQUIREMENTS: Final = {
    "root_path": "must be empty, or begin with a slash and not end with one",
    "trusted_proxies": "must be addresses or networks, separated by commas",
    "cors_origins": "must be *, or origins such as https://example.org, separated by commas",
    "frame_ancestors": "must be origins such as https://example.org, separated by commas",
    "bool_parsing": "must be true or false",
    "cache_url": "must begin with redis://, rediss:// or unix://, without a query",
    "int_parsing": "must be an integer",
    "int_parsing_size": "must be a smaller number",
    "float_parsing": "must be a number",
    "greater_than": "must be greater than {gt:.0f}",
    "greater_than_equal": "must be at least {ge:.0f}",
    "less_than_equal": "must be at most {le:.0f}",
    "literal_error": "must be {expected}",
    "string_too_short": "must not be empty",
    "too_short": "must have at least {min_length} characters",
}
# No wait is longer than an hour.
Seconds = Annotated[float, Field(gt=0, le=3_600)]
WholeSeconds = Annotated[int, Field(ge=1, le=3_600)]


def _origins(text: str) -> str:
    """Return comma-separated origins; raise ValueError for an origin that no browser would send."""
    if not all(origin == "*" or ORIGIN.fullmatch(origin) for origin in _listed(text)):
        raise ValueError(REQUIREMENTS["cors_origins"])
    return text


def _frame_ancestors(text: str) -> str:
    """Return comma-separated origins; raise ValueError for anything else."""
    if not all(map(ORIGIN.fullmatch, _listed(text))):
        raise ValueError(REQUIREMENTS["frame_ancestors"])
    return text


def _networks(text: str) -> str:
    """Return comma-separated addresses and networks; raise ValueError for anything else."""
    for network in _listed(text):
        ip_network(network)
    return text


def _store(url: SecretStr) -> SecretStr:
    """Return the URL; raise ValueError if it is not the URL of a store, or if it has a query."""
    if not STORE.fullmatch(url.get_secret_value()):
        raise ValueError(REQUIREMENTS["cache_url"])  # Without the URL, which contains the secret.
    urlsplit(url.get_secret_value()).port  # noqa: B018  raises ValueError if it is too large
    return url


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


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
    trusted_proxies: Annotated[str, AfterValidator(_networks)] = ""
    """Comma-separated addresses or networks of proxies whose `X-Forwarded-For` is trusted."""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error", "critical"], BeforeValidator(str.lower)
    ] = "info"
    """Lowest level logged: `debug`, `info`, `warning`, `error` or `critical`."""
    log_probes: bool = True
    """Whether to log successful requests to `/livez`, `/readyz` and `/metrics`."""
    cors_origins: Annotated[str, AfterValidator(_origins)] = "*"
    """Comma-separated origins whose pages can call the API, or `*` for all."""
    frame_ancestors: Annotated[str, AfterValidator(_frame_ancestors)] = ""
    """Comma-separated origins whose pages can show the pages in a frame, such as a learning
    platform's."""
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
    cache_secret: SecretStr | None = Field(None, min_length=16)
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
    lines = []
    for item in error.errors():
        name = str(item["loc"][0])
        requirement = REQUIREMENTS.get(name) or REQUIREMENTS.get(item["type"], item["msg"])
        variable = name if name.isupper() else f"{PREFIX}{name.upper()}"
        lines.append(f"{variable} {requirement.format(**item.get('ctx', {}))}.")
    return lines


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return the names of variables that look like settings but are not."""
    settings = {f"{PREFIX}{field}".upper() for field in Settings.model_fields}
    return sorted(
        name
        for name in environment
        if name.upper().startswith(PREFIX) and name.upper() not in settings
    )
