"""What is found out about a position: its score, its moves and their scores, best play."""

from collections.abc import Callable
from dataclasses import dataclass

from service.engine.board.position import Position
from service.engine.score import Score


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A legal move; moves of equal worth share a rank, and ranks count moves: 1, 1, 3.

    `estimate` is a guess at the score, only where the outcome is unknown.
    """

    cell: int
    rank: int
    score: Score
    estimate: int | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position, its score, and all legal moves with theirs, best first and then in cell order.

    `solved` says whether every move is proved. `nodes` counts the nodes of one cold search, those
    for the principal variation and the root included.
    """

    position: Position
    score: Score
    solved: bool
    moves: tuple[ScoredMove, ...]
    principal_variation: tuple[int, ...]
    nodes: int

    @property
    def best_moves(self) -> list[ScoredMove]:
        """All moves of rank 1; none when the game is over."""
        return [move for move in self.moves if move.rank == 1]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: the nodes that it has entered, and the moves that it has proved."""

    nodes: int
    max_nodes: int
    moves: int
    moves_proved: int
    best_move: int


Report = Callable[[Progress], None]
