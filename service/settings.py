"""Read the settings from environment variables that start with NOUGHTS_.

A table in docs/operations.md says what each of them means.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_network
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field, Secret, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from .engine.budget import MAX_NODES, MIN_NODES
from .schemas.base import requirement

PREFIX: Final = "NOUGHTS_"
ORIGIN: Final = re.compile(
    r"[a-z][a-z0-9+.-]*://[a-z0-9.-]+(:[0-9]{1,5})?|[a-z][a-z0-9+.-]*://\[[0-9a-f:]+\](:[0-9]{1,5})?"
)
ANY_OR_ORIGIN: Final = re.compile(rf"\*|{ORIGIN.pattern}")
ORIGINS: Final = "origins such as https://example.org"
PATH: Final = re.compile("(/[A-Za-z0-9._~-]+)*")
ADDRESS: Final = re.compile(f"(({ORIGIN.pattern}){PATH.pattern})?")
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


def should(rule: str, is_valid: Callable[[str], object]) -> AfterValidator:
    """Return a validator of text; its error contains the rule, but not the text."""

    def validate(text: str) -> str:
        with suppress(ValueError):
            if is_valid(text):
                return text
        raise ValueError(f"It should {rule}")

    return AfterValidator(validate)


def should_list(names: str, is_valid: Callable[[str], object]) -> AfterValidator:
    """Return a validator of text that lists valid items, which an error names."""
    rule = f"be {names}, separated by commas"
    return should(rule, lambda text: all(map(is_valid, _listed(text))))


def _is_store(url: str) -> bool:
    """Return whether a URL is a store's; raise ValueError if its port is too large."""
    return bool(STORE.fullmatch(url)) and urlsplit(url).port != 0


RootPath = Annotated[str, should("be a path such as /noughts, without a final /", PATH.fullmatch)]
STORES: Final = "begin with redis://, rediss:// or unix://, and have no query"
PublicUrl = Annotated[
    str, should("be an address such as https://example.org, without a final /", ADDRESS.fullmatch)
]
StoreUrl = Annotated[str, should(STORES, _is_store)]


class Settings(BaseSettings):
    """The settings; sizes are in bytes, and times in seconds."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, hide_input_in_errors=True, populate_by_name=True
    )

    host: str = Field("127.0.0.1", min_length=1)
    port: int = Field(8000, ge=0, le=65535, validation_alias=AliasChoices(PREFIX + "PORT", "PORT"))
    root_path: RootPath = ""
    public_url: PublicUrl = ""
    metrics_port: int | None = Field(None, ge=1, le=65535)
    trusted_proxies: Annotated[str, should_list("addresses or networks", ip_network)] = ""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error", "critical"], BeforeValidator(str.lower)
    ] = "info"
    log_probes: bool = True
    cors_origins: Annotated[str, should_list(f"* or {ORIGINS}", ANY_OR_ORIGIN.fullmatch)] = "*"
    frame_ancestors: Annotated[str, should_list(ORIGINS, ORIGIN.fullmatch)] = ""
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
    cache_url: Secret[StoreUrl] | None = None
    cache_secret: Secret[Annotated[str, Field(min_length=16)]] | None = None

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
    return [
        requirement(PREFIX + str(item["loc"][0]).upper().removeprefix(PREFIX), item)
        for item in error.errors()
    ]


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return the names of variables that look like settings but are not."""
    settings = {f"{PREFIX}{field}".upper() for field in Settings.model_fields}
    return sorted(
        name
        for name in environment
        if name.upper().startswith(PREFIX) and name.upper() not in settings
    )
