"""Examine a player.

An exam plays all games that can occur with this player: its own moves, and every reply of its
opponent. It handles the positions of one ply together, each only once, even if many games reach it.

The *worth* of a game is 100 - plies for a win, -(100 - plies) for a loss, and 0 for a draw, where
`plies` is the length of the whole game. If only the outcome counts, a win is worth 1, a loss -1 and
a draw 0. A position or a move is worth as much as the game that follows with best play.

A mistake is a move worth less than its position; it *gives up* the worth of its position, not just
the difference. Of several mistakes in a game, only the one that gives up the most counts. A game
worth less than the player gave up proves a mistake. Of all games that lead to a position, the exam
keeps only the one in which the player gave up the most. If any of them goes on to prove a mistake,
so does the kept one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf

from ..analysis import Analysis
from ..board.position import Mark, Position, Status
from ..budget import MAX_NODES, MIN_NODES
from ..errors import EngineError
from ..search.analyze import analyze
from ..textbook.search import Valuation
from ..values import Outcome, Score, final_bounds
from .entries import Moves, read_moves
from .findings import Exam, Game, Mistake, Result

NOTHING = -inf  # What is given up in a game without a mistake.
MAX_CELLS = 16
MAX_POSITIONS = 20_000


def examine(
    start: Position, side: Mark, entries: Mapping[str, object], values: Valuation = Valuation.SCORE
) -> Exam:
    """Examine a player, given the cells that it plays, by board.

    Raise EngineError if an entry is invalid or the exam is too large.
    """
    moves = read_moves(start, side, entries)
    if start.geometry.size > MAX_CELLS:
        message = f"The board is too large; use at most {MAX_CELLS} cells."
        raise EngineError("exam_too_large", message, "moves")
    return _Examiner(start, side, moves, Exam(values)).examine()


@dataclass(slots=True)
class _ReachedPosition:
    """The number of games reaching a position, and the one in which the player gave up the most."""

    games: int
    cells: tuple[int, ...]
    given_up: float


@dataclass(slots=True)
class _Examiner:
    """The state of an exam, which plays every game against the player."""

    start: Position
    side: Mark
    moves: Moves
    exam: Exam
    nodes: int = 0

    def examine(self) -> Exam:
        """Visit the positions ply by ply; raise EngineError if there are too many."""
        layer = {self.start: _ReachedPosition(1, (), NOTHING)}
        while layer:
            following: dict[Position, _ReachedPosition] = {}
            for position, reached in layer.items():
                for cell, given_up in self._moves_in(position, reached):
                    new = _ReachedPosition(reached.games, (*reached.cells, cell), given_up)
                    known = following.setdefault(position.play(cell), new)
                    if known is not new:
                        known.games += new.games
                        if new.given_up > known.given_up:
                            known.cells, known.given_up = new.cells, new.given_up
            layer = following
        return self.exam

    def _moves_in(
        self, position: Position, reached: _ReachedPosition
    ) -> Iterator[tuple[int, float]]:
        """Yield each move that can follow, with the worth that the player has given up after it.

        If the player is to move, yield only its own move; nothing if that is unknown or illegal.
        """
        if position.status is not Status.IN_PROGRESS:
            self._end(position, reached)
        elif position.side_to_move is not self.side:
            yield from ((cell, reached.given_up) for cell in position.legal_moves)
        else:
            self.exam.positions += 1
            if self.exam.positions > MAX_POSITIONS:
                message = f"The exam exceeds {MAX_POSITIONS} positions; use a smaller board."
                raise EngineError("exam_too_large", message, "moves")
            cell = self.moves.get(position)
            if cell is None:
                self.exam.missing.append(str(position))
            elif cell in position.legal_moves:
                yield cell, max(reached.given_up, self._given_up(position, cell))
            elif not self.exam.illegal:
                self.exam.illegal = Game((*reached.cells, cell), Result.ILLEGAL)
                self.exam.illegal_in = position

    def _given_up(self, position: Position, cell: int) -> float:
        """Record a move, and return the worth that it gives up; NOTHING if it is not a mistake."""
        analysis = self._analysis(position)
        move = analysis.move(cell)
        self.exam.moved += 1
        self.exam.best += move.rank == 1
        self.exam.kept += move.score.outcome is analysis.score.outcome
        most = self._worth(position, analysis.score)
        worths = {each.cell: self._worth(position, each.score) for each in analysis.moves}
        if worths[cell] == most:
            return NOTHING
        best = tuple(each for each in worths if worths[each] == most)
        self.exam.mistakes.append(Mistake(position, cell, best, analysis.score, move.score))
        return most

    def _analysis(self, position: Position) -> Analysis:
        """Return an analysis with every move proved; raise EngineError if MAX_NODES is exceeded."""
        analysis = analyze(position, max(MIN_NODES, MAX_NODES - self.nodes))
        self.nodes += analysis.nodes
        if self.nodes > MAX_NODES or not analysis.solved:
            message = f"The searches exceed {MAX_NODES} nodes; use a smaller board."
            raise EngineError("exam_too_large", message, "moves")
        return analysis

    def _end(self, position: Position, reached: _ReachedPosition) -> None:
        """Count a finished position's games; record the one in `reached` if it proves a mistake."""
        self.exam.games += reached.games
        score = final_bounds(position, self.side).score(position.plies_left)
        game = Game(reached.cells, Result(score.outcome))
        if self._worth(position, score) < reached.given_up:
            self.exam.worse = self.exam.worse or game
        if score.outcome is Outcome.LOSS and reached.given_up >= 0:
            self.exam.lost = self.exam.lost or game

    def _worth(self, position: Position, score: Score) -> float:
        """Return what a score in a position is worth, with plies that count from the start."""
        sign = score.outcome.sign
        if self.exam.values is Valuation.OUTCOME:
            return sign
        return (score.points or 0) - sign * (position.geometry.size - position.plies_left)
