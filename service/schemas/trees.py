"""Responses about trees: the game tree below a position, and the trace of a search."""

from typing import Annotated, Self

from pydantic import ConfigDict, Field, WithJsonSchema
from typing_extensions import TypedDict

from ..engine.board.position import Mark
from ..engine.game_tree import GameTree as EngineGameTree
from ..engine.textbook.search import Algorithm, Valuation
from ..engine.textbook.trace import MAX_LISTED, NodeEnd
from ..engine.textbook.trace import Trace as EngineTrace
from .base import ResponseModel
from .board import BOARD_CELLS, CellIndex, CellNumber
from .requests import Depth
from .responses import CellIndices, Count, Plies, Position

Number = Annotated[int | float, WithJsonSchema({"type": "number"})]
Bound = Number | None
NodeId = Annotated[int, Field(ge=0, le=MAX_LISTED - 1)]
Step = Annotated[int, Field(ge=0, le=2 * MAX_LISTED - 1)]
Listed = Annotated[int, Field(ge=0, le=MAX_LISTED)]


class Outcomes(ResponseModel):
    """The number of games with each result."""

    x_wins: Count = Field(description="Games that X wins.")
    o_wins: Count = Field(description="Games that O wins.")
    draws: Count = Field(description="Games that end with a full board and no line.")


class Ply(ResponseModel):
    """Counts at one distance from the position in the request."""

    ply: Plies = Field(description="Plies from the position in the request.")
    nodes: Count = Field(description="Sequences of this many moves.")
    games: Count = Field(description="Sequences of this many moves that end the game.")
    outcomes: Outcomes = Field(description="The results of those games.")
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to rotation and reflection.")


class Searched(ResponseModel):
    """The number of nodes that a textbook search enters to find the outcome of the position."""

    minimax: Count = Field(description="Minimax enters every node of the tree.")
    alpha_beta: Count
    """Alpha-beta: cells in order, a window from minus to plus infinity, no cache."""
    alpha_beta_cached: Count = Field(description="Alpha-beta, cached on (board, alpha, beta).")


class GameTree(ResponseModel):
    """Exact counts of the game tree below a position, including the position itself."""

    position: Position = Field(description="The position in the request.")
    nodes: Count = Field(description="Sequences of moves, including the empty sequence.")
    games: Count = Field(description="Sequences of moves that end the game.")
    outcomes: Outcomes = Field(description="The results of those games.")
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to rotation and reflection.")
    plies: list[Ply] = Field(max_length=BOARD_CELLS + 1, description="The counts, ply by ply.")
    searched: Searched | None = Field(description="Node counts; null if too many cells are empty.")

    @classmethod
    def of(cls, tree: EngineGameTree) -> Self:
        """Convert the counts from the engine."""
        return cls(**cls.fields(tree, position=Position.of(tree.position)))


class TraceNode(TypedDict):
    """A node of the search. Values and bounds are for the side to move at the root."""

    __pydantic_config__ = ConfigDict(use_attribute_docstrings=True)  # type: ignore[misc]

    id: Annotated[NodeId, Field(description="The index of the node in `nodes`.")]
    parent: Annotated[NodeId | None, Field(description="The parent's `id`; null for the root.")]
    ply: Annotated[Plies, Field(description="Plies from the root.")]
    cell: Annotated[CellIndex | None, Field(description="The move that led to the node.")]
    side: Annotated[Mark | None, Field(description="The side that made the move.")]
    alpha: Annotated[Bound, Field(description="The lower bound on entry; null if there is none.")]
    beta: Annotated[Bound, Field(description="The upper bound on entry; null if there is none.")]
    value: Annotated[Number, Field(description="The value that the search returned.")]
    end: NodeEnd
    """How the node ended. `win`, `loss` and `draw` are finished games; `depth` is an estimate at
    `max_depth`; `cached` repeats the value of `same_as`; `cutoff` skipped moves because the value
    reached a bound; `searched` examined every move."""
    same_as: Annotated[NodeId | None, Field(description="The node that a cached node repeats.")]
    left_out: Annotated[tuple[CellNumber, ...], Field(max_length=BOARD_CELLS)]
    """The cells skipped after a cutoff."""
    entered: Step
    """The step at which the node was entered; each entry and exit is a step."""
    left: Annotated[Step, Field(description="The step at which the node was left.")]


class TracePly(ResponseModel):
    """Counts at one distance from the root."""

    ply: Plies = Field(description="Plies from the root.")
    entered: Listed = Field(description="Nodes entered.")
    cut_off: Listed = Field(description="Nodes that ended with a cutoff.")


class TraceCounts(ResponseModel):
    """Node counts, in total and ply by ply."""

    entered: Listed
    """Nodes entered: all listed nodes except cached ones, which are looked up."""
    cut_off: Listed = Field(description="Nodes that ended with a cutoff.")
    left_out: Count = Field(description="Moves skipped after cutoffs.")
    plies: list[TracePly] = Field(max_length=BOARD_CELLS + 1, description="The counts, ply by ply.")


class Trace(ResponseModel):
    """One textbook search, node by node."""

    position: Position = Field(description="The root.")
    algorithm: Algorithm = Field(description="The search algorithm.")
    values: Valuation = Field(description="The value of a finished game.")
    max_depth: Depth | None = Field(description="The ply at which positions are estimated.")
    value: Number = Field(description="The value of the root for its side to move.")
    best_moves: CellIndices
    """The cells whose values equal the root's and are exact: strictly inside their windows. After
    a cutoff, other moves may be as good."""
    nodes: list[TraceNode] = Field(max_length=MAX_LISTED)
    """Every node in order of entry, the root first."""
    counts: TraceCounts = Field(description="Node counts.")

    @classmethod
    def of(cls, trace: EngineTrace) -> "Trace":
        """Convert a trace from the engine; its nodes, often thousands, are not validated again."""
        fields = cls.fields(
            trace.search,
            position=Position.of(trace.search.position),
            value=trace.nodes[0].value,
            best_moves=trace.best_moves,
            nodes=[node._asdict() for node in trace.nodes],
            counts=TraceCounts.model_validate(trace.counts),
        )
        return cls.model_construct(**fields)
