"""`/v1/best-move` and its stream: one request, one turn."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query

from ..schemas.events import BestMoveData, BestMoveEvent
from ..schemas.requests import BestMoveQuery, BestMoveRequest
from ..schemas.responses import BestMove
from .dependencies import ConditionalDep, EventStream, SearchesDep
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
async def post_best_move(body: BestMoveRequest, searches: SearchesDep) -> BestMove:
    """Choose a move at a level, and return the position after it."""
    return BestMove.of(await searches.run(body.to_task(searches.max_nodes)), body)


@router.get(
    "/best-move/stream",
    summary="Play one turn, with progress",
    response_class=EventStream,
    responses={200: {"model": EventText | BestMoveEvent | BestMoveData}},
)
async def stream_best_move(
    query: Annotated[BestMoveQuery, Query()], searches: SearchesDep
) -> EventStream:
    """Choose a move at a level, as server-sent events.

    The events are like those of `/v1/analysis/stream`: `progress` during the search, and finally
    `best_move` with the body of the `/v1/best-move` response, or `error` with a problem.
    """
    task = query.to_task(searches.max_nodes)
    return await searches.events(task, "best_move", partial(BestMove.of, request=query))
