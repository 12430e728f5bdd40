"""The requests and the answer of `/v1/trace`, and their conversion to and from the engine."""

from typing import Annotated, Any, Final

from pydantic import BeforeValidator, ConfigDict, Field, Strict, WithJsonSchema
from typing_extensions import TypedDict

from service.engine.board.position import Mark
from service.engine.textbook.recorder import MAX_LISTED, NodeEnd
from service.engine.textbook.search import MAX_DEPTH, Algorithm, Question, Valuation
from service.engine.textbook.trace import Trace as EngineTrace
from service.schemas.conversion import from_position, to_position
from service.schemas.requests import MAX_CELLS, PositionQuery, PositionRequest, digits, whole
from service.schemas.responses import Answer, CellIndex, Count, Plies, Position

Depth = Annotated[int, Strict(), Field(ge=1, le=MAX_DEPTH)]

ALGORITHM: Final = Field(
    Algorithm.ALPHA_BETA,
    description="The search: minimax, alpha_beta or alpha_beta_cached. alpha_beta if left out.",
)
VALUES: Final = Field(
    Valuation.OUTCOME,
    description="What a finished game is worth: `outcome` is 1, 0 or -1, `score` counts the plies "
    "from the root too, so that faster wins are worth more. outcome if left out.",
)
MAX_DEPTH_FIELD: Final = Field(
    None,
    description=f"The ply at which unfinished positions are estimated and not searched: an integer "
    f"from 1 to {MAX_DEPTH}. No limit if left out.",
)


class TraceRequest(PositionRequest):
    """The position to search, and how."""

    algorithm: Algorithm = ALGORITHM
    values: Valuation = VALUES
    max_depth: Annotated[Depth, BeforeValidator(whole)] | None = MAX_DEPTH_FIELD


class TraceQuery(PositionQuery):
    """The position to search, and how, in query parameters."""

    algorithm: Algorithm = ALGORITHM
    values: Valuation = VALUES
    max_depth: Annotated[Depth, BeforeValidator(digits)] | None = MAX_DEPTH_FIELD


Number = Annotated[int | float, WithJsonSchema({"type": "number"})]
NodeId = Annotated[int, Field(ge=0, lt=MAX_LISTED)]
Step = Annotated[int, Field(ge=0, lt=2 * MAX_LISTED)]
Listed = Annotated[int, Field(ge=0, le=MAX_LISTED)]


class TraceNode(TypedDict):
    """A node of the search. Values and bounds are those of the side to move at the root."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]  # Pydantic's way

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
        tuple[CellIndex, ...],
        Field(max_length=MAX_CELLS, description="The cells that a cutoff did not look at."),
    ]
    entered: Annotated[Step, Field(description="When it was entered, in steps of one clock.")]
    left: Annotated[Step, Field(description="When it was left.")]


class TracePly(Answer):
    """Counts at one distance from the root."""

    ply: Plies = Field(description="Moves from the root.")
    entered: Listed = Field(description="Nodes entered.")
    cut_off: Listed = Field(description="Nodes that ended with a cutoff.")


class TraceCounts(Answer):
    """The nodes by what became of them."""

    entered: Listed = Field(
        description="Nodes entered: all that are listed but the cached ones, which are looked up."
    )
    cut_off: Listed = Field(description="Nodes that ended with a cutoff.")
    left_out: Count = Field(description="Cells left out by cutoffs.")
    plies: list[TracePly] = Field(max_length=MAX_CELLS + 1, description="The same, ply by ply.")


class Trace(Answer):
    """One textbook search, node by node."""

    position: Position = Field(description="The root.")
    algorithm: Algorithm = Field(description="The search.")
    values: Valuation = Field(description="What a finished game is worth.")
    max_depth: Depth | None = Field(description="The ply at which positions are estimated.")
    value: Number = Field(description="The value of the root for its side to move.")
    best_moves: list[CellIndex] = Field(
        max_length=MAX_CELLS,
        description="The cells whose value is known to be that of the root: strictly inside the "
        "window. After a cut others may be as good.",
    )
    nodes: list[TraceNode] = Field(
        max_length=MAX_LISTED, description="Every node in the order entered, the root first."
    )
    counts: TraceCounts = Field(description="How many nodes became what.")


def to_question(request: TraceRequest | TraceQuery) -> Question:
    """The search that a request asks for; raises PositionError."""
    return Question(to_position(request), request.algorithm, request.values, request.max_depth)


def from_trace(trace: EngineTrace) -> Trace:
    """The answer of `/v1/trace`; its nodes are not validated again: there are thousands."""
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
