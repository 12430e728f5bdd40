"""Trace a textbook search: list each node, its window, and why the search left it.

The search sees each position from its side to move. Here, values and bounds are for the side to
move at the root, which maximizes, so they change sign at every odd ply.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isinf
from typing import NamedTuple

from ..board.geometry import cells_of, has_line
from ..board.position import Mark
from ..errors import EngineError
from .search import MAX_DEPTH, Algorithm, AlphaBeta, TextbookSearch

MAX_LISTED = 6_000
CELLS_THAT_FIT = 6  # Even all orders of so few moves fit: 1,957 nodes.


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
    """A node of the search; `entered` and `left` are steps of a single clock.

    `cell` and `side` are the move that led there; a bound is None if there is none. `same_as` is
    the node that a cached node repeats, `left_out` the cells skipped after a cutoff.
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
    """The numbers of nodes entered (not cached), nodes cut off, and cells skipped by cutoffs."""

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
        """Return the cells known to have the root's value, which lies strictly in their windows."""
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
    recorder = _Recorder(search)
    try:
        search.run(lambda alpha_beta: _limited(recorder.observed(alpha_beta)))
    except EngineError as error:
        raise EngineError(error.code, f"{error} {_advice(search)}") from None
    return Trace(search, tuple(sorted(recorder.nodes)))


def _limited(alpha_beta: AlphaBeta) -> AlphaBeta:
    """Wrap a search function to raise EngineError after MAX_LISTED calls."""
    calls = 0

    def counted(own: int, other: int, alpha: float, beta: float) -> float:
        nonlocal calls
        calls += 1
        if calls > MAX_LISTED:
            message = f"The search has more than {MAX_LISTED} nodes."
            raise EngineError("trace_too_large", message)
        return alpha_beta(own, other, alpha, beta)

    return counted


def _advice(search: TextbookSearch) -> str:
    """Suggest other algorithms and a smaller depth, each of which would fit on its own."""
    algorithms = " or ".join(_algorithms_that_fit(search))
    return (
        f"Use {f'algorithm {algorithms}, ' if algorithms else ''}"
        f"max_depth {_depth_that_fits(search)} or less, "
        f"or a board with at most {CELLS_THAT_FIT} empty cells."
    )


def _algorithms_that_fit(search: TextbookSearch) -> Iterator[Algorithm]:
    for algorithm in Algorithm:
        if algorithm is not search.algorithm and _fits(replace(search, algorithm=algorithm)):
            yield algorithm


def _depth_that_fits(search: TextbookSearch) -> int:
    """Return the largest depth that fits; 1 always does, because a board has at most 81 cells."""
    depths = range(2, MAX_DEPTH + 1)
    too_deep = (depth for depth in depths if not _fits(replace(search, max_depth=depth)))
    return next(too_deep, MAX_DEPTH + 1) - 1


def _fits(search: TextbookSearch) -> bool:
    """Return whether the search lists at most MAX_LISTED nodes."""
    try:
        search.run(_limited)
    except EngineError:
        return False
    return True


@dataclass(slots=True)
class _Visit:
    """A node that the search has entered but not left; `own` are the marks of its side to move."""

    id: int
    own: int
    entered: int
    looked_at: int = 0  # The cells examined so far.


class _Recorder:
    """Records each call of a search as a node."""

    def __init__(self, search: TextbookSearch) -> None:
        self.nodes: list[Node] = []  # In the order in which the search left them.
        self._position = search.position
        self._is_cached = search.algorithm is Algorithm.ALPHA_BETA_CACHED
        self._path: list[_Visit] = []
        self._first: dict[tuple[int, int, float, float], int] = {}
        self._listed = self._clock = 0

    def observed(self, alpha_beta: AlphaBeta) -> AlphaBeta:
        """Wrap a search function to record each call."""

        def listed(own: int, other: int, alpha: float, beta: float) -> float:
            parent, ply = self._path[-1] if self._path else None, len(self._path)
            move = parent.own ^ other if parent else 0
            if parent:
                parent.looked_at |= move
            visit = _Visit(self._listed, own, self._clock)
            self._path.append(visit)
            self._listed += 1
            self._clock += 1
            found = alpha_beta(own, other, alpha, beta)
            self._path.pop()
            is_odd, side = ply % 2 == 1, self._position.side_to_move
            value, low, high = (-found, -beta, -alpha) if is_odd else (found, alpha, beta)
            same_as = self._repeated(visit.id, (own, other, alpha, beta))
            left_out = ~(own | other | visit.looked_at) & self._position.empty
            end = self._end(visit, other, left_out, value) if same_as is None else NodeEnd.CACHED
            node = Node(
                id=visit.id,
                parent=parent.id if parent else None,
                ply=ply,
                cell=move.bit_length() - 1 if parent else None,
                side=(side if is_odd else side.opponent) if parent else None,
                alpha=None if isinf(low) else low,
                beta=None if isinf(high) else high,
                value=value,
                end=end,
                same_as=same_as,
                left_out=tuple(cells_of(left_out)) if end is NodeEnd.CUTOFF else (),
                entered=visit.entered,
                left=self._clock,
            )
            self.nodes.append(node)
            self._clock += 1
            return found

        return listed

    def _repeated(self, number: int, call: tuple[int, int, float, float]) -> int | None:
        """Return the node whose cached value answers this call; None if this node was entered."""
        first = self._first.setdefault(call, number) if self._is_cached else number
        return None if first == number else first

    def _end(self, visit: _Visit, other: int, left_out: int, value: float) -> NodeEnd:
        if visit.looked_at:
            return NodeEnd.CUTOFF if left_out else NodeEnd.SEARCHED
        if has_line(self._position.geometry, other):
            return NodeEnd.WIN if value > 0 else NodeEnd.LOSS
        return NodeEnd.DEPTH if left_out else NodeEnd.DRAW
