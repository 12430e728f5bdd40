"""`/v1/game-tree`: the size of the game tree below a position."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from service.api.dependencies import RevalidateDep, SolverDep
from service.api.documentation import BODY, CACHEABLE, V1
from service.api.strict_json import StrictRoute
from service.engine.count.game_tree import GameTree as EngineGameTree
from service.engine.count.game_tree import check_countable
from service.engine.tasks import GameTreeTask
from service.schemas.base import ResponseModel
from service.schemas.board import MAX_CELLS
from service.schemas.requests import PositionQuery, PositionRequest, to_position
from service.schemas.responses import Count, Plies, Position, from_position

router = APIRouter(prefix="/v1", tags=["game tree"], responses=V1, route_class=StrictRoute)


class GameTreeRequest(PositionRequest):
    """The position whose game tree is counted."""


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
    plies: list[Ply] = Field(max_length=MAX_CELLS + 1, description="The same, ply by ply.")
    searched: Searched | None = Field(description="Null if too many cells are empty.")


def tree_task(request: PositionRequest) -> GameTreeTask:
    """The count that a request needs; raises PositionError or TreeTooLarge."""
    position = to_position(request)
    check_countable(position)
    return GameTreeTask(position)


def from_tree(tree: EngineGameTree) -> GameTree:
    """The response."""
    return GameTree.model_validate(asdict(tree) | {"position": from_position(tree.position)})


@router.get("/game-tree", summary="Count the game tree, by query", responses=CACHEABLE)
async def get_game_tree(
    query: Annotated[PositionQuery, Query()], solver: SolverDep, revalidate: RevalidateDep
) -> GameTree:
    """Count the nodes, games, outcomes and positions below a position, by query."""
    task = tree_task(query)
    revalidate(task)
    return from_tree(await solver.solve(task))


@router.post("/game-tree", summary="Count the game tree", responses=BODY)
async def post_game_tree(
    body: GameTreeRequest,
    solver: SolverDep,
) -> GameTree:
    """Count the nodes, games, outcomes and positions below a position."""
    return from_tree(await solver.solve(tree_task(body)))
