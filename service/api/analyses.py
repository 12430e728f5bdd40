"""`/v1/analyses`: many positions in one request, within one budget.

Instantaneous searches run in the event loop, a few milliseconds at a time. All others go to a
worker, one at a time for each request.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import aclosing
from dataclasses import replace
from time import perf_counter
from typing import Annotated, Any, Final, NamedTuple, cast

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Scope

from service.api.dependencies import ClientSearches, SearchesDep
from service.api.documentation import BODY, V1
from service.api.strict_json import StrictRoute
from service.engine.analysis import Analysis as EngineAnalysis
from service.engine.budget import MIN_NODES
from service.engine.errors import EngineError
from service.engine.tasks import AnalysisTask
from service.middleware.negotiation import prefers
from service.problems.catalogue import Problem
from service.problems.errors import engine_problem, fault_at, invalid_request
from service.problems.handlers import INTERRUPTIONS, interruption
from service.quotas import client_of
from service.schemas.requests import AnalysesRequest, ListedMoves, WrongValueError, node_budget
from service.schemas.responses import Analyses, Analysis, AnalysisResult
from service.state import StateDep

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
LINES_SCHEMA: Final = {"type": "string", "description": "An AnalysisResult as JSON on each line."}
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
MAX_CALLS: Final = 16  # at a time
MAX_CALLS_OF_CLIENT: Final = 4
MAX_SLICE: Final = 0.004  # seconds for which the calls together delay other requests
MAX_CHUNK: Final = 65_536  # bytes


class BatchRoute(StrictRoute):
    """An operation whose calls are limited, and counted before their bodies are parsed."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return a handler that raises OverloadedError for a client whose share is taken."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            with request.scope["state"]["batches"].acquire(client_of(request.scope)):
                pass  # shared_pace holds the place, because the response outlasts this handler
            return await handler(request)

        return handle


router = APIRouter(prefix="/v1", tags=["analysis"], responses=V1, route_class=BatchRoute)


class PositionResult(NamedTuple):
    """The result for one position."""

    number: int | None
    id: str | None
    analysis: EngineAnalysis | None = None
    problem: Problem | None = None


Results = AsyncGenerator[PositionResult | None]


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


async def shared_pace(state: StateDep, searches: SearchesDep) -> AsyncIterator[Pace]:
    """Yield the pace of this call, which counts as one of those in progress until it is sent."""
    calls = state["batches"]
    with calls.acquire(searches.client):
        yield Pace(calls.in_use)


def check_budgets(body: AnalysesRequest, limit: int) -> None:
    """Raise WrongValueError or ProblemError for budgets above the operator's limit."""
    node_budget(body.max_nodes, limit)
    faults = []
    for index, item in enumerate(body.positions):
        try:
            node_budget(item.max_nodes, limit)
        except WrongValueError as error:
            place = ("positions", index, error.field)
            faults.append(fault_at(error.code, str(error), place, in_body=True))
    if faults:
        raise invalid_request(faults, len(faults))


async def _results(
    body: AnalysesRequest, searches: ClientSearches, scope: Scope, pace: Pace
) -> Results:
    """Yield the result for each position, in order; None before one that takes some time."""
    left = body.max_nodes or searches.max_nodes
    seen: dict[AnalysisTask, EngineAnalysis] = {}
    for index, item in enumerate(body.positions):
        if pace.is_over:
            yield None
            await pace.breathe()
        try:
            task = item.to_task(searches.max_nodes)
        except EngineError as error:
            problem = engine_problem(error, in_body=True).problem_at(scope)
            yield PositionResult(index, item.id, problem=problem)
            continue
        task = replace(task, max_nodes=min(task.max_nodes, max(left, MIN_NODES)))
        if not task.is_instantaneous:
            yield None
        analysis = seen.get(task) or await searches.search(task)
        seen[task] = analysis = cast("EngineAnalysis", analysis)
        left -= analysis.nodes
        yield PositionResult(index, item.id, analysis)


async def _first(results: Results) -> PositionResult:
    """Return the first result; the others can be awaited while the response is sent."""
    while (result := await anext(results)) is None:
        pass
    return result


async def _all(results: Results) -> list[PositionResult]:
    """Return all results: a document is sent once no search can fail."""
    return [result async for result in results if result]


def _json(result: PositionResult, moves: ListedMoves) -> bytes:
    number, name, found, problem = result
    analysis = found and Analysis.of(found, only_best=moves is ListedMoves.BEST)
    model = AnalysisResult(index=number, id=name, analysis=analysis, problem=problem)
    return model.model_dump_json().encode()


async def _document(
    known: list[PositionResult], moves: ListedMoves, nodes: int, pace: Pace
) -> AsyncIterator[bytes]:
    """Yield all results as one document, in parts: it can have many megabytes."""
    before = b'{"results":['
    for result in known:
        await pace.breathe()
        yield before + _json(result, moves)
        before = b","
    yield b'],"nodes":%d}' % nodes


async def _lines(
    first: PositionResult, others: Results, moves: ListedMoves, scope: Scope
) -> AsyncIterator[bytes]:
    """Yield one result a line; if a search is interrupted, the last line has its problem."""
    yield _json(first, moves) + b"\n"
    try:
        async with aclosing(others):
            async for result in others:
                yield _json(result, moves) + b"\n" if result else b""
    except INTERRUPTIONS as error:
        problem = interruption(error, scope["state"]["request_id"]).problem_at(scope)
        yield _json(PositionResult(None, None, problem=problem), moves) + b"\n"


async def _chunks(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the parts, joined into chunks that cost less to send; an empty part ends a chunk."""
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
    request: Request,
    searches: SearchesDep,
    pace: Annotated[Pace, Depends(shared_pace)],
) -> StreamingResponse:
    """Score the legal moves of up to 500 positions in one request.

    An illegal position gets a problem as its result and does not affect the others. A position
    that does not match the schema is an error for the whole request. Equal positions are searched
    once. With `Accept: application/x-ndjson`, each line is a result, sent as soon as it and all
    results before it are ready. If the searches are interrupted after the first line, the last
    line has a null `index` and a problem.
    """
    check_budgets(body, searches.max_nodes)
    results = _results(body, searches, request.scope, pace)
    if prefers(request.scope, LINES, JSON):
        async with searches.while_connected():
            first = await _first(results)
        lines = _lines(first, results, body.moves, request.scope)
        return StreamingResponse(_chunks(lines), headers=HEADERS, media_type=LINES)
    async with searches.while_connected():
        known = await _all(results)
    document = _document(known, body.moves, searches.nodes, pace)
    return StreamingResponse(_chunks(document), headers=HEADERS, media_type=JSON)
