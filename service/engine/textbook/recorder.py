"""Records the calls of a textbook search: each node, its window, and why the search left it.

The search sees each position from its side to move. Here, values and bounds are for the side to
move at the root, which maximizes, so they change sign at every odd ply.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import isinf
from typing import NamedTuple

from ..board.geometry import cells_of, has_line
from ..board.position import Mark
from ..errors import TraceTooLarge
from .search import Algorithm, AlphaBeta, Question

MAX_LISTED = 6_000


class NodeEnd(StrEnum):
    """Why a search left a node; the first three are finished games, for the root's side."""

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
        """Alpha and beta, from the root's point of view."""
        bounds = (-self.beta, -self.alpha) if self.ply % 2 else (self.alpha, self.beta)
        alpha, beta = (None if isinf(bound) else bound for bound in bounds)
        return alpha, beta


def limited(alpha_beta: AlphaBeta) -> AlphaBeta:
    """Return the same search, which raises TraceTooLarge at the first call beyond MAX_LISTED."""
    calls = 0

    def counted(own: int, other: int, alpha: float, beta: float) -> float:
        nonlocal calls
        calls += 1
        if calls > MAX_LISTED:
            raise TraceTooLarge(f"The search has more than {MAX_LISTED} nodes.")
        return alpha_beta(own, other, alpha, beta)

    return counted


class Recorder:
    """Lists the calls of a search."""

    def __init__(self, question: Question) -> None:
        self.nodes: list[Node] = []  # In the order in which the search left them.
        self._position = question.position
        self._is_cached = question.algorithm is Algorithm.ALPHA_BETA_CACHED
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
        node = Node(
            id=visit.id,
            parent=visit.parent.id if visit.parent else None,
            ply=visit.ply,
            cell=visit.cell,
            side=self._mover(visit.ply - 1) if visit.parent else None,
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

    def _mover(self, ply: int) -> Mark:
        """Return the side to move at this ply, counted from the root."""
        side = self._position.side_to_move
        return side.opponent if ply % 2 else side
