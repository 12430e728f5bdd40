"""The operation that answers many positions: as one document, or as lines while they are found."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any, Final, cast

from starlette.types import ASGIApp, Receive, Scope

from service.api.batches import Batches, Outcome, result_text
from service.api.disconnects import until_disconnect
from service.api.encoding import weights_of
from service.api.events import INTERRUPTIONS, interruption
from service.api.operation import Operation
from service.api.request_validation import Faults, fault_at, max_nodes_problem
from service.api.streaming import Stream
from service.middleware.clients import client_of
from service.schemas.analyses import (
    MAX_ID_LENGTH,
    MAX_POSITIONS,
    AnalysesRequest,
    AnalysisItem,
)
from service.schemas.faults import FaultCode
from service.schemas.fields import MAX_CELLS, MAX_READ

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Accel-Buffering": "no",
}
MAX_CHUNK: Final = 65_536  # bytes
# The most that so many positions can hold, and their ids.
MAX_COMMAS: Final = MAX_POSITIONS * (MAX_CELLS + MAX_ID_LENGTH + 8)
MAX_OPENED: Final = MAX_POSITIONS * (MAX_READ + MAX_ID_LENGTH + 2) + 2
# Each name ends in `":`, and so may every second character of an id.
MAX_NAMES: Final = MAX_POSITIONS * (len(AnalysisItem.model_fields) + MAX_ID_LENGTH // 2) + len(
    AnalysesRequest.model_fields
)
SPACES: Final = b" \t\r\n"

Outcomes = AsyncGenerator[Outcome | None]
Writer = Callable[[Batches, Outcomes, Scope], AsyncGenerator[bytes]]


class BatchOperation(Operation):
    """An operation that answers with one result for each position."""

    def check_size(self, text: bytes) -> None:
        """Raise invalid_request for a body that holds more than any call can."""
        opened = text.count(b"[") + text.count(b"{")
        names = text.translate(None, SPACES).count(b'":')
        if text.count(b",") > MAX_COMMAS or opened > MAX_OPENED or names > MAX_NAMES:
            what = AnalysesRequest.model_fields["positions"].description
            message = f"positions: {what}"
            fault = fault_at(FaultCode.WRONG_VALUE, message, ["positions"], in_body=True)
            raise Faults([fault], 1).problem()

    async def respond(self, text: bytes, scope: Scope, receive: Receive) -> ASGIApp:
        """The response; raises what the positions or their searches raise before its start."""
        state = scope["app"].state
        request = cast("AnalysesRequest", await self.validated(text))
        if (request.max_nodes or 0) > state.settings.max_nodes:
            raise max_nodes_problem(state.settings.max_nodes, in_body=True)
        write, media_type = (_lines, LINES) if _wants_lines(scope) else (_document, JSON)
        chunks = _chunks(state.batches, request, scope, write)
        first = await until_disconnect(receive, anext(chunks))
        return Stream(_following(first, chunks), 200, HEADERS, media_type)


async def _following(first: bytes, others: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    """All chunks of an answer."""
    async with aclosing(others):
        yield first
        async for chunk in others:
            yield chunk


async def _chunks(
    batches: Batches, request: AnalysesRequest, scope: Scope, write: Writer
) -> AsyncGenerator[bytes]:
    """The chunks of an answer; the call counts until the last of them is sent."""
    client = client_of(scope)
    with batches.hold(client):
        outcomes = _noted(batches.outcomes(request, client), scope["state"])
        async with aclosing(outcomes), aclosing(write(batches, outcomes, scope)) as chunks:
            async for chunk in chunks:
                yield chunk


async def _noted(outcomes: Outcomes, state: dict[str, Any]) -> Outcomes:
    """The same outcomes; the log tells their nodes."""
    state["nodes"] = 0
    async with aclosing(outcomes):
        async for outcome in outcomes:
            state["nodes"] += outcome.nodes if outcome else 0
            yield outcome


async def _document(batches: Batches, outcomes: Outcomes, scope: Scope) -> AsyncGenerator[bytes]:
    """One JSON document, which is written once all outcomes are known: a search may still fail."""
    known = [outcome async for outcome in outcomes if outcome]
    pace = batches.pace()
    chunk = bytearray(b'{"results":[')
    for index, outcome in enumerate(known):
        await pace.breathe()
        chunk += (b"," if index else b"") + batches.result(index, outcome)
        if len(chunk) >= MAX_CHUNK:
            yield bytes(chunk)
            chunk.clear()
    yield bytes(chunk) + b'],"nodes":%d}' % scope["state"]["nodes"]


async def _lines(batches: Batches, outcomes: Outcomes, scope: Scope) -> AsyncGenerator[bytes]:
    """One result a line, as they come; if a search breaks off, the last line holds its problem."""
    chunk = bytearray()
    index = 0
    begun = False
    try:
        async for outcome in outcomes:
            if outcome:
                chunk += batches.result(index, outcome) + b"\n"
                index += 1
            if chunk and (outcome is None or len(chunk) >= MAX_CHUNK):
                yield bytes(chunk)
                chunk.clear()
                begun = True
    except INTERRUPTIONS as error:
        if not begun:
            raise
        problem = interruption(error, scope["state"]["request_id"])
        chunk += result_text(None, None, problem=problem) + b"\n"
    if chunk:
        yield bytes(chunk)


def _wants_lines(scope: Scope) -> bool:
    """Whether the client prefers lines to a document, which may be meant by a range of types."""
    weights = weights_of(scope, b"accept")
    lines = weights.get(LINES, 0)
    if JSON in weights:
        return lines > weights[JSON]
    return lines > 0 and lines >= weights.get("application/*", weights.get("*/*", 0))
