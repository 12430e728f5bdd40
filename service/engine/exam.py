"""Determine from a player's moves whether the player is perfect.

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

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf

from .analysis import Analysis
from .board.geometry import MAX_SIDE
from .board.notation import MARK_OF_TOKEN, read_position
from .board.position import Mark, Position, Status
from .budget import MAX_NODES, MIN_NODES
from .errors import EngineError
from .explain.hints import describe_end, place
from .search.analyze import analyze
from .textbook.search import Valuation
from .values import Outcome, Score, final_bounds

NOTHING = -inf  # What is given up in a game without a mistake.
MAX_CELLS = 16
MAX_ENTRIES = 20_000
MAX_POSITIONS = 20_000
MAX_NAMED = 3  # Maximum number of better moves in `text`.

Moves = dict[Position, int]


class Result(StrEnum):
    """The result of a game for the player; `illegal` if the player made an illegal move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    ILLEGAL = "illegal"


class ExamVerdict(StrEnum):
    """The verdict on a player. Only `unbeaten` and `perfect` imply that all its moves are known.

    `illegal`: makes an illegal move; `loses`: loses a game that it could have drawn or won;
    `unbeaten`: does neither, but misses a win or, with `Valuation.SCORE`, wins later or loses
    sooner than necessary; `perfect`: makes no mistake; `incomplete`: none of these is known yet.
    """

    ILLEGAL = "illegal"
    LOSES = "loses"
    UNBEATEN = "unbeaten"
    PERFECT = "perfect"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True)
