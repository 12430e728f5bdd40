"""Define the `/v1/game-tree` response."""

from dataclasses import asdict
from typing import Self

from pydantic import Field

from ..engine.game_tree import GameTree as EngineGameTree
from .base import ResponseModel
from .board import BOARD_CELLS
from .responses import Count, Plies, Position


class Outcomes(ResponseModel):
    """The number of games with each result."""

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
    """The number of nodes that a textbook search enters to find the outcome of the position."""

    minimax: Count = Field(description="Minimax enters every node of the tree.")
    alpha_beta: Count
    """Alpha-beta: cells in order, a window from minus to plus infinity, no cache."""
    alpha_beta_cached: Count = Field(description="Alpha-beta, cached on (board, alpha, beta).")


class GameTree(ResponseModel):
    """Exact counts of the game tree below a position, including the position itself."""

    position: Position = Field(description="The position in the request.")
    nodes: Count = Field(description="Sequences of moves, including the empty sequence.")
    games: Count = Field(description="Sequences of moves that end the game.")
    outcomes: Outcomes = Field(description="The results of those games.")
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to rotation and reflection.")
    plies: list[Ply] = Field(max_length=BOARD_CELLS + 1, description="The counts, ply by ply.")
    searched: Searched | None = Field(description="Node counts; null if too many cells are empty.")

    @classmethod
    def of(cls, tree: EngineGameTree) -> Self:
        """Convert the counts of the engine."""
        return cls.model_validate(asdict(tree) | {"position": Position.of(tree.position)})
