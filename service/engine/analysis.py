"""Represent the analysis of a position: what is known about its moves, and best play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from .board.position import Position
from .board.symmetry import Symmetry, representatives
from .values import Bounds, Outcome, Score, final_bounds


class Reason(StrEnum):
    """The reasons for moves, strongest first."""

    WIN = "win"
    BLOCK = "block"
    FORK = "fork"
    BLOCK_FORK = "block_fork"
    CENTER = "center"
    OPPOSITE_CORNER = "opposite_corner"
    CORNER = "corner"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class Trap:
    """The number of the opponent's replies to a move, and how many of them are not mistakes.

    `gain` is the strength of the trap, from 0 to 1 (play/traps.py). `proved` means that the
    outcome of every reply is proved; otherwise, `safe_replies` is only a maximum.
    """

    gain: Fraction
    safe_replies: int
    replies: int
    proved: bool = True


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A legal move in a position with `plies_left` empty cells; tied moves share a rank: 1, 1, 3.

    `bounds` is all that is known about its value. `estimate` is an estimated score, set only if the
    outcome is unknown. The search leaves `reason` and `text` empty; `explain` (explain.py)
    fills them in. Only `with_traps` (play/traps.py) sets `trap`.
    """

    cell: int
    rank: int
    bounds: Bounds
    plies_left: int
    estimate: int | None
    reason: Reason | None = None
    text: str = ""
    trap: Trap | None = None

    @property
    def score(self) -> Score:
        """Return the outcome and its length, as far as they are proved."""
        return self.bounds.score(self.plies_left)


@dataclass(frozen=True, slots=True)
class Findings:
    """The bounds of all moves of a position, by cell, and the estimates of the unknown ones.

    The search for them starts with an empty cache, and enters this number of nodes.
    """

    bounds: dict[int, Bounds]
    estimates: dict[int, int]
    nodes: int

    def image(self, symmetry: Symmetry) -> "Findings":
        """Return the findings about the image of the position."""
        bounds = {symmetry[cell]: bounds for cell, bounds in self.bounds.items()}
        estimates = {symmetry[cell]: estimate for cell, estimate in self.estimates.items()}
        return Findings(bounds, estimates, self.nodes)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position and all legal moves with their bounds, best first, ties in cell order.

    `nodes` counts all nodes entered, including those for the estimates and the principal variation.
    """

    position: Position
    moves: tuple[ScoredMove, ...]
    principal_variation: tuple[int, ...]
    nodes: int

    @property
    def bounds(self) -> Bounds:
        """Return what the bounds of the moves prove about the value of the position."""
        if not self.moves:
            return final_bounds(self.position, self.position.side_to_move)
        lowest = max(move.bounds.lowest for move in self.moves)
        return Bounds(lowest, max(move.bounds.highest for move in self.moves))

    @property
    def score(self) -> Score:
        """Return the best move's score if the position's outcome is proved, otherwise none.

        If the bounds of a win are not exact, an unproved move could win faster.
        """
        bounds = self.bounds
        if self.moves and bounds.outcome is not Outcome.UNKNOWN:
            return self.moves[0].score
        return bounds.score(self.position.plies_left)

    @property
    def solved(self) -> bool:
        """Return whether the score of every move is proved."""
        return all(move.bounds.is_exact for move in self.moves)

    @property
    def best_moves(self) -> list[ScoredMove]:
        """Return all moves of rank 1; an empty list if the game is over."""
        return [move for move in self.moves if move.rank == 1]

    def move(self, cell: int) -> ScoredMove:
        """Return the move at a cell."""
        return next(move for move in self.moves if move.cell == cell)

    def with_bounds(self, cell: int, bounds: Bounds) -> "Analysis":
        """Return the analysis with these bounds, too, on a move and those symmetric to it."""
        first_of = representatives(self.position)
        known = {move.cell: move.bounds for move in self.moves}
        known |= {each: known[each] & bounds for each in known if first_of[each] == first_of[cell]}
        moves = ranked(known, {move.cell: move.estimate or 0 for move in self.moves})
        best = moves[0].cell
        variation = self.principal_variation if self.moves[0].cell == best else (best,)
        return Analysis(self.position, moves, variation, self.nodes)


def ranked(bounds: Mapping[int, Bounds], estimates: Mapping[int, int]) -> tuple[ScoredMove, ...]:
    """Return all moves of a position, best first: by bounds, unknown outcomes by estimate."""
    keys: dict[int, tuple[int, ...]] = {}
    for cell in sorted(bounds):
        key = bounds[cell].order
        keys[cell] = key if key[0] else (0, estimates[cell])
    moves: list[ScoredMove] = []
    for cell in sorted(keys, key=keys.__getitem__, reverse=True):
        is_tied = moves and keys[moves[-1].cell] == keys[cell]
        rank = moves[-1].rank if is_tied else len(moves) + 1
        estimate = None if keys[cell][0] else keys[cell][1]
        moves.append(ScoredMove(cell, rank, bounds[cell], len(bounds), estimate))
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search: the nodes entered, the moves proved, and the best moves so far."""

    nodes: int
    max_nodes: int
    moves: int
    moves_proved: int
    best_moves: tuple[int, ...]

    def image(self, symmetry: Symmetry) -> "Progress":
        """Return the progress of a search of the image of the position."""
        return replace(self, best_moves=tuple(sorted(symmetry[cell] for cell in self.best_moves)))


Report = Callable[[Progress], None]
