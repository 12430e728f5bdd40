"""`/v1/analyses`: many positions in one request, within one budget.

Instantaneous searches run in the event loop, a few milliseconds at a time. All others go to a
worker, one at a time for each request.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from time import perf_counter
from typing import Annotated, ClassVar, Final, NamedTuple, cast

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse

from service.api.dependencies import Solver, SolverDep
from service.api.documentation import BODY, V1
from service.api.strict_json import StrictRoute
from service.engine.analysis import Analysis
from service.engine.budget import MIN_NODES
from service.engine.errors import EngineError
from service.engine.tasks import AnalysisTask
from service.middleware.negotiation import prefers
from service.problems.catalogue import Fault, Problem
from service.problems.errors import ProblemError, engine_problem, invalid_request, max_nodes_fault
from service.problems.handlers import INTERRUPTIONS, interruption
from service.schemas.analyses import (
    MAX_ID_LENGTH,
    MAX_POSITIONS,
    Analyses,
    AnalysesRequest,
    AnalysisItem,
    AnalysisResult,
    ListedMoves,
)
from service.schemas.board import MAX_CELLS, MAX_READ
from service.schemas.requests import to_position
from service.schemas.responses import from_analysis
from service.shares import Shares

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
LINES_SCHEMA: Final = {"type": "string", "description": "An AnalysisResult as JSON on each line."}
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
MAX_CALLS: Final = 16  # at a time
MAX_CALLS_OF_CLIENT: Final = 4
MAX_SLICE: Final = 0.004  # seconds for which the calls together delay other requests
MAX_CHUNK: Final = 65_536  # bytes


class BatchRoute(StrictRoute):
    """An operation whose body can have many positions: cells, rows, fields and ids."""

    max_items: ClassVar = MAX_POSITIONS * (
        MAX_CELLS + MAX_READ + MAX_ID_LENGTH + len(AnalysisItem.model_fields)
    )
    # An id can look like names. Unknown names are slow to describe.
    max_names: ClassVar = len(AnalysesRequest.model_fields) + MAX_POSITIONS * (
        len(AnalysisItem.model_fields) + MAX_ID_LENGTH // 2
    )

    def too_many_items(self) -> ProblemError:
        """The problem of more values than MAX_POSITIONS positions have."""
        message = f"positions: {AnalysesRequest.model_fields['positions'].description}"
        return invalid_request([Fault(code="wrong_value", message=message, pointer="/positions")])


router = APIRouter(prefix="/v1", tags=["analysis"], responses=V1, route_class=BatchRoute)


class Outcome(NamedTuple):
    """The result for one position."""

    number: int | None
    id: str | None
    analysis: Analysis | None = None
    problem: Problem | None = None


Outcomes = AsyncGenerator[Outcome | None]


class Pace:
    """Tells a computation in the event loop when to pause, so that other requests get a turn."""

    def __init__(self, calls: int) -> None:
        self._seconds = MAX_SLICE / calls
        self._until = perf_counter() + self._seconds

    @property
    def is_over(self) -> bool:
        """Whether the slice of time is used up."""
        return perf_counter() >= self._until

    async def breathe(self) -> None:
        """Let other requests run if the slice is used up."""
        if self.is_over:
            await asyncio.sleep(0)
            self._until = perf_counter() + self._seconds


async def shared_pace(request: Request, solver: SolverDep) -> AsyncIterator[Pace]:
    """The pace of this call, which counts as one of those in progress until it is sent."""
    calls: Shares = request.app.state.calls
    with calls.hold(solver.client):
        yield Pace(calls.taken)


def check_budgets(body: AnalysesRequest, solver: Solver) -> None:
    """Raise ProblemError for budgets above the operator's limit."""
    solver.budget(body.max_nodes)
    faults = [
        max_nodes_fault(solver.max_nodes, ("positions", index, "max_nodes"), in_body=True)
        for index, item in enumerate(body.positions)
        if (item.max_nodes or 0) > solver.max_nodes
    ]
    if faults:
        raise invalid_request(faults, len(faults))


