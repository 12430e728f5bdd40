"""`/v1/levels`: the levels, with the strength measured by `make ladder`."""

import json
from pathlib import Path
from typing import Annotated, Final

from fastapi import APIRouter, Query

from service.api.dependencies import ConditionalDep
from service.api.documentation import CACHEABLE, V1
from service.api.strict_json import StrictRoute
from service.engine.play.levels import DESCRIPTIONS
from service.schemas.base import QueryModel
from service.schemas.levels import LevelInfo, Levels

router = APIRouter(prefix="/v1", tags=["play"], responses=V1, route_class=StrictRoute)

MEASURED: Final = json.loads(Path(__file__).with_name("ladder.json").read_bytes())
LEVELS: Final = Levels(
    levels=[
        LevelInfo(level=level, description=text, strength=MEASURED[level])
        for level, text in DESCRIPTIONS.items()
    ]
)


@router.get("/levels", summary="List the levels", responses=CACHEABLE)
async def get_levels(_: Annotated[QueryModel, Query()], conditional: ConditionalDep) -> Levels:
    """List the levels with their measured strength, weakest first."""
    conditional.check()
    return LEVELS
