"""Operations on a position or a played game: analysis, best move, game tree, trace and review."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Response

from ..schemas import requests
from ..schemas.responses import Analysis, BestMove, GameTree, Review, Trace
from .dependencies import CacheByDep, SearchesDep
from .streams import event_stream
from .strict_json import StrictRoute

router = APIRouter(prefix="/v1", route_class=StrictRoute)


@router.get("/analysis", summary="Analyze a position, by query", tags=["analysis"])
async def get_analysis(
    query: Annotated[requests.AnalysisQuery, Query()], searches: SearchesDep, cache_by: CacheByDep
) -> Analysis:
    """Score every legal move of a position."""
    task = query.to_task(searches.max_nodes)
    cache_by(task)
    return Analysis.of(await searches.run(task))


@router.post("/analysis", summary="Analyze a position", tags=["analysis"])
async def post_analysis(body: requests.AnalysisRequest, searches: SearchesDep) -> Analysis:
    """Score every legal move of a position."""
    return Analysis.of(await searches.run(body.to_task(searches.max_nodes)))


@router.get("/analysis/stream", summary="Analyze a position, with progress", tags=["analysis"])
async def stream_analysis(
    query: Annotated[requests.AnalysisQuery, Query()], searches: SearchesDep
) -> Response:
    """Score every legal move of a position, as server-sent events."""
    task = query.to_task(searches.max_nodes)
    return await event_stream(searches, task, "analysis", Analysis.of)


@router.get("/best-move", summary="Play one turn, by query", tags=["play"])
async def get_best_move(
    query: Annotated[requests.BestMoveQuery, Query()], searches: SearchesDep, cache_by: CacheByDep
) -> BestMove:
    """Choose a move at a level, and return the move and the position after it."""
    task = query.to_task(searches.max_nodes)
    cache_by(task, query.level, query.seed)
    return BestMove.of(await searches.run(task), query.level, query.seed)


@router.post("/best-move", summary="Play one turn", tags=["play"])
async def post_best_move(body: requests.BestMoveRequest, searches: SearchesDep) -> BestMove:
    """Choose a move at a level, and return the move and the position after it."""
    task = body.to_task(searches.max_nodes)
    return BestMove.of(await searches.run(task), body.level, body.seed)


@router.get("/best-move/stream", summary="Play one turn, with progress", tags=["play"])
async def stream_best_move(
    query: Annotated[requests.BestMoveQuery, Query()], searches: SearchesDep
) -> Response:
    """Choose a move at a level, as server-sent events."""
    task = query.to_task(searches.max_nodes)
    convert = partial(BestMove.of, level=query.level, seed=query.seed)
    return await event_stream(searches, task, "best_move", convert)


@router.get("/game-tree", summary="Count the game tree, by query", tags=["game tree"])
async def get_game_tree(
    query: Annotated[requests.GameTreeQuery, Query()], searches: SearchesDep, cache_by: CacheByDep
) -> GameTree:
    """Count the nodes, games, outcomes and positions below a position."""
    task = query.to_task()
    cache_by(task)
    return GameTree.model_validate(await searches.run(task))


@router.post("/game-tree", summary="Count the game tree", tags=["game tree"])
async def post_game_tree(body: requests.GameTreeRequest, searches: SearchesDep) -> GameTree:
    """Count the nodes, games, outcomes and positions below a position."""
    return GameTree.model_validate(await searches.run(body.to_task()))


@router.get("/trace", summary="Follow a search, by query", tags=["trace"])
async def get_trace(
    query: Annotated[requests.TraceQuery, Query()], searches: SearchesDep, cache_by: CacheByDep
) -> Trace:
    """List every node of a textbook search."""
    task = query.to_task()
    trace = await searches.run(task)  # Only the search finds that the trace is too large.
    cache_by(task)
    return Trace.of(trace)


@router.post("/trace", summary="Follow a search", tags=["trace"])
async def post_trace(body: requests.TraceRequest, searches: SearchesDep) -> Trace:
    """List every node of a textbook search."""
    return Trace.of(await searches.run(body.to_task()))


@router.get("/review", summary="Review a played game, by query", tags=["review"])
async def get_review(
    query: Annotated[requests.ReviewQuery, Query()], searches: SearchesDep, cache_by: CacheByDep
) -> Review:
    """Compare each move of a game with the best move.

    Separate `moves` with commas, as in `moves=4,0,8`; without `moves`, the game has none.
    """
    task = query.to_task(searches.max_nodes)
    cache_by(task)
    return Review.of(await searches.run(task))


@router.post("/review", summary="Review a played game", tags=["review"])
async def post_review(body: requests.ReviewRequest, searches: SearchesDep) -> Review:
    """Compare each move of a game with the best move, and find the move that decided the game.

    Each position of the game is analyzed like a `/v1/analysis` request with the same `max_nodes`,
    so a review can take as long as all these analyses.
    """
    return Review.of(await searches.run(body.to_task(searches.max_nodes)))


@router.post("/review/stream", summary="Review a played game, with progress", tags=["review"])
async def stream_review(body: requests.ReviewRequest, searches: SearchesDep) -> Response:
    """Compare each move of a game with the best move, as server-sent events."""
    task = body.to_task(searches.max_nodes)
    return await event_stream(searches, task, "review", Review.of)
