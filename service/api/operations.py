"""The operations under /v1. Most exist twice: as GET, which caches can answer, and as POST."""

from operator import attrgetter
from typing import Annotated, Final

from fastapi import APIRouter, Query

from service.api.batch_operation import BatchOperation
from service.api.events import StreamOperation
from service.api.levels import levels
from service.api.operation import Operation, Plan
from service.api.teaching import exams
from service.api.teaching import router as teaching
from service.engine.board.replay import positions_of
from service.engine.budget import DEFAULT_NODES
from service.engine.count.game_tree import check_countable
from service.engine.tasks import AnalysisTask, GameTreeTask, ReviewTask
from service.schemas import responses
from service.schemas.analyses import Analyses, AnalysesRequest
from service.schemas.conversion import (
    best_move,
    from_analysis,
    from_review,
    from_tree,
    to_position,
    to_start,
)
from service.schemas.game_tree import GameTree
from service.schemas.levels import Levels
from service.schemas.requests import (
    AnalysisQuery,
    AnalysisRequest,
    BestMoveQuery,
    BestMoveRequest,
    GameTreeRequest,
    PositionQuery,
    ReviewRequest,
)
from service.schemas.review import Review

name_of = attrgetter("name")

router = APIRouter(prefix="/v1", route_class=Operation, generate_unique_id_function=name_of)
batches = APIRouter(prefix="/v1", route_class=BatchOperation, generate_unique_id_function=name_of)
streams = APIRouter(prefix="/v1", route_class=StreamOperation, generate_unique_id_function=name_of)


@router.get(
    "/analysis",
    tags=["analysis"],
    response_model=responses.Analysis,
    summary="Analyse a position, by query",
)
def get_analysis(query: Annotated[AnalysisQuery, Query()]) -> Plan:
    """Score every legal move of a position, by query."""
    return Plan(_analysis_task(query), from_analysis)


@router.post(
    "/analysis",
    tags=["analysis"],
    response_model=responses.Analysis,
    summary="Analyse a position",
)
def post_analysis(body: AnalysisRequest) -> Plan:
    """Score every legal move of a position."""
    return Plan(_analysis_task(body), from_analysis)


@streams.get(
    "/analysis/stream",
    tags=["analysis"],
    response_model=None,
    summary="Analyse a position, with progress",
)
def stream_analysis(query: Annotated[AnalysisQuery, Query()]) -> Plan:
    """Score every legal move of a position, as server-sent events.

    `progress` events come at fixed intervals of nodes, the first of them when a search begins;
    a last event `analysis` holds what `/v1/analysis` answers. If the search breaks off, the last
    event is `error` and holds a problem. What is instantaneous has no progress to report. An
    error of the input is an ordinary answer, before any event. Closing the connection ends the
    search.
    """
    return get_analysis(query)


@batches.post(
    "/analyses", tags=["analysis"], response_model=Analyses, summary="Analyse many positions"
)
def post_analyses(body: AnalysesRequest) -> None:
    """Score the legal moves of up to 500 positions in one call.

    A position that is not legal has a problem for its result and spoils nothing for the others; one
    that does not fit the schema is an error of the call. Equal positions are searched once. With
    `Accept: application/x-ndjson` each result is a line of its own, sent as soon as it and those
    before it are known; if the searches break off after the first line, the last one has a null
    `index` and a problem.
    """


@router.get(
    "/best-move",
    tags=["play"],
    response_model=responses.BestMove,
    summary="Play one turn, by query",
)
def get_best_move(query: Annotated[BestMoveQuery, Query()]) -> Plan:
    """Play one turn, by query."""
    return _best_move_plan(query)


@router.post(
    "/best-move", tags=["play"], response_model=responses.BestMove, summary="Play one turn"
)
def post_best_move(body: BestMoveRequest) -> Plan:
    """Play one turn."""
    return _best_move_plan(body)


@router.get(
    "/game-tree",
    tags=["game tree"],
    response_model=GameTree,
    summary="Count the game tree, by query",
)
def get_game_tree(query: Annotated[PositionQuery, Query()]) -> Plan:
    """Count the game tree below a position, by query."""
    return Plan(_tree_task(query), from_tree)


@router.post(
    "/game-tree",
    tags=["game tree"],
    response_model=GameTree,
    summary="Count the game tree",
)
def post_game_tree(body: GameTreeRequest) -> Plan:
    """Count the game tree below a position."""
    return Plan(_tree_task(body), from_tree)


@router.get("/levels", tags=["play"], response_model=Levels, summary="List the levels")
def get_levels() -> Levels:
    """List the levels with their measured strength, the weakest first."""
    return levels()


@router.post("/review", tags=["review"], response_model=Review, summary="Review a played game")
def post_review(body: ReviewRequest) -> Plan:
    """Hold each move of a game against the best, and find the one that decided it."""
    start = to_start(body)
    positions_of(start, body.moves)
    return Plan(ReviewTask(start, tuple(body.moves), body.max_nodes or DEFAULT_NODES), from_review)


def _analysis_task(
    request: AnalysisRequest | AnalysisQuery | BestMoveRequest | BestMoveQuery,
) -> AnalysisTask:
    """The analysis that is asked for; raises PositionError."""
    return AnalysisTask(to_position(request), request.max_nodes or DEFAULT_NODES)


def _best_move_plan(request: BestMoveRequest | BestMoveQuery) -> Plan:
    return Plan(
        _analysis_task(request),
        lambda analysis: best_move(analysis, request),
        (request.level, request.seed),
    )


def _tree_task(request: PositionQuery | GameTreeRequest) -> GameTreeTask:
    """The count that is asked for; raises PositionError or TreeTooLarge."""
    position = to_position(request)
    check_countable(position)
    return GameTreeTask(position)


operations: Final = sorted(
    [*router.routes, *batches.routes, *streams.routes, *teaching.routes, *exams.routes],
    key=attrgetter("path"),
)
