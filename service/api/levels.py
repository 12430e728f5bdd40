"""`/v1/levels`: the levels, with the strength measured by `make ladder`."""

import json
from pathlib import Path
from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import Field

from service.api.dependencies import RevalidateDep
from service.api.documentation import CACHEABLE, V1
from service.api.strict_json import StrictRoute
from service.engine.play.levels import DESCRIPTIONS, Level
from service.schemas.base import QueryModel, ResponseModel
from service.schemas.responses import ColumnsField, Count, InARowField, RowsField

router = APIRouter(prefix="/v1", tags=["play"], responses=V1, route_class=StrictRoute)

MAX_LISTED: Final = 100  # leaves room for more levels and measurements


class Strength(ResponseModel):
    """Games of one level against another; each starts half of them."""

    columns: ColumnsField
    rows: RowsField
    in_a_row: InARowField
    opponent: Level = Field(description="The other level.")
    traps: bool = Field(description="Whether the level set traps; only `perfect` can.")
    games: Count = Field(description="Games played.")
    wins: Count = Field(description="Games won by the level.")
    draws: Count = Field(description="Drawn games.")
    losses: Count = Field(description="Games won by the opponent.")
    elo: int | None = Field(
        description="The difference in Elo points; null if one side won every game."
    )
    elo_error: Count | None = Field(description="Half the width of its 95% interval.")


class LevelInfo(ResponseModel):
    """A level and its strength."""

    level: Level = Field(description="The level's name, as in `/v1/best-move`.")
    description: str = Field(description="The level's strengths and weaknesses.")
    strength: list[Strength] = Field(
        max_length=MAX_LISTED, description="Measured by `make ladder` in seeded games."
    )


class Levels(ResponseModel):
    """All levels, weakest first."""

    levels: list[LevelInfo] = Field(max_length=MAX_LISTED, description="The levels, weakest first.")


MEASURED: Final = json.loads(Path(__file__).with_name("ladder.json").read_bytes())
LEVELS: Final = Levels(
    levels=[
        LevelInfo(level=level, description=text, strength=MEASURED[level])
        for level, text in DESCRIPTIONS.items()
    ]
)


@router.get("/levels", summary="List the levels", responses=CACHEABLE)
async def get_levels(_: Annotated[QueryModel, Query()], revalidate: RevalidateDep) -> Levels:
    """List the levels with their measured strength, weakest first."""
    revalidate()
    return LEVELS
