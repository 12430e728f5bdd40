"""The operations under /v1, each for a query that caches can answer and for a body."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from service.api.caching import cacheable, json_response
from service.api.error_handlers import fault_at, in_body
from service.api.events import event_stream
from service.api.levels import levels
from service.api.strict import StrictRoute
from service.engine.board.replay import positions_of
from service.engine.budget import DEFAULT_NODES
from service.engine.count.game_tree import check_countable
from service.engine.tasks import AnalysisTask, GameTreeTask, ReviewTask
from service.schemas import responses as answers
from service.schemas.conversion import (
    best_move,
    from_analysis,
    from_review,
    from_tree,
    to_position,
    to_start,
)
from service.schemas.problems import FaultCode, ProblemCode, ProblemError
from service.schemas.requests import (
    AnalysisQuery,
    AnalysisRequest,
    BestMoveQuery,
    BestMoveRequest,
    GameTreeRequest,
    PositionQuery,
    ReviewRequest,
)
from service.search_pool.in_flight import Searches

router = APIRouter(prefix="/v1", route_class=StrictRoute)


@router.get(
    "/analysis",
    tags=["analysis"],
    response_model=answers.Analysis,
    summary="Analyse a position, by query",
)
async def get_analysis(request: Request, query: Annotated[AnalysisQuery, Query()]) -> Response:
    """Score every legal move of a position, by query."""
    task = _analysis_task(request, query)

    async def answer() -> answers.Analysis:
        return from_analysis(await _searches(request).analysis(request, task))

    return await cacheable(request, answer, task)


@router.post(
    "/analysis",
    tags=["analysis"],
    response_model=answers.Analysis,
    summary="Analyse a position",
)
async def post_analysis(request: Request, body: AnalysisRequest) -> Response:
    """Score every legal move of a position."""
    task = _analysis_task(request, body)
    return json_response(from_analysis(await _searches(request).analysis(request, task)))


@router.get("/analysis/stream", tags=["analysis"], summary="Analyse a position, with progress")
async def stream_analysis(request: Request, query: Annotated[AnalysisQuery, Query()]) -> Response:
    """Score every legal move of a position, as server-sent events.

    `progress` events come at fixed intervals of nodes, the first of them when a search begins;
    a last event `analysis` holds what `/v1/analysis` answers. If the search breaks off, the last
    event is `error` and holds a problem. What is instantaneous has no progress to report. An
    error of the input is an ordinary answer, before any event. Closing the connection ends the
    search.
    """
    events = _searches(request).events(_analysis_task(request, query))
    return await event_stream(events, request.state.request_id)


@router.get(
    "/best-move", tags=["play"], response_model=answers.BestMove, summary="Play one turn, by query"
)
async def get_best_move(request: Request, query: Annotated[BestMoveQuery, Query()]) -> Response:
    """Play one turn, by query."""
    task = _analysis_task(request, query)

    async def answer() -> answers.BestMove:
        return best_move(await _searches(request).analysis(request, task), query)

    return await cacheable(request, answer, task, query.level, query.seed)


@router.post("/best-move", tags=["play"], response_model=answers.BestMove, summary="Play one turn")
async def post_best_move(request: Request, body: BestMoveRequest) -> Response:
    """Play one turn."""
    task = _analysis_task(request, body)
    return json_response(best_move(await _searches(request).analysis(request, task), body))


@router.get(
    "/game-tree",
    tags=["game tree"],
    response_model=answers.GameTree,
    summary="Count the game tree, by query",
)
async def get_game_tree(request: Request, query: Annotated[PositionQuery, Query()]) -> Response:
    """Count the game tree below a position, by query."""
    task = _tree_task(query)

    async def answer() -> answers.GameTree:
        return from_tree(await _searches(request).game_tree(request, task))

    return await cacheable(request, answer, task)


@router.post(
    "/game-tree",
    tags=["game tree"],
    response_model=answers.GameTree,
    summary="Count the game tree",
)
async def post_game_tree(request: Request, body: GameTreeRequest) -> Response:
    """Count the game tree below a position."""
    return json_response(from_tree(await _searches(request).game_tree(request, _tree_task(body))))


@router.get("/levels", tags=["play"], response_model=answers.Levels, summary="List the levels")
async def get_levels(request: Request) -> Response:
    """List the levels with their measured strength, the weakest first."""

    async def answer() -> answers.Levels:
        return levels()

    return await cacheable(request, answer)


@router.post(
    "/review", tags=["review"], response_model=answers.Review, summary="Review a played game"
)
async def post_review(request: Request, body: ReviewRequest) -> Response:
    """Hold each move of a game against the best, and find the one that decided it."""
    task = _review_task(request, body)
    return json_response(from_review(await _searches(request).review(request, task)))


def _searches(request: Request) -> Searches:
    searches: Searches = request.app.state.searches
    return searches


def _tree_task(asked: PositionQuery | GameTreeRequest) -> GameTreeTask:
    """The count that is asked for; raises PositionError or TreeTooLarge."""
    position = to_position(asked)
    check_countable(position)
    return GameTreeTask(position)


def _analysis_task(
    request: Request, asked: AnalysisRequest | AnalysisQuery | BestMoveRequest | BestMoveQuery
) -> AnalysisTask:
    """The analysis that is asked for; raises PositionError."""
    max_nodes = _max_nodes(request, asked.max_nodes)
    return AnalysisTask(to_position(asked), max_nodes)


def _review_task(request: Request, asked: ReviewRequest) -> ReviewTask:
    """The review that is asked for; raises WrongInARow or IllegalMove."""
    max_nodes = _max_nodes(request, asked.max_nodes)
    start = to_start(asked)
    positions_of(start, asked.moves)
    return ReviewTask(start, tuple(asked.moves), max_nodes)


def _max_nodes(request: Request, asked: int | None) -> int:
    """The budget of a search, within what the operator allows."""
    most: int = request.app.state.settings.max_nodes
    if asked and asked > most:
        message = f"max_nodes: on this service it is at most {most}."
        fault = fault_at(FaultCode.WRONG_VALUE, message, ["max_nodes"], in_body=in_body(request))
        raise ProblemError(ProblemCode.INVALID_REQUEST, message, errors=[fault])
    return asked or min(DEFAULT_NODES, most)
