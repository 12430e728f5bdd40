"""What an exam has found: the verdict on a player, and the proof."""

from dataclasses import dataclass, field
from enum import StrEnum

from ..board.position import Position
from ..explain import describe_end, place
from ..textbook.search import Valuation
from ..values import Outcome, Score

MAX_NAMED = 3  # Maximum number of better moves in `text`.


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
