"""Visit the games that a player can reach: its own moves, and every reply of its opponent.

The positions of one ply are handled together, each once, however many games lead there. Results
are compared in *points* counted from the start: 100 - plies for a win, -(100 - plies) for a loss, 0
for a draw, where plies are those of the whole game. So of two wins, the faster has more. If only
the outcome counts, they are 1, -1 and 0.

A mistake is a move that has fewer points than the best. It gives up the value of the position, and
a game with a result below that value proves it. Of all games that lead to one position, all equally
long, the one that has given up the most proves the most, so only that one is kept.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf

from ..analysis import Analysis, ScoredMove
from ..board.notation import write_board
from ..board.position import Mark, Position, Status
from ..budget import MAX_NODES, MIN_NODES
from ..errors import ExamTooLarge
from ..score import Outcome, Score
from ..search.analyze import analyze
from ..textbook.search import Valuation
from .entries import Moves
from .report import MAX_POSITIONS, Game, Mistake, Result

NOTHING = -inf  # What a game without a mistake gives up.
MAX_CELLS = 16


@dataclass(slots=True)
class Reached:
    """How a position is reached: the number of games, and the one that has given up the most."""

    games: int
    cells: tuple[int, ...]
    given_up: float


@dataclass(slots=True)
class Traversal:
    """Play every game against a player. `needed` are positions without an entry, earliest first.

    `illegal`, `lost` and `worse` are the shortest games that end with an illegal move, in a loss
    that was not forced, and below the value given up. Of the `moved` positions with a legal entry,
    the move is of rank 1 in `best`, and keeps the outcome in `kept`.
    """

    start: Position
    side: Mark
    moves: Moves
    values: Valuation
    positions: int = 0
    moved: int = 0
    best: int = 0
    kept: int = 0
    games: int = 0
    nodes: int = 0
    needed: list[str] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    illegal: Game | None = None
    illegal_in: Position | None = None
    lost: Game | None = None
    worse: Game | None = None

    def run(self) -> None:
        """Visit the positions ply by ply; raise ExamTooLarge."""
        if self.start.geometry.size > MAX_CELLS:
            raise ExamTooLarge(f"The board is too large. Use at most {MAX_CELLS} cells.")
        layer = {self.start: Reached(1, (), NOTHING)}
        while layer:
            following: dict[Position, Reached] = {}
            for position, reached in layer.items():
                for cell, given_up in self._moves_in(position, reached):
                    games, cells = reached.games, (*reached.cells, cell)
                    _join(following, position.play(cell), Reached(games, cells, given_up))
            layer = following

    def _moves_in(self, position: Position, reached: Reached) -> Iterable[tuple[int, float]]:
        """Return the moves to continue with, and the points that have been given up with them."""
        if position.status is not Status.IN_PROGRESS:
            self._end(position, reached)
            return ()
        if position.side_to_move is self.side:
            return self._own_move(position, reached)
        return ((cell, reached.given_up) for cell in position.legal_moves)

    def _own_move(self, position: Position, reached: Reached) -> Iterator[tuple[int, float]]:
        """Yield the player's move, if it is known and legal."""
        self.positions += 1
        if self.positions > MAX_POSITIONS:
            raise ExamTooLarge(f"The exam exceeds {MAX_POSITIONS} positions. Use a smaller board.")
        cell = self.moves.get(position)
        if cell is None:
            self.needed.append(write_board(position))
        elif cell not in position.legal_moves:
            self.illegal = self.illegal or Game((*reached.cells, cell), Result.ILLEGAL)
            self.illegal_in = self.illegal_in or position
        else:
            yield cell, max(reached.given_up, self._given_up(position, cell))

    def _given_up(self, position: Position, cell: int) -> float:
        """Return the points of the position if the move is a mistake, otherwise NOTHING."""
        analysis = self._analysis(position)
        move = next(move for move in analysis.moves if move.cell == cell)
        self.moved += 1
        self.best += move.rank == 1
        self.kept += move.score.outcome is analysis.score.outcome
        if self._is_good(move, analysis):
            return NOTHING
        good = tuple(each.cell for each in analysis.moves if self._is_good(each, analysis))
        self.mistakes.append(Mistake(position, cell, good, analysis.score, move.score))
        return self._points(position, analysis.score)

    def _is_good(self, move: ScoredMove, analysis: Analysis) -> bool:
        """Return whether a move is no mistake."""
        if self.values is Valuation.OUTCOME:
            return move.score.outcome is analysis.score.outcome
        return move.rank == 1

    def _analysis(self, position: Position) -> Analysis:
        """Return the analysis of a position with every move proved; raise ExamTooLarge."""
        analysis = analyze(position, max(MIN_NODES, MAX_NODES - self.nodes))
        self.nodes += analysis.nodes
        if self.nodes > MAX_NODES or not analysis.solved:
            raise ExamTooLarge(f"The searches exceed {MAX_NODES} positions. Use a smaller board.")
        return analysis

    def _end(self, position: Position, reached: Reached) -> None:
        """Record the games that end here, and what the first of them proves."""
        self.games += reached.games
        outcome = _outcome(position, self.side)
        points = self._points(position, Score(outcome, 0))
        game = Game(reached.cells, Result(outcome))
        if points < reached.given_up:
            self.worse = self.worse or game
        if outcome is Outcome.LOSS and reached.given_up >= 0:
            self.lost = self.lost or game

    def _points(self, position: Position, score: Score) -> float:
        """Return the points of a score in a position."""
        if self.values is Valuation.OUTCOME:
            return score.outcome.sign
        played = position.geometry.size - position.plies_left
        points = score.points or 0
        return points - played if points > 0 else points + played if points < 0 else 0


def _join(layer: dict[Position, Reached], position: Position, reached: Reached) -> None:
    """Add games that reach a position to those already known."""
    known = layer.setdefault(position, reached)
    if known is not reached:
        known.games += reached.games
        if reached.given_up > known.given_up:
            known.cells, known.given_up = reached.cells, reached.given_up


def _outcome(position: Position, side: Mark) -> Outcome:
    """Return the outcome of a finished game for a side."""
    if position.winner is None:
        return Outcome.DRAW
    return Outcome.WIN if position.winner is side else Outcome.LOSS
