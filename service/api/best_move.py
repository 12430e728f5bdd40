"""`/v1/best-move` and its stream: one request, one turn."""

from collections.abc import AsyncIterable, AsyncIterator
from enum import StrEnum
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import Field, Json

from service.api.analysis import Progress
from service.api.dependencies import Events, RevalidateDep, Solver, SolverDep
from service.api.documentation import BODY, CACHEABLE, V1, EventText
from service.api.strict_json import StrictRoute
from service.engine.analysis import Analysis
from service.engine.budget import turn_nodes
from service.engine.play.choice import choose
from service.engine.play.levels import Level
from service.engine.tasks import AnalysisTask
from service.problems.catalogue import Problem
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


class BestMoveEventName(StrEnum):
    """The type of an event; `best_move` and `error` end the stream."""

    PROGRESS = "progress"
    BEST_MOVE = "best_move"
    ERROR = "error"


class BestMoveEvent(ResponseModel):
    """One event of a best-move stream, as delivered by an EventSource."""

    event: BestMoveEventName = Field(description="The type of `data`.")
    data: Json[Progress | BestMove | Problem] = Field(
        description="JSON: a Progress, a BestMove or a Problem."
    )


def task_of(request: BestMoveRequest, solver: Solver) -> AnalysisTask:
    """The search for a move; raises PositionError or ProblemError."""
    position = to_position(request)
    budget = solver.budget(request.max_nodes, turn_nodes(position.geometry.size))
    if request.traps and request.level is not Level.PERFECT:
        message = "Only level perfect sets traps. Change the level, or omit traps."
        raise solver.invalid("traps", message)
    return AnalysisTask(position, budget, request.traps)


def turn(request: BestMoveRequest, analysis: Analysis) -> BestMove:
    """The move that a level chooses, and the position after it."""
    move = choose(analysis, request.level, request.seed)
    position = analysis.position.play(move.cell) if move else analysis.position
    return BestMove(
        move=from_move(move, position.geometry.columns) if move else None,
        level=request.level,
        seed=request.seed,
        position=from_position(position),
    )


@router.get("/best-move", summary="Play one turn, by query", responses=CACHEABLE)
async def get_best_move(
    query: Annotated[BestMoveQuery, Query()], solver: SolverDep, revalidate: RevalidateDep
) -> BestMove:
    """Choose a move at a level, and return the position after it, by query."""
    task = task_of(query, solver)
    revalidate(task, query.level, query.seed)
    return turn(query, await solver.solve(task))


@router.post("/best-move", summary="Play one turn", responses=BODY)
async def post_best_move(
    body: BestMoveRequest,
    solver: SolverDep,
) -> BestMove:
    """Choose a move at a level, and return the position after it."""
    return turn(body, await solver.solve(task_of(body, solver)))


async def best_move_events(
    query: Annotated[BestMoveQuery, Query()], solver: SolverDep
) -> AsyncIterator[Events]:
    """The events of a turn; a dependency, so that it can fail before the response begins."""
    task = task_of(query, solver)
    async with solver.events(task, "best_move", partial(turn, query)) as events:
        yield events


@router.get(
    "/best-move/stream",
    summary="Play one turn, with progress",
    response_class=EventSourceResponse,
    responses={200: {"model": EventText | BestMoveEvent}},
)
async def stream_best_move(
    events: Annotated[Events, Depends(best_move_events)],
) -> AsyncIterable[ServerSentEvent]:
    """Choose a move at a level, as server-sent events.

    The events are like those of `/v1/analysis/stream`: `progress` during the search, and finally
    `best_move` with the body of the `/v1/best-move` response, or `error` with a problem.
    """
    async for event in events:
        yield event
