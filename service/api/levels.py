"""The levels, with the strength that `make ladder` has measured and written down."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from service.engine.play.levels import DESCRIPTIONS, Level
from service.schemas.levels import LevelInfo, Levels, Strength

LADDER: Final = Path(__file__).with_name("ladder.json")


@lru_cache(maxsize=1)
def levels() -> Levels:
    """The answer of `/v1/levels`."""
    measured = TypeAdapter(dict[Level, list[Strength]]).validate_json(LADDER.read_bytes())
    return Levels(
        levels=[
            LevelInfo(level=level, description=DESCRIPTIONS[level], strength=measured[level])
            for level in Level
        ]
    )
