"""The `/v1/best-move` response, and its conversion from the engine."""

from typing import Self

from pydantic import Field

from service.engine.analysis import Analysis
from service.engine.play.choice import choose
from service.engine.play.levels import Level
from service.schemas.base import ResponseModel
from service.schemas.requests import BestMoveRequest, Seed
from service.schemas.responses import Move, Position


class BestMove(ResponseModel):
    """The move played, and the position after it."""

    move: Move | None = Field(description="Null in a finished game.")
    level: Level = Field(description="The level in the request.")
    seed: Seed | None = Field(description="The seed in the request; null if it had none.")
    position: Position = Field(
        description="The position after the move, or the one sent if the game is over."
    )

    @classmethod
    def of(cls, analysis: Analysis, request: BestMoveRequest) -> Self:
        """Return the move that the level chooses, and the position after it."""
        move = choose(analysis, request.level, request.seed)
        position = analysis.position.play(move.cell) if move else analysis.position
        return cls(
            move=Move.of(move, position.geometry.columns) if move else None,
            level=request.level,
            seed=request.seed,
            position=Position.of(position),
        )
