"""The response of the health checks."""

from typing import Literal

from pydantic import Field

from service.schemas.base import ResponseModel


class Health(ResponseModel):
    """The service is running."""

    status: Literal["ok"] = Field(description="`ok`.")
    version: str = Field(description="The release.")
