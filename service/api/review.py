"""`/v1/review` and its stream: a verdict on each move of a game."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Body, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent

from service.api.dependencies import Events, Solver, SolverDep
from service.api.documentation import BODY, EXAMPLES, LINKS, V1, event_stream, ok
from service.api.strict_json import StrictRoute
from service.engine.board.replay import positions_of
from service.engine.tasks import ReviewTask
from service.schemas.conversion import from_review, to_start
from service.schemas.progress import ReviewEvent
from service.schemas.requests import ReviewRequest
from service.schemas.review import Review

router = APIRouter(prefix="/v1", tags=["review"], responses=V1, route_class=StrictRoute)

ReviewBody = Annotated[ReviewRequest, Body(openapi_examples=EXAMPLES["review"])]


def review_task(body: ReviewRequest, solver: Solver) -> ReviewTask:
    """The review that a request needs; raises EngineError or ProblemError."""
    budget = solver.budget(body.max_nodes)
    start, cells = to_start(body), tuple(body.moves)
    positions_of(start, cells)  # all moves are legal
    return ReviewTask(start, cells, budget)


@router.post("/review", summary="Review a played game", responses=ok(links=LINKS) | BODY)
async def post_review(body: ReviewBody, solver: SolverDep) -> Review:
    """Compare each move of a game with the best, and find the one that decided it.

    Each position of the game is analyzed like a `/v1/analysis` request with the same `max_nodes`,
    starting with the last, and each proof is reused for the move before it. A review can therefore
    take as long as an analysis of every position. The `text` of a move whose verdict is `unknown`
    begins with the unproved part.
    """
    return from_review(await solver.solve(review_task(body, solver)))


async def review_events(body: ReviewBody, solver: SolverDep) -> AsyncIterator[Events]:
    """The events of a review; a dependency, so that it can fail before the response begins."""
    async with solver.events(review_task(body, solver), "review", from_review) as events:
        yield events


@router.post(
    "/review/stream",
    summary="Review a played game, with progress",
    response_class=EventSourceResponse,
    responses=event_stream(ReviewEvent) | BODY,
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
