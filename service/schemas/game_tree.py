"""Define the `/v1/game-tree` response."""

from dataclasses import asdict
from typing import Self

from pydantic import Field

from ..engine.count.game_tree import GameTree as EngineGameTree
from .base import ResponseModel
from .board import BOARD_CELLS
from .responses import Count, Plies, Position


class Outcomes(ResponseModel):
    """Games by result."""

    x_wins: Count = Field(description="Games that X wins.")
    o_wins: Count = Field(description="Games that O wins.")
    draws: Count = Field(description="Games that end with a full board and no line.")


class Ply(ResponseModel):
    """Counts at one distance from the position in the request."""

    ply: Plies = Field(description="Plies from the position in the request.")
    nodes: Count = Field(description="Sequences of this many moves.")
    games: Count = Field(description="Sequences of this many moves that end the game.")
    outcomes: Outcomes = Field(description="The results of those games.")
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to rotation and reflection.")


class Searched(ResponseModel):
    """Positions that textbook searches enter to find whether the position is won, drawn or lost."""

    minimax: Count = Field(description="Every node of the tree.")
    alpha_beta: Count = Field(
        description="Cells in order, a window from minus to plus infinity, no cache."
    )
    alpha_beta_cached: Count = Field(description="The same, cached on (board, alpha, beta).")


class GameTree(ResponseModel):
    """Exact counts of the game tree below a position, including the position itself."""

    position: Position = Field(description="The position in the request.")
    nodes: Count = Field(description="Sequences of moves, including the empty sequence.")
    games: Count = Field(description="Sequences of moves that end the game.")
    outcomes: Outcomes = Field(description="The results of those games.")
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to rotation and reflection.")
    plies: list[Ply] = Field(max_length=BOARD_CELLS + 1, description="The same, ply by ply.")
    searched: Searched | None = Field(description="Null if too many cells are empty.")

    @classmethod
    def of(cls, tree: EngineGameTree) -> Self:
        """Return the counts of the engine."""
        return cls.model_validate(asdict(tree) | {"position": Position.of(tree.position)})
