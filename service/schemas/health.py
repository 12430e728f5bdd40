"""The response of the health checks."""

from typing import Literal

from pydantic import Field

from service.schemas.base import ResponseModel


class Health(ResponseModel):
    """The service is running."""

    status: Literal["ok"] = Field(description="`ok`.")
    version: str = Field(description="The release.")
    search: Literal["compiled", "python"] = Field(
        description="The search for larger positions: `compiled` solves many that `python`, which "
        "is used without a compiled library, does not."
    )