async def _outcomes(body: AnalysesRequest, solver: Solver, pace: Pace) -> Outcomes:
    """The outcome for each position, in order; None before one that takes some time."""
    state = solver.request.state
    state.nodes = 0
    left = body.max_nodes or solver.max_nodes
    seen: dict[AnalysisTask, Analysis] = {}
    for index, item in enumerate(body.positions):
        if pace.is_over:
            yield None
            await pace.breathe()
        budget = min(solver.budget(item.max_nodes), max(left, MIN_NODES))
        try:
            task = AnalysisTask(to_position(item), budget)
        except EngineError as error:
            yield Outcome(index, item.id, problem=engine_problem(error, in_body=True).problem)
            continue
        if not task.is_instantaneous:
            yield None
        analysis = seen.get(task) or await solver.searches.search(task, solver.client)
        seen[task] = analysis = cast("Analysis", analysis)
        left -= analysis.nodes
        state.nodes += analysis.nodes
        yield Outcome(index, item.id, analysis)


async def _first(outcomes: Outcomes) -> Outcome:
    """The first outcome; the others can be awaited while the response is sent."""
    while (outcome := await anext(outcomes)) is None:
        pass
    return outcome


async def _all(outcomes: Outcomes) -> list[Outcome]:
    """All outcomes: a document is sent once no search can fail."""
    return [outcome async for outcome in outcomes if outcome]


def _json(outcome: Outcome, moves: ListedMoves) -> bytes:
    number, name, found, problem = outcome
    analysis = found and from_analysis(found, only_best=moves is ListedMoves.BEST)
    result = AnalysisResult(index=number, id=name, analysis=analysis, problem=problem)
    return result.model_dump_json().encode()


async def _document(
    known: list[Outcome], moves: ListedMoves, nodes: int, pace: Pace
) -> AsyncIterator[bytes]:
    """All results as one document, in parts: it can have many megabytes."""
    before = b'{"results":['
    for outcome in known:
        await pace.breathe()
        yield before + _json(outcome, moves)
        before = b","
    yield b'],"nodes":%d}' % nodes


async def _lines(
    first: Outcome, others: Outcomes, moves: ListedMoves, request_id: str
) -> AsyncIterator[bytes]:
    """One result a line; if a search is interrupted, the last line has its problem."""
    yield _json(first, moves) + b"\n"
    try:
        async with aclosing(others):
            async for outcome in others:
                yield _json(outcome, moves) + b"\n" if outcome else b""
    except INTERRUPTIONS as error:
        problem = interruption(error, request_id).problem
        yield _json(Outcome(None, None, problem=problem), moves) + b"\n"


async def _chunks(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The parts, joined into chunks that cost less to send; an empty part ends a chunk."""
    chunk = bytearray()
    async for part in parts:
        chunk += part
        if chunk and (not part or len(chunk) >= MAX_CHUNK):
            yield bytes(chunk)
            chunk.clear()
    yield bytes(chunk)


@router.post(
    "/analyses",
    summary="Analyze many positions",
    response_model=Analyses,
    responses=BODY | {200: {"content": {LINES: {"schema": LINES_SCHEMA}}}},
)
async def post_analyses(
    body: AnalysesRequest,
    solver: SolverDep,
    pace: Annotated[Pace, Depends(shared_pace)],
) -> StreamingResponse:
    """Score the legal moves of up to 500 positions in one request.

    An illegal position gets a problem as its result and does not affect the others. A position
    that does not match the schema is an error for the whole request. Equal positions are searched
    once. With `Accept: application/x-ndjson`, each line is a result, sent as soon as it and all
    results before it are ready. If the searches are interrupted after the first line, the last
    line has a null `index` and a problem.
    """
    check_budgets(body, solver)
    outcomes = _outcomes(body, solver, pace)
    if prefers(solver.request.scope, LINES, JSON):
        first = await solver.while_connected(_first(outcomes))
        lines = _lines(first, outcomes, body.moves, solver.request.state.request_id)
        return StreamingResponse(_chunks(lines), headers=HEADERS, media_type=LINES)
    known = await solver.while_connected(_all(outcomes))
    document = _document(known, body.moves, solver.request.state.nodes, pace)
    return StreamingResponse(_chunks(document), headers=HEADERS, media_type=JSON)
