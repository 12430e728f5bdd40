"""Represent the result of an exam: a verdict, the game that proves it, and mistakes."""

from dataclasses import dataclass
from enum import StrEnum

from ..board.position import Position
from ..score import Score

MAX_POSITIONS = 20_000


class Result(StrEnum):
    """The result of a game for the player; `illegal` if it made an illegal move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Game:
    """The moves of a game, and its result for the player."""

    cells: tuple[int, ...]
    result: Result


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that is not among the best, by the values of the exam, and its value."""

    position: Position
    cell: int
    best_moves: tuple[int, ...]
    before: Score
    after: Score


class ExamVerdict(StrEnum):
    """The verdict on a player. Only `unbeaten` and `perfect` imply that all its moves are known.

    `illegal`: makes an illegal move; `loses`: loses a game that it could have drawn or won;
    `unbeaten`: never does, but misses a win, or wins later or loses sooner than necessary;
    `perfect`: always plays a best move.
    """

    ILLEGAL = "illegal"
    LOSES = "loses"
    UNBEATEN = "unbeaten"
    PERFECT = "perfect"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True)
class Exam:
    """The result of an exam.

    `needed` are the positions without an entry, earliest first; they are empty unless the
    verdict is `incomplete`.
    `positions` counts those reached in which the player is to move, `games` the complete games.
    The shares are those of moves of rank 1, and of moves that keep the outcome. `text` says what is
    wrong in the first wrong position. The shares and the text are None if it is incomplete.
    """

    verdict: ExamVerdict
    needed: tuple[str, ...]
    refutation: Game | None
    mistakes: tuple[Mistake, ...]
    positions: int
    games: int
    best_share: float | None = None
    outcome_share: float | None = None
    text: str | None = None
