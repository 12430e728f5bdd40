"""`/v1/best-move`: one request, one turn."""

from typing import Annotated

from fastapi import APIRouter, Body, Query

from service.api.analysis import analysis_task
from service.api.dependencies import RevalidationDep, Solver, SolverDep
from service.api.documentation import BODY, EXAMPLES, LINKS, V1, as_query, cacheable, ok
from service.api.strict_json import StrictRoute
from service.engine.play.choice import choose
from service.engine.tasks import AnalysisTask
from service.schemas.conversion import from_turn
from service.schemas.requests import BestMoveQuery, BestMoveRequest
from service.schemas.responses import BestMove

router = APIRouter(prefix="/v1", tags=["play"], responses=V1, route_class=StrictRoute)


async def turn(task: AnalysisTask, request: BestMoveRequest, solver: Solver) -> BestMove:
    """The move that a level chooses, and the position after it."""
    analysis = await solver.solve(task)
    move = choose(analysis, request.level, request.seed)
    return from_turn(task.position, move, request.level, request.seed)


@router.get(
    "/best-move",
    summary="Play one turn, by query",
    responses=cacheable(links=LINKS),
    openapi_extra=as_query("best-move"),
)
async def get_best_move(
    query: Annotated[BestMoveQuery, Query()], solver: SolverDep, revalidation: RevalidationDep
) -> BestMove:
    """Choose a move at a level, and return the position after it, by query."""
    task = analysis_task(query, solver)
    revalidation.check(task, query.level, query.seed)
    return await turn(task, query, solver)


@router.post("/best-move", summary="Play one turn", responses=ok(links=LINKS) | BODY)
async def post_best_move(
    body: Annotated[BestMoveRequest, Body(openapi_examples=EXAMPLES["best-move"])],
    solver: SolverDep,
) -> BestMove:
    """Choose a move at a level, and return the position after it."""
    return await turn(analysis_task(body, solver), body, solver)
