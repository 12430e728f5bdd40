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
from ..errors import TraceTooLarge
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
    """Return the trace of a search; raise TraceTooLarge with advice if it has too many nodes."""
    recorder = _Recorder(search)
    try:
        search.run(lambda alpha_beta: _limited(recorder.observed(alpha_beta)))
    except TraceTooLarge as error:
        raise TraceTooLarge(f"{error} {_advice(search)}") from None
    return Trace(search, tuple(sorted(recorder.nodes)))


def _limited(alpha_beta: AlphaBeta) -> AlphaBeta:
    """Return the same search, which raises TraceTooLarge at the first call beyond MAX_LISTED."""
    calls = 0

    def counted(own: int, other: int, alpha: float, beta: float) -> float:
        nonlocal calls
        calls += 1
        if calls > MAX_LISTED:
            raise TraceTooLarge(f"The search has more than {MAX_LISTED} nodes.")
        return alpha_beta(own, other, alpha, beta)

    return counted


def _advice(search: TextbookSearch) -> str:
    """Return the algorithms and the depth that fit, all else being equal."""
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
    """Return the depth up to which all fit; one ply always does, on at most 81 cells."""
    depths = range(2, MAX_DEPTH + 1)
    too_deep = (depth for depth in depths if not _fits(replace(search, max_depth=depth)))
    return next(too_deep, MAX_DEPTH + 1) - 1


def _fits(search: TextbookSearch) -> bool:
    """Return whether the search lists at most MAX_LISTED nodes."""
    try:
        search.run(_limited)
    except TraceTooLarge:
        return False
    return True


@dataclass(slots=True)
class _Visit:
    """A node entered, from the view of its side to move, and the cells examined so far."""

    id: int
    parent: "_Visit | None"
    ply: int
    own: int
    other: int
    alpha: float
    beta: float
    entered: int
    looked_at: int = 0

    @property
    def cell(self) -> int | None:
        """Return the move that led here."""
        return (self.parent.own ^ self.other).bit_length() - 1 if self.parent else None

    @property
    def window(self) -> tuple[float | None, float | None]:
        """Return alpha and beta from the root's point of view."""
        bounds = (-self.beta, -self.alpha) if self.ply % 2 else (self.alpha, self.beta)
        alpha, beta = (None if isinf(bound) else bound for bound in bounds)
        return alpha, beta


class _Recorder:
    """Lists the calls of a search."""

    def __init__(self, search: TextbookSearch) -> None:
        self.nodes: list[Node] = []  # In the order in which the search left them.
        self._position = search.position
        self._is_cached = search.algorithm is Algorithm.ALPHA_BETA_CACHED
        self._path: list[_Visit] = []
        self._first: dict[tuple[int, int, float, float], int] = {}
        self._listed = self._clock = 0

    def observed(self, alpha_beta: AlphaBeta) -> AlphaBeta:
        """Return the same search, with every call listed."""

        def listed(own: int, other: int, alpha: float, beta: float) -> float:
            visit = self._enter(own, other, alpha, beta)
            value = alpha_beta(own, other, alpha, beta)
            self._leave(visit, -value if visit.ply % 2 else value)
            return value

        return listed

    def _enter(self, own: int, other: int, alpha: float, beta: float) -> _Visit:
        parent = self._path[-1] if self._path else None
        if parent:
            parent.looked_at |= parent.own ^ other
        visit = _Visit(self._listed, parent, len(self._path), own, other, alpha, beta, self._clock)
        self._path.append(visit)
        self._listed += 1
        self._clock += 1
        return visit

    def _leave(self, visit: _Visit, value: float) -> None:
        self._path.pop()
        same_as = self._repeated(visit)
        left_out = ~(visit.own | visit.other | visit.looked_at) & self._position.empty
        end = NodeEnd.CACHED if same_as is not None else self._end(visit, left_out, value)
        alpha, beta = visit.window
        first_side = self._position.side_to_move
        node = Node(
            id=visit.id,
            parent=visit.parent.id if visit.parent else None,
            ply=visit.ply,
            cell=visit.cell,
            side=(first_side if visit.ply % 2 else first_side.opponent) if visit.parent else None,
            alpha=alpha,
            beta=beta,
            value=value,
            end=end,
            same_as=same_as,
            left_out=tuple(cells_of(left_out)) if end is NodeEnd.CUTOFF else (),
            entered=visit.entered,
            left=self._clock,
        )
        self.nodes.append(node)
        self._clock += 1

    def _repeated(self, visit: _Visit) -> int | None:
        """Return the node whose value was cached; None if the search was entered."""
        if not self._is_cached:
            return None
        first = self._first.setdefault((visit.own, visit.other, visit.alpha, visit.beta), visit.id)
        return None if first == visit.id else first

    def _end(self, visit: _Visit, left_out: int, value: float) -> NodeEnd:
        if visit.looked_at:
            return NodeEnd.CUTOFF if left_out else NodeEnd.SEARCHED
        if has_line(self._position.geometry, visit.other):
            return NodeEnd.WIN if value > 0 else NodeEnd.LOSS
        return NodeEnd.DEPTH if left_out else NodeEnd.DRAW
