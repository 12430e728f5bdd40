"""Responses about positions and moves, and their conversion from the engine."""

from functools import lru_cache
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AliasChoices, Field
from typing_extensions import TypeAliasType

from ..engine.analysis import Analysis as EngineAnalysis
from ..engine.analysis import ScoredMove
from ..engine.board.geometry import MAX_SIDE, MIN_SIDE
from ..engine.board.notation import marks
from ..engine.board.position import Mark, Status
from ..engine.board.position import Position as EnginePosition
from ..engine.explain.reasons import Reason as EngineReason
from ..engine.play.choice import choose
from ..engine.play.levels import Level
from ..engine.values import Outcome
from ..problems.catalogue import Problem
from .base import ResponseModel, open_enum
from .board import BOARD_CELLS, CellIndex, CellNumber
from .requests import MAX_POSITIONS, Id, Seed

MAX_COUNT: Final = 2**53 - 1  # Every language can represent integers up to this exactly.
MAX_LEVELS: Final = 100  # This leaves room for more levels and measurements.
MAX_ELO: Final = 10_000
MAX_LINES: Final = 224  # The number of lines of three on the largest board.

CellIndices = Annotated[list[CellNumber], Field(max_length=BOARD_CELLS)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Replies = Annotated[int, Field(ge=1, le=BOARD_CELLS)]
Plies = Annotated[int, Field(ge=0, le=BOARD_CELLS)]
Points = Annotated[int, Field(ge=-100, le=100)]
Index = Annotated[int, Field(ge=0, le=MAX_SIDE - 1)]
SideLength = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]

# Not Level, which is closed in requests: with one open schema, generated clients would lose their
# enum of levels, and with a closed one, they would reject the levels of later releases.
LevelName = TypeAliasType(
    "LevelName", Annotated[str, open_enum(Level, "The name of a level; the first is weakest.")]
)
Reason = TypeAliasType(
    "Reason",
    Annotated[str, open_enum(EngineReason, "The reason for a move; the first is strongest.")],
)

# Fields with the same meaning in every model.
CellField = Annotated[CellIndex, Field(description="`row * columns + column`")]
RowField = Annotated[Index, Field(description="The row of the cell, from 0 at the top.")]
ColumnField = Annotated[Index, Field(description="The column of the cell, from 0 on the left.")]
ColumnsField = Annotated[SideLength, Field(description="The number of columns.")]
RowsField = Annotated[SideLength, Field(description="The number of rows.")]
InARowField = Annotated[SideLength, Field(description="The length of a line.")]
PliesToEnd = Annotated[
    Plies | None,
    Field(
        description="Plies to the end of the game with best play; null if not proved, which is "
        "possible even if the outcome is proved."
    ),
]
ScoreField = Annotated[
    Points | None,
    Field(
        description="100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a "
        "draw; null if plies_to_end is null."
    ),
]


class Position(ResponseModel):
    """A position, with everything a page needs to show it."""

    notation: str = Field(description="The board in its canonical notation: `XO./.X./..O`.")
    cells: list[Mark | None] = Field(max_length=BOARD_CELLS)
    """The mark in each cell; null if empty."""
    columns: ColumnsField
    rows: RowsField
    in_a_row: InARowField
    misere: bool = Field(description="Whether completing a line loses.")
    side_to_move: Mark
    """The side that moves next, or would if the game were not over."""
    status: Status = Field(description="`drawn` means a full board without a line.")
    winner: Mark | None = Field(description="The winning side; null if there is none.")
    winning_lines: list[Annotated[list[CellNumber], Field(max_length=MAX_SIDE)]] = Field(
        max_length=MAX_LINES
    )
    """All completed lines, of `in_a_row` cells each, sorted."""

    @classmethod
    def of(cls, position: EnginePosition) -> Self:
        """Convert a position from the engine."""
        geometry = position.geometry
        size = {name: getattr(geometry, name) for name in ("columns", "rows", "in_a_row")}
        return cls(**cls.fields(position, notation=str(position), cells=marks(position), **size))


