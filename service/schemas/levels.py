"""Define the `/v1/levels` response."""

from typing import Annotated, Final

from pydantic import Field

from .base import ResponseModel
from .responses import ColumnsField, Count, InARowField, LevelName, RowsField

MAX_LISTED: Final = 100  # This leaves room for more levels and measurements.
MAX_ELO: Final = 10_000


class Strength(ResponseModel):
    """Games of one level against another; each level starts half of the games."""

    columns: ColumnsField
    rows: RowsField
    in_a_row: InARowField
    opponent: LevelName = Field(description="The other level.")
    traps: bool = Field(description="Whether the level set traps; only `perfect` can.")
    games: Count = Field(description="Games played.")
    wins: Count = Field(description="Games won by the level.")
    draws: Count = Field(description="Drawn games.")
    losses: Count = Field(description="Games won by the opponent.")
    elo: Annotated[int, Field(ge=-MAX_ELO, le=MAX_ELO)] | None
    """The difference in Elo points; null if one side won every game."""
    elo_error: Count | None = Field(description="Half the width of the 95% interval of `elo`.")


class LevelInfo(ResponseModel):
    """A level and its strength."""

    level: LevelName = Field(description="The level's name, as in `/v1/best-move`.")
    description: str = Field(description="The level's strengths and weaknesses.")
    strength: list[Strength] = Field(max_length=MAX_LISTED)
    """Measured by `make ladder` in seeded games, in which completing a line wins."""


class Levels(ResponseModel):
    """All levels, weakest first."""

    levels: list[LevelInfo] = Field(max_length=MAX_LISTED, description="The levels, weakest first.")
