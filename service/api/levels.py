"""`/v1/levels`: the levels, with the strength measured by `make ladder`."""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import TypeAdapter

from service.api.dependencies import RevalidationDep
from service.api.documentation import V1, as_query, cacheable
from service.api.strict_json import StrictRoute
from service.engine.play.levels import DESCRIPTIONS, Level
from service.schemas.base import QueryModel
from service.schemas.levels import LevelInfo, Levels, Strength

router = APIRouter(prefix="/v1", tags=["play"], responses=V1, route_class=StrictRoute)

LADDER: Final = Path(__file__).with_name("ladder.json")


@lru_cache(maxsize=1)
def levels() -> Levels:
    """All levels, weakest first."""
    measured = TypeAdapter(dict[Level, list[Strength]]).validate_json(LADDER.read_bytes())
    return Levels(
        levels=[
            LevelInfo(level=level, description=DESCRIPTIONS[level], strength=measured[level])
            for level in Level
        ]
    )


@router.get(
    "/levels",
    summary="List the levels",
    responses=cacheable(),
    openapi_extra=as_query("levels"),
)
async def get_levels(_: Annotated[QueryModel, Query()], revalidation: RevalidationDep) -> Levels:
    """List the levels with their measured strength, weakest first."""
    revalidation.check()
    return levels()