class Game:
    """The moves of a game, and its result for the player."""

    cells: tuple[int, ...]
    result: Result


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake by the player, with the score of the position and the score of the move."""

    position: Position
    cell: int
    best_moves: tuple[int, ...]
    before: Score
    after: Score


@dataclass(slots=True)
class Exam:
    """The findings of an exam.

    `positions` counts the positions reached in which the player is to move. `moved` counts those
    with a legal entry, `best` those with an entry of rank 1, and `kept` those with an entry that
    keeps the outcome. `missing` lists those without an entry, earliest first. `games` counts the
    complete games. `illegal`, `lost` and `worse` are the shortest games that end with an illegal
    move, with an avoidable loss, and worth less than the player gave up.
    """

    values: Valuation
    positions: int = 0
    games: int = 0
    moved: int = 0
    best: int = 0
    kept: int = 0
    missing: list[str] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    illegal: Game | None = None
    illegal_in: Position | None = None
    lost: Game | None = None
    worse: Game | None = None

    @property
    def verdict(self) -> ExamVerdict:
        """Return the verdict on the player."""
        if self.illegal:
            return ExamVerdict.ILLEGAL
        if self.lost:
            return ExamVerdict.LOSES
        if self.missing:
            return ExamVerdict.INCOMPLETE
        return ExamVerdict.UNBEATEN if self.worse else ExamVerdict.PERFECT

    @property
    def refutation(self) -> Game | None:
        """Return the shortest game that proves the verdict; None if no game does."""
        return self.illegal or self.lost or (None if self.missing else self.worse)

    @property
    def needed(self) -> list[str]:
        """Return the positions without an entry; none unless the verdict is incomplete."""
        return self.missing if self.verdict is ExamVerdict.INCOMPLETE else []

    @property
    def best_share(self) -> float | None:
        """Return `best` as a share of `moved`; None if the verdict is incomplete."""
        return self._share(self.best)

    @property
    def outcome_share(self) -> float | None:
        """Return `kept` as a share of `moved`; None if the verdict is incomplete."""
        return self._share(self.kept)

    def _share(self, moves: int) -> float | None:
        return None if self.verdict is ExamVerdict.INCOMPLETE else moves / max(1, self.moved)

    @property
    def text(self) -> str | None:
        """Return two sentences about the first mistake that explains the verdict, if any."""
        if self.illegal and self.illegal_in:
            return _advice_on_illegal(self.illegal_in, self.illegal.cells[-1])
        if self.lost:
            to_blame = (it for it in self.mistakes if it.after.outcome is Outcome.LOSS)
            lost = next(it for it in to_blame if it.before.outcome is not Outcome.LOSS)
            return _advice_on(lost, self.values)
        return _advice_on(self.mistakes[0], self.values) if self.refutation else None


def _advice_on(mistake: Mistake, values: Valuation) -> str:
    """Return two sentences about a mistake: the move played, and better moves."""
    position, best = mistake.position, mistake.best_moves
    played, result = _cell(position, mistake.cell), _result(mistake.after, values)
    *others, last = (_cell(position, cell) for cell in best[:MAX_NAMED])
    better = " or ".join([", ".join(others), last] if others else [last])
    start = "Better, for example" if len(best) > MAX_NAMED else "Better"
    best_result = _result(mistake.before, values)
    which = "each of which" if others else "which"
    return f"{_start(position)} {played}, which {result}. {start}: {better}, {which} {best_result}."


def _advice_on_illegal(position: Position, cell: int) -> str:
    """Return two sentences about an illegal move."""
    reason = "taken" if cell < position.geometry.size else "not on the board"
    return f"{_start(position)} cell {cell}, which is {reason}. Choose an empty cell."


def _start(position: Position) -> str:
    return f"In {position}, {position.side_to_move} plays"


def _cell(position: Position, cell: int) -> str:
    return f"cell {cell} ({place(position.geometry, cell)})"


def _result(score: Score, values: Valuation) -> str:
    return describe_end(score if values is Valuation.SCORE else Score(score.outcome, None))


def _read_moves(start: Position, side: Mark, entries: str) -> Moves:
    """Read a JSON object that maps boards to cells; raise EngineError if an entry is invalid."""
    document: dict[str, object] = json.loads(entries)
    if len(document) > MAX_ENTRIES:
        message = f"The exam has too many entries. Send at most {MAX_ENTRIES}."
        raise EngineError("exam_too_large", message, "moves")
    moves: Moves = {}
    size = f"{start.geometry.columns} columns and {start.geometry.rows} rows"
    rules = {
        "wrong_turn": f"On its board, {side} must be to move.",
        "wrong_shape": f"Its board must have {size}.",
    }
    for number, (board, cell) in enumerate(document.items(), 1):
        try:
            _add(moves, start, side, board, cell)
        except EngineError as error:
            message = f"Entry {number} is invalid. {rules.get(error.code, error)}"
            raise EngineError(error.code, message, "moves") from None
    return moves


def _add(moves: Moves, start: Position, side: Mark, board: str, cell: object) -> None:
    """Add an entry (a board and the cell to play on it); raise EngineError if it is invalid."""
    if not board or not all(char in MARK_OF_TOKEN or char == "/" for char in board):
        message = "Its board must be rows joined with `/`, such as `XO./.X./..O`."
        raise EngineError("wrong_value", message)
    geometry = start.geometry
    message = f"Its move must be an integer from 0 to {geometry.size - 1}."
    if not isinstance(cell, int | float) or isinstance(cell, bool):
        raise EngineError("wrong_type", message)
    if cell not in range(MAX_SIDE**2):
        raise EngineError("wrong_value", message)
    position = read_position(board, side, geometry.in_a_row, start.misere)
    if position.geometry != geometry:
        raise EngineError("wrong_shape", "The board has another size.")
    if moves.setdefault(position, int(cell)) != cell:
        message = "An earlier entry has another move on the same board. Remove one of the two."
        raise EngineError("wrong_value", message)


def examine(start: Position, side: Mark, entries: str, values: Valuation = Valuation.SCORE) -> Exam:
    """Examine a player; raise EngineError if an entry is invalid or the exam is too large."""
    moves = _read_moves(start, side, entries)
    if start.geometry.size > MAX_CELLS:
        message = f"The board is too large. Use at most {MAX_CELLS} cells."
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
                message = f"The exam exceeds {MAX_POSITIONS} positions. Use a smaller board."
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
            message = f"The searches exceed {MAX_NODES} nodes. Use a smaller board."
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
