"""What is found out about a position: its score, its moves and their scores, best play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from service.engine.board.position import Position
from service.engine.explain.reasons import Reason
from service.engine.score import UNKNOWN, Outcome, Score


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A legal move; moves of equal worth share a rank, and ranks count moves: 1, 1, 3.

    `estimate` is a guess at the score, given only if the outcome is unknown. The search leaves
    `reason` and `text` empty; `explained` (explain/hints.py) fills them in.
    """

    cell: int
    rank: int
    score: Score
    estimate: int | None
    reason: Reason | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position, its score, and all legal moves with theirs, best first and then in cell order.

    `solved` says whether every move is proved. `exact` says whether the score is: always where
    the position is solved, never where it is unknown; a proved win is exact if no move that is
    not proved can win faster. `nodes` counts the nodes of one cold search, those for the
    principal variation and the root included.
    """

    position: Position
    score: Score
    solved: bool
    exact: bool
    moves: tuple[ScoredMove, ...]
    principal_variation: tuple[int, ...]
    nodes: int

    @property
    def best_moves(self) -> list[ScoredMove]:
        """All moves of rank 1; none when the game is over."""
        return [move for move in self.moves if move.rank == 1]

    def with_proved(self, cell: int, score: Score) -> "Analysis":
        """The analysis with one more move proved, which was unknown."""
        found = {move.cell: (move.score, move.estimate) for move in self.moves}
        moves = ranked(found | {cell: (score, None)})
        solved = all(move.score != UNKNOWN for move in moves)
        best = moves[0]
        same = best.cell == self.moves[0].cell
        return replace(
            self,
            score=position_score(moves),
            solved=solved,
            exact=solved or (self.exact and best.score == self.score),
            moves=moves,
            principal_variation=self.principal_variation if same else (best.cell,),
        )


def ranked(found: Mapping[int, tuple[Score, int | None]]) -> tuple[ScoredMove, ...]:
    """The moves by cell with score and estimate: best first, equals in cell order."""
    keys = {cell: _rank_key(score, estimate or 0) for cell, (score, estimate) in found.items()}
    ascending = sorted(keys.values())
    return tuple(
        ScoredMove(cell, 1 + ascending.index(keys[cell]), *found[cell])
        for cell in sorted(keys, key=lambda cell: (keys[cell], cell))
    )


def position_score(moves: tuple[ScoredMove, ...]) -> Score:
    """The score of the best move if all moves are proved or if it wins, else unknown."""
    proved = moves[0].score.outcome is Outcome.WIN or all(m.score != UNKNOWN for m in moves)
    return moves[0].score if proved else UNKNOWN


def _rank_key(score: Score, estimate: int) -> tuple[int, int]:
    """Proved wins, proved draws, unknown moves, proved losses; within each the better first."""
    if score.points is None:
        return (2, -estimate)
    group = {Outcome.WIN: 0, Outcome.DRAW: 1, Outcome.LOSS: 3}[score.outcome]
    return (group, -score.points)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: the nodes that it has entered, and the moves that it has proved."""

    nodes: int
    max_nodes: int
    moves: int
    moves_proved: int
    best_move: int


Report = Callable[[Progress], None]
