"""`/v1/best-move` and its stream: one request, one turn."""

from collections.abc import AsyncIterable, AsyncIterator
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent

from ..schemas.events import BestMoveData, BestMoveEvent
from ..schemas.requests import BestMoveQuery, BestMoveRequest
from ..schemas.responses import BestMove
from .dependencies import ConditionalDep, Events, SearchesDep
from .documentation import BODY, CACHEABLE, V1, EventText
from .strict_json import StrictRoute

router = APIRouter(prefix="/v1", tags=["play"], responses=V1, route_class=StrictRoute)


@router.get("/best-move", summary="Play one turn, by query", responses=CACHEABLE)
async def get_best_move(
    query: Annotated[BestMoveQuery, Query()], searches: SearchesDep, conditional: ConditionalDep
) -> BestMove:
    """Choose a move at a level, and return the position after it, by query."""
    task = query.to_task(searches.max_nodes)
    conditional.check(task, query.level, query.seed)
    return BestMove.of(await searches.run(task), query)


@router.post("/best-move", summary="Play one turn", responses=BODY)
async def post_best_move(
    body: BestMoveRequest,
    searches: SearchesDep,
) -> BestMove:
    """Choose a move at a level, and return the position after it."""
    return BestMove.of(await searches.run(body.to_task(searches.max_nodes)), body)


async def best_move_events(
    query: Annotated[BestMoveQuery, Query()], searches: SearchesDep
) -> AsyncIterator[Events]:
    """Yield the events of a turn; a dependency can fail before the response begins."""
    task = query.to_task(searches.max_nodes)
    async with searches.events(task, "best_move", partial(BestMove.of, request=query)) as events:
        yield events


@router.get(
    "/best-move/stream",
    summary="Play one turn, with progress",
    response_class=EventSourceResponse,
    responses={200: {"model": EventText | BestMoveEvent | BestMoveData}},
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
