"""What an exam finds: a verdict, the game that shows it, and mistakes."""

from dataclasses import dataclass
from enum import StrEnum

from service.engine.board.position import Position
from service.engine.score import Score

MAX_POSITIONS = 20_000


class Result(StrEnum):
    """How a game ends for the player; `illegal` with a move of its own that is not one."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Game:
    """The moves of a game, and how it ends for the player."""

    cells: tuple[int, ...]
    result: Result


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that is not the best: what the position was worth before it, and with it."""

    position: Position
    cell: int
    best_moves: tuple[int, ...]
    before: Score
    after: Score


class ExamVerdict(StrEnum):
    """What a player is; all of its moves are known, but for the first two and the last.

    `illegal`: it makes a move that the rules forbid; `loses`: it loses a game that it need not
    lose; `unbeaten`: it does not, but lets a win slip or delays it, or hastens a loss; `perfect`:
    it always plays a best move.
    """

    ILLEGAL = "illegal"
    LOSES = "loses"
    UNBEATEN = "unbeaten"
    PERFECT = "perfect"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True)
class Exam:
    """The result of an exam.

    `needed` are the positions to be asked next, the earliest first; there are none with a verdict.
    `positions` are those in which the player has been seen to move or is asked to, `games` those
    that have come to their end.
    """

    verdict: ExamVerdict
    needed: tuple[str, ...]
    refutation: Game | None
    mistakes: tuple[Mistake, ...]
    positions: int
    games: int
