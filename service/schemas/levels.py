"""The `/v1/levels` response."""

from pydantic import Field

from service.engine.play.levels import Level
from service.schemas.base import ResponseModel
from service.schemas.responses import ColumnsField, Count, InARowField, RowsField

MAX_LISTED = 100  # room for levels and measurements to come


class Strength(ResponseModel):
    """Games of one level against another, half of them with the first move."""

    columns: ColumnsField
    rows: RowsField
    in_a_row: InARowField
    opponent: Level = Field(description="The other level.")
    games: Count = Field(description="Games played.")
    wins: Count = Field(description="Games that the level won.")
    draws: Count = Field(description="Games that were drawn.")
    losses: Count = Field(description="Games that the opponent won.")
    elo: int | None = Field(
        description="The difference in Elo points; null where one side has won every game."
    )
    elo_error: Count | None = Field(description="Half the width of its 95 % interval.")


class LevelInfo(ResponseModel):
    """A level, and how strong it is."""

    level: Level = Field(description="Its name, which `/v1/best-move` takes.")
    description: str = Field(description="What it sees and what it overlooks.")
    strength: list[Strength] = Field(
        max_length=MAX_LISTED, description="Measured in games with seeds, `make ladder`."
    )


class Levels(ResponseModel):
    """All levels, the weakest first."""

    levels: list[LevelInfo] = Field(max_length=MAX_LISTED, description="The weakest first.")
