"""`/v1/review` and its stream: a verdict on each move of a game."""

from collections.abc import AsyncIterable, AsyncIterator
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import Field, Json

from service.api.analysis import Progress
from service.api.dependencies import Events, RevalidateDep, Solver, SolverDep
from service.api.documentation import BODY, CACHEABLE, V1, EventText
from service.api.strict_json import StrictRoute
from service.engine.board.replay import positions_of
from service.engine.tasks import ReviewTask
from service.problems.catalogue import Problem
from service.schemas.base import QueryModel, ResponseModel
from service.schemas.requests import ReviewRequest, to_start
from service.schemas.responses import Count
from service.schemas.review import Review, from_review

router = APIRouter(prefix="/v1", tags=["review"], responses=V1, route_class=StrictRoute)


class ReviewQuery(QueryModel, ReviewRequest):
    """A game, as query parameters."""


class ReviewProgress(Progress):
    """The progress of a review; the moves and the best move are those of the current position."""

    nodes: Count = Field(description="Positions searched so far, for all plies.")
    max_nodes: Count = Field(description="The total search budget of all plies.")
    plies: Count = Field(description="Moves in the game.")
    plies_reviewed: Count = Field(description="Plies reviewed so far, starting with the last.")


class ReviewEventName(StrEnum):
    """The type of an event; `review` and `error` end the stream."""

    PROGRESS = "progress"
    REVIEW = "review"
    ERROR = "error"


class ReviewEvent(ResponseModel):
    """One event of a review stream, as delivered by an EventSource."""

    event: ReviewEventName = Field(description="The type of `data`.")
    data: Json[ReviewProgress | Review | Problem] = Field(
        description="JSON: a ReviewProgress, a Review or a Problem."
    )


def review_task(game: ReviewRequest, solver: Solver) -> ReviewTask:
    """The review that a request needs; raises EngineError or ProblemError."""
    budget = solver.budget(game.max_nodes)
    start, cells = to_start(game), tuple(game.moves)
    positions_of(start, cells)  # all moves are legal
    return ReviewTask(start, cells, budget)


@router.get("/review", summary="Review a played game, by query", responses=CACHEABLE)
async def get_review(
    query: Annotated[ReviewQuery, Query()], solver: SolverDep, revalidate: RevalidateDep
) -> Review:
    """Compare each move of a game with the best.

    Separate `moves` with commas, as in `moves=4,0,8`; an empty `moves=` is a game without moves.
    """
    task = review_task(query, solver)
    revalidate(task)
    return from_review(await solver.solve(task))


@router.post("/review", summary="Review a played game", responses=BODY)
async def post_review(body: ReviewRequest, solver: SolverDep) -> Review:
    """Compare each move of a game with the best, and find the one that decided it.

    Each position of the game is analyzed like a `/v1/analysis` request with the same `max_nodes`,
    starting with the last, and each proof is reused for the move before it. A review can therefore
    take as long as an analysis of every position. The `text` of a move whose verdict is `unknown`
    begins with the unproved part.
    """
    return from_review(await solver.solve(review_task(body, solver)))


async def review_events(body: ReviewRequest, solver: SolverDep) -> AsyncIterator[Events]:
    """The events of a review; a dependency, so that it can fail before the response begins."""
    async with solver.events(review_task(body, solver), "review", from_review) as events:
        yield events


@router.post(
    "/review/stream",
    summary="Review a played game, with progress",
    response_class=EventSourceResponse,
    responses=BODY | {200: {"model": EventText | ReviewEvent}},
)
async def stream_review(
    events: Annotated[Events, Depends(review_events)],
) -> AsyncIterable[ServerSentEvent]:
    """Compare each move of a game with the best, as server-sent events.

    The events are like those of `/v1/analysis/stream`: `progress` during the searches, and finally
    `review` with the body of the `/v1/review` response, or `error` with a problem.
    """
    async for event in events:
        yield event
