"""The `/v1/game-tree` response."""

from pydantic import Field

from service.schemas.base import ResponseModel
from service.schemas.fields import MAX_CELLS
from service.schemas.responses import Count, Plies, Position


class Outcomes(ResponseModel):
    """Games by how they end."""

    x_wins: Count = Field(description="Games that X wins.")
    o_wins: Count = Field(description="Games that O wins.")
    draws: Count = Field(description="Games that end with a full board and no line.")


class Ply(ResponseModel):
    """Counts at one distance from the position asked about."""

    ply: Plies = Field(description="Moves from the position asked about.")
    nodes: Count = Field(description="Sequences of this many moves.")
    games: Count = Field(description="Sequences of this many moves that end the game.")
    outcomes: Outcomes = Field(description="How those games end.")
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to turns and reflections.")


class Searched(ResponseModel):
    """Positions that textbook searches enter for the win, draw or loss of the position."""

    minimax: Count = Field(description="Every node of the tree.")
    alpha_beta: Count = Field(
        description="Cells in order, a window from minus to plus infinity, no cache."
    )
    alpha_beta_cached: Count = Field(description="The same, cached on (board, alpha, beta).")


class GameTree(ResponseModel):
    """Exact counts of the game tree below a position, which is included."""

    position: Position = Field(description="The position asked about.")
    nodes: Count = Field(description="Sequences of moves, the empty one included.")
    games: Count = Field(description="Sequences of moves that end the game.")
    outcomes: Outcomes = Field(description="How those games end.")
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to turns and reflections.")
    plies: list[Ply] = Field(max_length=MAX_CELLS + 1, description="The same, ply by ply.")
    searched: Searched | None = Field(
        description="Null where so many cells are empty that counting takes too long."
    )