class Standing(ResponseModel):
    """The value of a position or a move, for the side that moves."""

    outcome: Outcome = Field(description="The outcome with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField = Field(validation_alias=AliasChoices("score", "points"))


class Trap(ResponseModel):
    """The number of the opponent's replies to a move, and how many of them are safe."""

    safe_replies: Replies
    """The number of replies not proved to worsen the opponent's outcome."""
    replies: Replies = Field(description="All replies.")


class Move(ResponseModel):
    """A legal move, and its outcome and score for the side that makes it."""

    side: Mark = Field(description="The side that makes the move.")
    cell: CellField
    row: RowField
    column: ColumnField
    rank: Annotated[int, Field(ge=1, le=BOARD_CELLS)]
    """1 for the best moves; tied moves share a rank: 1, 1, 3. If it is not proved how long a win or
    loss takes, it ranks as the slowest that it can be."""
    outcome: Outcome = Field(description="The outcome after this move, with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField
    estimate: Points | None
    """An estimated score if the outcome is `unknown`; otherwise null."""
    at_least: Outcome | None
    """The worst outcome that the move can have; null if unknown. Equal to `outcome` if that is
    proved."""
    at_most: Outcome | None
    """The best outcome that the move can have; null if unknown. Equal to `outcome` if that is
    proved."""
    reason: Reason | None
    """The first strategy of Newell and Simon (1972) that the move follows; null if there is none,
    or in misère."""
    text: str
    """A one-sentence hint. On boards other than 3x3, it uses coordinates: a column letter and a row
    number; a1 is cell 0."""
    trap: Trap | None
    """Counts of the opponent's replies; null if the move ends the game, or `traps` is not set."""

    @staticmethod
    def fields_of(move: ScoredMove, position: EnginePosition) -> dict[str, Any]:
        """Return the fields of a move in a position."""
        row, column = divmod(move.cell, position.geometry.columns)
        score = move.score
        return {  # One by one, because this is done for every move of every analysis.
            "side": position.side_to_move,
            "cell": move.cell,
            "row": row,
            "column": column,
            "rank": move.rank,
            "outcome": score.outcome,
            "plies_to_end": score.plies_to_end,
            "score": score.points,
            "estimate": move.estimate,
            "at_least": move.at_least,
            "at_most": move.at_most,
            "reason": move.reason,
            "text": move.text,
            "trap": move.trap,
        }


class Analysis(ResponseModel):
    """A position, its score, and the score of each legal move."""

    position: Position = Field(description="The position in the request.")
    outcome: Outcome = Field(description="The outcome with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField
    solved: bool = Field(description="Whether every legal move has an exact score.")
    exact: bool
    """Whether the score is proved. A win is not exact if another move could win faster."""
    best_move: CellIndex | None = Field(description="The first best move; null in a finished game.")
    best_moves: CellIndices = Field(description="All moves of rank 1.")
    principal_variation: CellIndices
    """Best play from `best_move` to the end of the game, or as far as it is proved."""
    moves: list[Move] = Field(max_length=BOARD_CELLS, description="Every legal move, best first.")
    nodes: Annotated[int, Field(ge=1, le=MAX_COUNT)]
    """Nodes searched: a position counts each time the search examines it. A cached response reports
    the original number."""

    @classmethod
    @lru_cache(maxsize=64)  # Conversion would take half of the time of a repeated POST.
    def of(cls, analysis: EngineAnalysis, *, only_best: bool = False) -> Self:
        """Convert an analysis from the engine, with all moves or only those of rank 1."""
        best, position, score = analysis.best_moves, analysis.position, analysis.score
        moves = best if only_best else analysis.moves
        fields = cls.fields(
            analysis,
            position=Position.of(position),
            best_move=best[0].cell if best else None,
            best_moves=[move.cell for move in best],
            moves=[Move.fields_of(move, position) for move in moves],
            outcome=score.outcome,
            plies_to_end=score.plies_to_end,
            score=score.points,
        )
        return cls(**fields)


class BestMove(ResponseModel):
    """The move played, and the position after it."""

    move: Move | None = Field(description="The move; null in a finished game.")
    level: LevelName = Field(description="The level in the request.")
    seed: Seed | None = Field(description="The seed in the request; null if it had none.")
    position: Position
    """The position after the move; in a finished game, the position in the request."""

    @classmethod
    def of(cls, analysis: EngineAnalysis, level: Level, seed: int | None) -> Self:
        """Return the move that the level chooses from an analysis, and the position after it."""
        chosen = choose(analysis, level, seed)
        after = analysis.position.play(chosen.cell) if chosen else analysis.position
        fields = chosen and Move.fields_of(chosen, analysis.position)
        return cls.model_validate(
            {"move": fields, "level": level, "seed": seed, "position": Position.of(after)}
        )


class AnalysisResult(ResponseModel):
    """The result for one position."""

    index: Annotated[int, Field(ge=0, le=MAX_POSITIONS - 1)] | None
    """The index of the position in the request; null if the whole request failed."""
    id: Id | None = Field(description="The ID of the position; null if it has none.")
    analysis: Analysis | None
    """The `/v1/analysis` response, with only the moves selected by `moves`; null if there is a
    problem."""
    problem: Problem | None
    """For an illegal position, the `/v1/analysis` problem, with pointers relative to the position.
    For a failed request, its problem. Otherwise null."""
    budget_cut: bool
    """Whether the position got fewer nodes than it could use alone, because of the budget of the
    whole request."""


class Analyses(ResponseModel):
    """The result for each position, in order."""

    results: list[AnalysisResult] = Field(max_length=MAX_POSITIONS)
    """One result for each position."""
    nodes: Count = Field(description="The nodes of all results, including repeated positions.")


class Health(ResponseModel):
    """The state of a running service."""

    status: Literal["ok"] = Field(description="`ok`.")
    version: str = Field(description="The release.")
    search: str
    """The search in use for all but the smallest positions: `compiled`, or `python`, which solves
    fewer of them."""


class Strength(ResponseModel):
    """Games of one level against another; each level starts half of the games."""

    columns: ColumnsField
    rows: RowsField
    in_a_row: InARowField
    opponent: LevelName = Field(description="The other level.")
    traps: bool = Field(description="Whether the level set traps; only `perfect` can.")
    games: Count = Field(description="Games played.")
    wins: Count = Field(description="Games won by the level.")
    draws: Count = Field(description="Drawn games.")
    losses: Count = Field(description="Games won by the opponent.")
    elo: Annotated[int, Field(ge=-MAX_ELO, le=MAX_ELO)] | None
    """The difference in Elo points; null if one level won every game."""
    elo_error: Count | None = Field(description="Half the width of the 95% interval of `elo`.")


class LevelInfo(ResponseModel):
    """A level and its strength."""

    level: LevelName = Field(description="The level's name, as in `/v1/best-move`.")
    description: str = Field(description="The level's strengths and weaknesses.")
    strength: list[Strength] = Field(max_length=MAX_LEVELS)
    """The level's results in the seeded games of `make ladder`, in which completing a line wins."""


class Levels(ResponseModel):
    """All levels, weakest first."""

    levels: list[LevelInfo] = Field(max_length=MAX_LEVELS, description="The levels, weakest first.")
