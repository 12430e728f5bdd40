"""`/v1/analyses`: many positions within one budget; other requests are served between them."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, replace
from typing import Final

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse

from ..engine.analysis import Analysis as EngineAnalysis
from ..engine.budget import divided
from ..engine.errors import EngineError
from ..middleware.negotiation import LINES, preferred
from ..problems.errors import engine_problem
from ..schemas.problem import Problem
from ..schemas.requests import AnalysesRequest, ListedMoves, node_budget
from ..schemas.responses import Analyses, Analysis, AnalysisResult
from ..tasks import AnalysisTask
from .dependencies import SearchesDep
from .searches import ClientSearches
from .streams import begun
from .strict_json import JSON, LargeRoute

HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class CallRoute(LargeRoute):
    """An operation that is limited like one with a large body, because its work is large."""

    is_always_limited = True


router = APIRouter(prefix="/v1", tags=["analysis"], route_class=CallRoute)


@dataclass(frozen=True)
class PositionResult:
    """The result for one position; to save memory, it becomes JSON only when it is sent."""

    index: int | None
    id: str | None
    analysis: EngineAnalysis | None = None
    problem: Problem | None = None
    budget_cut: bool = False

    def to_json(self, moves: ListedMoves) -> bytes:
        """Return the result as JSON, with all moves or only the best moves."""
        analysis = self.analysis and Analysis.of(self.analysis, only_best=moves == "best")
        return AnalysisResult(**vars(self) | {"analysis": analysis}).model_dump_json().encode()


async def results_of(
    body: AnalysesRequest, searches: ClientSearches
) -> AsyncGenerator[PositionResult]:
    """Yield the result for each position, in order.

    Before the first search, the budget is divided equally among the distinct searches, so that no
    result depends on their order.
    """
    tasks: list[AnalysisTask | Problem] = []
    for item in body.positions:
        await asyncio.sleep(0)
        try:
            tasks.append(item.to_task(searches.max_nodes))
        except EngineError as error:
            tasks.append(engine_problem(error).problem_at(searches.request.scope))
    budgets = {task: task.max_nodes for task in tasks if isinstance(task, AnalysisTask)}
    limit = divided(body.max_nodes or searches.max_nodes, budgets.values())
    found: dict[AnalysisTask, EngineAnalysis] = {}
    for index, (item, task) in enumerate(zip(body.positions, tasks, strict=True)):
        await asyncio.sleep(0)
        if isinstance(task, Problem):
            yield PositionResult(index, item.id, problem=task)
            continue
        cut = replace(task, max_nodes=min(task.max_nodes, limit))
        if cut not in found:
            found[cut] = await searches.run(cut, is_watched=False)
        yield PositionResult(index, item.id, found[cut], budget_cut=cut != task)


async def document_of(results: list[PositionResult], moves: ListedMoves) -> AsyncIterator[bytes]:
    """Yield the parts of a JSON document with all results."""
    yield b'{"results":['
    for number, result in enumerate(results):
        await asyncio.sleep(0)
        yield b"," * bool(number) + result.to_json(moves)
    nodes = sum(result.analysis.nodes for result in results if result.analysis)
    yield b'],"nodes":%d}' % nodes


@router.post("/analyses", summary="Analyze many positions", response_model=Analyses)
async def post_analyses(body: AnalysesRequest, searches: SearchesDep) -> Response:
    """Score the legal moves of up to 500 positions in one request.

    The result for an illegal position is a problem (RFC 9457), and other results are unaffected.
    With `Accept: application/x-ndjson`, `application/ndjson` or `application/jsonl`, each line is a
    result, sent once all before it are ready.
    """
    node_budget(body.max_nodes, searches.max_nodes)
    for index, item in enumerate(body.positions):
        node_budget(item.max_nodes, searches.max_nodes, path=f"positions/{index}/")
    results = results_of(body, searches)
    if media_type := preferred(searches.request.scope, LINES, JSON):
        content = await begun(
            searches,
            (result.to_json(body.moves) + b"\n" async for result in results),
            lambda problem: PositionResult(None, None, problem=problem).to_json(body.moves) + b"\n",
            filler=b" ",  # JSON can have spaces around it, but not every reader skips empty lines.
        )
    else:
        async with searches.while_connected():
            known = [result async for result in results]
        content, media_type = document_of(known, body.moves), JSON
    return StreamingResponse(content, headers=HEADERS, media_type=media_type)
