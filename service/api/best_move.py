"""`/v1/best-move`: one request, one turn."""

from typing import Annotated

from fastapi import APIRouter, Body, Query
from pydantic import Field

from service.api.dependencies import RevalidateDep, Solver, SolverDep
from service.api.documentation import BODY, EXAMPLES, LINKS, V1, cacheable, ok
from service.api.strict_json import StrictRoute
from service.engine.budget import turn_nodes
from service.engine.play.choice import choose
from service.engine.play.levels import Level
from service.engine.tasks import AnalysisTask
from service.schemas.base import ResponseModel
from service.schemas.requests import BestMoveRequest, PositionQuery, Seed, to_position
from service.schemas.responses import Move, Position, from_move, from_position

router = APIRouter(prefix="/v1", tags=["play"], responses=V1, route_class=StrictRoute)


class BestMoveQuery(PositionQuery, BestMoveRequest):
    """The position to move in, and how to choose the move, as query parameters."""


class BestMove(ResponseModel):
    """The move played, and the position after it."""

    move: Move | None = Field(description="Null in a finished game.")
    level: Level = Field(description="The level in the request.")
    seed: Seed | None = Field(description="The seed in the request; null if it had none.")
    position: Position = Field(
        description="The position after the move, or the one sent if the game is over."
    )


def task_of(request: BestMoveRequest, solver: Solver) -> AnalysisTask:
    """The search for a move; raises PositionError or ProblemError."""
    position = to_position(request)
    budget = solver.budget(request.max_nodes, turn_nodes(position.geometry.size))
    if request.traps and request.level is not Level.PERFECT:
        message = "Only level perfect sets traps. Change the level, or omit traps."
        raise solver.invalid("traps", message)
    return AnalysisTask(position, budget, request.traps)


async def turn(task: AnalysisTask, request: BestMoveRequest, solver: Solver) -> BestMove:
    """The move that a level chooses, and the position after it."""
    move = choose(await solver.solve(task), request.level, request.seed)
    position = task.position.play(move.cell) if move else task.position
    return BestMove(
        move=from_move(move, position.geometry.columns) if move else None,
        level=request.level,
        seed=request.seed,
        position=from_position(position),
    )


@router.get("/best-move", summary="Play one turn, by query", responses=cacheable(links=LINKS))
async def get_best_move(
    query: Annotated[BestMoveQuery, Query()], solver: SolverDep, revalidate: RevalidateDep
) -> BestMove:
    """Choose a move at a level, and return the position after it, by query."""
    task = task_of(query, solver)
    revalidate(task, query.level, query.seed)
    return await turn(task, query, solver)


@router.post("/best-move", summary="Play one turn", responses=ok(links=LINKS) | BODY)
async def post_best_move(
    body: Annotated[BestMoveRequest, Body(openapi_examples=EXAMPLES["best-move"])],
    solver: SolverDep,
) -> BestMove:
    """Choose a move at a level, and return the position after it."""
    return await turn(task_of(body, solver), body, solver)
