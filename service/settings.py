"""What an operator can set, by environment variables that begin with NOUGHTS_."""

from typing import Annotated

from pydantic import Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from service.engine.budget import MAX_NODES, MIN_NODES

Bytes = Annotated[int, Field(ge=1)]
# An hour at most: nothing here waits without an end.
Seconds = Annotated[float, Field(gt=0, le=3_600, allow_inf_nan=False)]
WholeSeconds = Annotated[int, Field(ge=1, le=3_600)]


class Settings(BaseSettings):
    """Each field is the variable of the same name in capitals, after NOUGHTS_."""

    model_config = SettingsConfigDict(env_prefix="NOUGHTS_", frozen=True)

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 for all.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 for any free one.")
    log_level: str = Field(
        "info",
        pattern="(?i)^(debug|info|warning|error|critical)$",
        description="What is logged: debug, info, warning, error or critical.",
    )
    cors_origins: Annotated[str, NoDecode] = Field(
        "*", description="Origins whose pages may call: * for all, or a list separated by commas."
    )
    cache_max_age: int = Field(
        3600, ge=0, description="Seconds for which caches may keep the answer to a GET."
    )
    max_body_bytes: Bytes = Field(65_536, description="Largest accepted request body, in bytes.")
    max_uri_bytes: Bytes = Field(
        4_096,
        le=65_535,
        description="Largest accepted path and query, in bytes.",  # the parser takes no longer
    )
    max_header_bytes: Bytes = Field(
        16_384, description="Largest accepted request headers in total, in bytes."
    )
    max_connections: int = Field(1_000, ge=1, description="Maximum number of open connections.")
    receive_timeout: Seconds = Field(
        10.0,
        description="Seconds in which the headers of a request must arrive, and then its body.",
    )
    send_timeout: Seconds = Field(
        10.0, description="Seconds in which a client must read what it is sent."
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

    workers: int = Field(2, ge=1, description="Worker processes for long searches.")
    max_waiting: int = Field(8, ge=0, description="Searches that may wait for a worker process.")
    max_nodes: int = Field(
        MAX_NODES,
        ge=MIN_NODES,
        le=MAX_NODES,
        description="The highest max_nodes that a request may ask for.",
    )
    kept_answers: int = Field(500, ge=0, description="Answers of long searches kept in memory.")

    @property
    def allowed_origins(self) -> list[str]:
        """The origins of `cors_origins`, one by one."""
        return [origin.strip() for origin in self.cors_origins.split(",") if origin.strip()]
