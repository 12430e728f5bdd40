"""The operations under /v1. Most exist twice: as GET, which caches can answer, and as POST."""

from operator import attrgetter
from typing import Final

from service.api.batch_operation import BatchOperation
from service.api.events import StreamOperation
from service.api.levels import levels
from service.api.operation import Operation, Plan
from service.api.teaching import teaching
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


def get_analysis(query: AnalysisQuery) -> Plan:
    """Score every legal move of a position, by query."""
    return Plan(_analysis_task(query), from_analysis)


def post_analysis(body: AnalysisRequest) -> Plan:
    """Score every legal move of a position."""
    return Plan(_analysis_task(body), from_analysis)


def stream_analysis(query: AnalysisQuery) -> Plan:
    """Score every legal move of a position, as server-sent events.

    `progress` events come at fixed intervals of nodes, the first of them when a search begins;
    a last event `analysis` holds what `/v1/analysis` answers. If the search breaks off, the last
    event is `error` and holds a problem. What is instantaneous has no progress to report. An
    error of the input is an ordinary answer, before any event. Closing the connection ends the
    search.
    """
    return get_analysis(query)


def post_analyses(body: AnalysesRequest) -> None:
    """Score the legal moves of up to 500 positions in one call.

    A position that is not legal has a problem for its result and spoils nothing for the others; one
    that does not fit the schema is an error of the call. Equal positions are searched once. With
    `Accept: application/x-ndjson` each result is a line of its own, sent as soon as it and those
    before it are known; if the searches break off after the first line, the last one has a null
    `index` and a problem.
    """


def get_best_move(query: BestMoveQuery) -> Plan:
    """Choose a move at a level, and answer with the position after it, by query."""
    return _best_move_plan(query)


def post_best_move(body: BestMoveRequest) -> Plan:
    """Choose a move at a level, and answer with the position after it."""
    return _best_move_plan(body)


def get_game_tree(query: PositionQuery) -> Plan:
    """Count nodes, games, outcomes and positions from a position on, by query."""
    return Plan(_tree_task(query), from_tree)


def post_game_tree(body: GameTreeRequest) -> Plan:
    """Count nodes, games, outcomes and positions from a position on."""
    return Plan(_tree_task(body), from_tree)


def get_levels() -> Levels:
    """List the levels with their measured strength, the weakest first."""
    return levels()


def post_review(body: ReviewRequest) -> Plan:
    """Hold each move of a game against the best, and find the one that decided it.

    Each position of the game is analysed as `/v1/analysis` does it with the same `max_nodes`,
    the last one first, and what is proved of a position counts for the move that led to it. So a
    review may take as many times the seconds of an analysis as the game has moves. The `text` of
    a move whose verdict is `unknown` begins with what is not proved.
    """
    start = to_start(body)
    positions_of(start, body.moves)
    return Plan(ReviewTask(start, tuple(body.moves), body.max_nodes or DEFAULT_NODES), from_review)


def stream_review(body: ReviewRequest) -> Plan:
    """Hold each move of a game against the best, as server-sent events.

    The events are those of `/v1/analysis/stream`: `progress` while positions are searched, last
    `review` with what `/v1/review` answers, or `error` with a problem.
    """
    return post_review(body)


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
    (
        Operation(
            "GET",
            "analysis",
            get_analysis,
            answer=responses.Analysis,
            tag="analysis",
            summary="Analyse a position, by query",
        ),
        Operation(
            "POST",
            "analysis",
            post_analysis,
            answer=responses.Analysis,
            tag="analysis",
            summary="Analyse a position",
        ),
        StreamOperation(
            "GET",
            "analysis/stream",
            stream_analysis,
            answer=None,
            tag="analysis",
            summary="Analyse a position, with progress",
        ),
        BatchOperation(
            "POST",
            "analyses",
            post_analyses,
            answer=Analyses,
            tag="analysis",
            summary="Analyse many positions",
        ),
        Operation(
            "GET",
            "best-move",
            get_best_move,
            answer=responses.BestMove,
            tag="play",
            summary="Play one turn, by query",
        ),
        Operation(
            "POST",
            "best-move",
            post_best_move,
            answer=responses.BestMove,
            tag="play",
            summary="Play one turn",
        ),
        Operation(
            "GET",
            "game-tree",
            get_game_tree,
            answer=GameTree,
            tag="game tree",
            summary="Count the game tree, by query",
        ),
        Operation(
            "POST",
            "game-tree",
            post_game_tree,
            answer=GameTree,
            tag="game tree",
            summary="Count the game tree",
        ),
        Operation(
            "GET", "levels", get_levels, answer=Levels, tag="play", summary="List the levels"
        ),
        Operation(
            "POST",
            "review",
            post_review,
            answer=Review,
            tag="review",
            summary="Review a played game",
        ),
        StreamOperation(
            "POST",
            "review/stream",
            stream_review,
            answer=None,
            tag="review",
            summary="Review a played game, with progress",
        ),
        *teaching,
    ),
    key=attrgetter("path"),
)
