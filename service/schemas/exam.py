"""The `/v1/exam` response, and its conversion from the engine."""

from typing import Annotated, Final

from pydantic import Field

from service.engine.board.notation import write_board
from service.engine.exam.report import MAX_POSITIONS, ExamVerdict, Game, Mistake, Result
from service.engine.exam.report import Exam as EngineExam
from service.schemas.base import ResponseModel
from service.schemas.conversion import from_score
from service.schemas.fields import MAX_CELLS, CellNumber
from service.schemas.responses import CellIndex, Count, Standing

MAX_LISTED: Final = 1_000


class Refutation(ResponseModel):
    """A game that shows the verdict."""

    moves: list[CellNumber] = Field(
        max_length=MAX_CELLS, description="The cells of both sides, from the empty board on."
    )
    result: Result = Field(
        description="How it ends for the player: `illegal` if its last move is not allowed."
    )


class ExamMistake(ResponseModel):
    """A move of the player that is not the best."""

    board: str = Field(description="The position, in its one written form.")
    cell: CellIndex = Field(description="The move of the player.")
    best_moves: list[CellNumber] = Field(max_length=MAX_CELLS, description="All moves of rank 1.")
    before: Standing = Field(description="The position, with best play.")
    after: Standing = Field(description="The move, as the position before it scores it.")


class Exam(ResponseModel):
    """Whether a player is perfect, and what shows that it is not."""

    verdict: ExamVerdict = Field(
        description="`illegal`: it makes a move that the rules forbid; `loses`: it loses a game "
        "that it need not lose; `unbeaten`: it does not, but lets a win slip or delays it, or "
        "hastens a loss; `perfect`: it always plays a best move; `incomplete`: entries are "
        "missing, and what is known is neither illegal nor loses."
    )
    needed: list[str] = Field(
        max_length=MAX_LISTED,
        description="Positions that the player comes into and that have no entry, the earliest "
        f"first, at most {MAX_LISTED}; none with a verdict.",
    )
    refutation: Refutation | None = Field(
        description="The shortest game that shows the verdict; null for `perfect` and `incomplete`."
    )
    mistakes: list[ExamMistake] = Field(
        max_length=MAX_LISTED,
        description=f"Moves that are not the best, the earliest first, at most {MAX_LISTED}.",
    )
    positions: Annotated[int, Field(ge=0, le=MAX_POSITIONS)] = Field(
        description="Positions in which the player moves or has to move, those needed included."
    )
    games: Count = Field(description="Games that come to their end by the entries sent.")


def from_exam(exam: EngineExam) -> Exam:
    """The `/v1/exam` response."""
    return Exam(
        verdict=exam.verdict,
        needed=list(exam.needed[:MAX_LISTED]),
        refutation=_from_game(exam.refutation) if exam.refutation else None,
        mistakes=[_from_mistake(mistake) for mistake in exam.mistakes[:MAX_LISTED]],
        positions=exam.positions,
        games=exam.games,
    )


def _from_game(game: Game) -> Refutation:
    return Refutation(moves=list(game.cells), result=game.result)


def _from_mistake(mistake: Mistake) -> ExamMistake:
    return ExamMistake(
        board=write_board(mistake.position),
        cell=mistake.cell,
        best_moves=list(mistake.best_moves),
        before=from_score(mistake.before),
        after=from_score(mistake.after),
    )
