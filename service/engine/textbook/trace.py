"""Trace a textbook search: list each node, its window, and why the search left it.

The search sees each position from its side to move. The trace gives values and bounds for
the side to move at the root, so at odd plies they have the opposite sign.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isinf
from typing import NamedTuple

from ..board.geometry import cells_of
from ..board.lines import completed_lines
from ..board.position import Mark
from ..budget import Budget, BudgetSpentError
from ..errors import EngineError
from .search import MAX_DEPTH, Algorithm, AlphaBeta, TextbookSearch

MAX_LISTED = 6_000
CELLS_THAT_FIT = 6  # Even minimax then enters at most 1,957 nodes.


class NodeEnd(StrEnum):
    """Why a search left a node; wins and losses are for the side to move at the root."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    DEPTH = "depth"
    CACHED = "cached"
    CUTOFF = "cutoff"
    SEARCHED = "searched"


class Node(NamedTuple):
    """A node of the search; `entered` and `left` are readings of the same step counter.

    `cell` and `side` are the move that led to it; an infinite bound is None. `same_as` is the node
    that a cached node repeats, and `left_out` lists the cells skipped after a cutoff.
    """

    id: int
    parent: int | None
    ply: int
    cell: int | None
    side: Mark | None
    alpha: int | float | None
    beta: int | float | None
    value: int | float
    end: NodeEnd
    same_as: int | None
    left_out: tuple[int, ...]
    entered: int
    left: int


class PlyCounts(NamedTuple):
    """Counts at one distance from the root."""

    ply: int
    entered: int
    cut_off: int


class Counts(NamedTuple):
    """The numbers of nodes entered, of nodes cut off, and of moves skipped after cutoffs."""

    entered: int
    cut_off: int
    left_out: int
    plies: tuple[PlyCounts, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """All nodes of a search in order of entry, the root first."""

    search: TextbookSearch
    nodes: tuple[Node, ...]

    @property
    def best_moves(self) -> list[int]:
        """Return the root's moves whose value is the root's and strictly inside their window."""
        value = self.nodes[0].value
        return [
            node.cell
            for node in self.nodes
            if node.parent == 0 and node.cell is not None and node.value == value
            if node.alpha is None or node.alpha < value
            if node.beta is None or value < node.beta
        ]

    @property
    def counts(self) -> Counts:
        """Return the counts of the search, in total and ply by ply."""
        entered = Counter(node.ply for node in self.nodes if node.end is not NodeEnd.CACHED)
        cut_off = Counter(node.ply for node in self.nodes if node.end is NodeEnd.CUTOFF)
        return Counts(
            entered.total(),
            cut_off.total(),
            sum(len(node.left_out) for node in self.nodes),
            tuple(PlyCounts(ply, entered[ply], cut_off[ply]) for ply in sorted(entered)),
        )


def trace(search: TextbookSearch) -> Trace:
    """Return the trace of a search; raise EngineError with advice if it has too many nodes."""
    calls = _calls(search)
    if not calls:
        message = f"The search has more than {MAX_LISTED} nodes; {_advice(search)}"
        raise EngineError("trace_too_large", message)
    return Trace(search, tuple(_node(search, call) for call in calls))


@dataclass(slots=True)
class _Call:
    """A call to the search function, with the marks of the side to move and of the other side."""

    id: int
    same_as: int | None
    parent: "_Call | None"
    ply: int
    own: int
    other: int
    alpha: float
    beta: float
    entered: int
    examined: int = 0  # The set of moves examined so far.
    value: float = 0
    left: int = 0


def _calls(search: TextbookSearch) -> list[_Call]:
    """Return the calls of a search in order; none if they exceed MAX_LISTED."""
    calls: list[_Call] = []
    path: list[_Call] = []
    first: dict[tuple[int, int, float, float], int] = {}
    is_cached = search.algorithm is Algorithm.ALPHA_BETA_CACHED
    budget = Budget(MAX_LISTED)

    def observed(alpha_beta: AlphaBeta) -> AlphaBeta:
        def listed(own: int, other: int, alpha: float, beta: float) -> float:
            budget.enter()
            parent, ply, id_ = path[-1] if path else None, len(path), len(calls)
            if parent:
                parent.examined |= parent.own ^ other
            earlier = first.setdefault((own, other, alpha, beta), id_)
            same_as = earlier if is_cached and earlier != id_ else None
            # Every call but those on the path has been entered and left.
            call = _Call(id_, same_as, parent, ply, own, other, alpha, beta, 2 * id_ - ply)
            calls.append(call)
            path.append(call)
            call.value = alpha_beta(own, other, alpha, beta)
            path.pop()
            call.left = 2 * len(calls) - ply - 1
            return call.value

        return listed

    with suppress(BudgetSpentError):
        search.run(observed)
        return calls
    return []


def _node(search: TextbookSearch, call: _Call) -> Node:
    """Return the node of a call."""
    parent, side, is_odd = call.parent, search.position.side_to_move, call.ply % 2 == 1
    value, low, high = call.value, call.alpha, call.beta
    if is_odd:
        value, low, high = -value, -high, -low
    left_out = ~(call.own | call.other | call.examined) & search.position.empty
    if call.same_as is not None:
        end = NodeEnd.CACHED
    elif call.examined:
        end = NodeEnd.CUTOFF if left_out else NodeEnd.SEARCHED
    elif completed_lines(search.position.geometry, call.other):
        end = NodeEnd.WIN if value > 0 else NodeEnd.LOSS
    else:
        end = NodeEnd.DEPTH if left_out else NodeEnd.DRAW
    return Node(
        id=call.id,
        parent=parent.id if parent else None,
        ply=call.ply,
        cell=(parent.own ^ call.other).bit_length() - 1 if parent else None,
        side=(side if is_odd else side.opponent) if parent else None,
        alpha=None if isinf(low) else low,
        beta=None if isinf(high) else high,
        value=value,
        end=end,
        same_as=call.same_as,
        left_out=tuple(cells_of(left_out)) if end is NodeEnd.CUTOFF else (),
        entered=call.entered,
        left=call.left,
    )


def _advice(search: TextbookSearch) -> str:
    """Return advice: which algorithms, depth and board fit in MAX_LISTED nodes."""
    others = (each for each in Algorithm if each is not search.algorithm)
    algorithms = " or ".join(each for each in others if _calls(replace(search, algorithm=each)))
    # One ply always fits, on at most 81 cells.
    depths = range(2, MAX_DEPTH + 1)
    too_deep = (depth for depth in depths if not _calls(replace(search, max_depth=depth)))
    return (
        f"use {f'algorithm {algorithms}, ' if algorithms else ''}"
        f"max_depth {next(too_deep, MAX_DEPTH + 1) - 1} or less, "
        f"or a board with at most {CELLS_THAT_FIT} empty cells."
    )
