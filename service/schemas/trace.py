"""The requests and the answer of `/v1/trace`, and their conversion to and from the engine."""

from typing import Annotated, Any

from pydantic import Field, Strict, WithJsonSchema
from typing_extensions import TypedDict

from service.engine.board.position import Mark
from service.engine.textbook.recorder import MAX_LISTED, NodeEnd
from service.engine.textbook.search import MAX_DEPTH, Algorithm, Question, Valuation
from service.engine.textbook.trace import Trace as EngineTrace
from service.schemas.base import ResponseModel
from service.schemas.conversion import from_position, to_position
from service.schemas.fields import MAX_CELLS, CellNumber, NullIs, Text, WholeNumber
from service.schemas.requests import PositionQuery, PositionRequest
from service.schemas.responses import CellIndex, Count, Plies, Position

Depth = Annotated[int, Strict(), Field(ge=1, le=MAX_DEPTH)]


class TraceRequest(PositionRequest):
    """The position to search, and how."""

    algorithm: Annotated[Algorithm, Text, NullIs(Algorithm.ALPHA_BETA)] = Field(
        Algorithm.ALPHA_BETA,
        description="The search: minimax, alpha_beta or alpha_beta_cached. alpha_beta by default.",
    )
    values: Annotated[Valuation, Text, NullIs(Valuation.OUTCOME)] = Field(
        Valuation.OUTCOME,
        description="The value of a finished game: `outcome` is 1, 0 or -1; `score` also counts "
        "the plies from the root, so that faster wins are worth more. outcome by default.",
    )
    max_depth: Annotated[Depth, WholeNumber] | None = Field(
        None,
        description="The ply at which unfinished positions are estimated instead of searched: an "
        f"integer from 1 to {MAX_DEPTH}. No limit by default.",
    )


class TraceQuery(PositionQuery, TraceRequest):
    """The position to search, and how, in query parameters."""


Number = Annotated[int | float, WithJsonSchema({"type": "number"})]
NodeId = Annotated[int, Field(ge=0, le=MAX_LISTED - 1)]
Step = Annotated[int, Field(ge=0, le=2 * MAX_LISTED - 1)]
Listed = Annotated[int, Field(ge=0, le=MAX_LISTED)]


class TraceNode(TypedDict):
    """A node of the search. Values and bounds are those of the side to move at the root."""

    id: Annotated[NodeId, Field(description="Its place in `nodes`.")]
    parent: Annotated[NodeId | None, Field(description="Null for the root.")]
    ply: Annotated[Plies, Field(description="Moves from the root.")]
    cell: Annotated[CellIndex | None, Field(description="The move that led here.")]
    side: Annotated[Mark | None, Field(description="The side that made it.")]
    alpha: Annotated[
        Number | None, Field(description="The lower bound on entering; null if there is none.")
    ]
    beta: Annotated[
        Number | None, Field(description="The upper bound on entering; null if there is none.")
    ]
    value: Annotated[Number, Field(description="What the search returned.")]
    end: Annotated[
        NodeEnd,
        Field(
            description="Why the search left it. `win`, `loss` and `draw` are finished games; "
            "`depth` is an estimate at `max_depth`; `cached` repeats the value of `same_as`; "
            "`cutoff` left moves out, as the value reached a bound; `searched` looked at all."
        ),
    ]
    same_as: Annotated[NodeId | None, Field(description="The node that a cached one repeats.")]
    left_out: Annotated[
        tuple[CellNumber, ...],
        Field(max_length=MAX_CELLS, description="The cells that a cutoff did not look at."),
    ]
    entered: Annotated[Step, Field(description="When it was entered, in steps of one clock.")]
    left: Annotated[Step, Field(description="When it was left.")]


class TracePly(ResponseModel):
    """Counts at one distance from the root."""

    ply: Plies = Field(description="Moves from the root.")
    entered: Listed = Field(description="Nodes entered.")
    cut_off: Listed = Field(description="Nodes that ended with a cutoff.")


class TraceCounts(ResponseModel):
    """The nodes by what became of them."""

    entered: Listed = Field(
        description="Nodes entered: all that are listed but the cached ones, which are looked up."
    )
    cut_off: Listed = Field(description="Nodes that ended with a cutoff.")
    left_out: Count = Field(description="Cells left out by cutoffs.")
    plies: list[TracePly] = Field(max_length=MAX_CELLS + 1, description="The same, ply by ply.")


class Trace(ResponseModel):
    """One textbook search, node by node."""

    position: Position = Field(description="The root.")
    algorithm: Algorithm = Field(description="The search.")
    values: Valuation = Field(description="What a finished game is worth.")
    max_depth: Depth | None = Field(description="The ply at which positions are estimated.")
    value: Number = Field(description="The value of the root for its side to move.")
    best_moves: list[CellNumber] = Field(
        max_length=MAX_CELLS,
        description="The cells whose value is known to be that of the root: strictly inside the "
        "window. After a cut others may be as good.",
    )
    nodes: list[TraceNode] = Field(
        max_length=MAX_LISTED, description="Every node in the order entered, the root first."
    )
    counts: TraceCounts = Field(description="How many nodes became what.")


def to_question(request: TraceRequest) -> Question:
    """The search that a request asks for; raises PositionError."""
    return Question(to_position(request), request.algorithm, request.values, request.max_depth)


def from_trace(trace: EngineTrace) -> Trace:
    """The `/v1/trace` response; its nodes are not validated again: there are thousands."""
    question, counts = trace.question, trace.counts
    fields: dict[str, Any] = {"nodes": [node._asdict() for node in trace.nodes]}
    return Trace.model_construct(
        position=from_position(question.position),
        algorithm=question.algorithm,
        values=question.values,
        max_depth=question.max_depth,
        value=trace.nodes[0].value,
        best_moves=trace.best_moves,
        counts=TraceCounts(
            entered=counts.entered,
            cut_off=counts.cut_off,
            left_out=counts.left_out,
            plies=[TracePly(**ply._asdict()) for ply in counts.plies],
        ),
        **fields,
    )
