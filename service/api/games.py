"""Operations on a played game: its review."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from ..schemas.events import ReviewData, ReviewEvent
from ..schemas.games import Review
from ..schemas.requests import ReviewQuery, ReviewRequest
from .dependencies import CacheByDep, EventStream, SearchesDep
from .documentation import BODY_ERRORS, CONDITIONAL, STREAM, V1_ERRORS, EventText
from .strict_json import StrictRoute

router = APIRouter(prefix="/v1", responses=V1_ERRORS, route_class=StrictRoute)


@router.get(
    "/review", summary="Review a played game, by query", tags=["review"], responses=CONDITIONAL
)
async def get_review(
    query: Annotated[ReviewQuery, Query()], searches: SearchesDep, cache_by: CacheByDep
) -> Review:
    """Compare each move of a game with the best move.

    Separate `moves` with commas, as in `moves=4,0,8`; an empty `moves=` is a game without moves.
    """
    task = query.to_task(searches.max_nodes)
    cache_by(task)
    return Review.of(await searches.run(task))


@router.post("/review", summary="Review a played game", tags=["review"], responses=BODY_ERRORS)
async def post_review(body: ReviewRequest, searches: SearchesDep) -> Review:
    """Compare each move of a game with the best move, and find the move that decided the game.

    Each position of the game is analyzed like a `/v1/analysis` request with the same `max_nodes`,
    so a review can take as long as all these analyses.
    """
    return Review.of(await searches.run(body.to_task(searches.max_nodes)))


@router.post(
    "/review/stream",
    summary="Review a played game, with progress",
    tags=["review"],
    response_class=EventStream,
    responses=BODY_ERRORS | STREAM | {200: {"model": EventText | ReviewEvent | ReviewData}},
)
async def stream_review(body: ReviewRequest, searches: SearchesDep) -> Response:
    """Compare each move of a game with the best move, as server-sent events.

    The events are like those of `/v1/analysis/stream`: `progress` during the searches, and finally
    `review` with the body of the `/v1/review` response, or `error` with a problem.
    """
    task = body.to_task(searches.max_nodes)
    return await searches.events(task, "review", Review.of)
