"""`/v1/levels`: the levels, with the strength measured by `make ladder`."""

import json
from pathlib import Path
from typing import Final

from fastapi import APIRouter

from ..engine.play.levels import Level
from ..schemas.responses import LevelInfo, Levels
from .dependencies import CacheByDep
from .strict_json import StrictRoute

router = APIRouter(prefix="/v1", tags=["play"], route_class=StrictRoute)

DESCRIPTIONS: Final = {
    Level.BEGINNER: "Looks two moves ahead, and often overlooks even an immediate win.",
    Level.EASY: "Never misses an immediate win, but may overlook the other side's.",
    Level.MEDIUM: "Never misses an immediate win or block, but may overlook forks.",
    Level.HARD: "Sees every win and loss within four moves; only a longer plan beats it.",
    Level.PERFECT: "Always plays a best move. Loses only if the position is already lost or too "
    "hard to solve.",
}
MEASURED: Final = json.loads(Path(__file__).with_name("ladder.json").read_bytes())
LEVELS: Final = Levels(
    levels=[
        LevelInfo(level=level, description=text, strength=MEASURED[level])
        for level, text in DESCRIPTIONS.items()
    ]
)


@router.get("/levels", summary="List the levels")
async def get_levels(cache_by: CacheByDep) -> Levels:
    """List the levels with their measured strength, weakest first."""
    cache_by()
    return LEVELS
