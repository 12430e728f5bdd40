"""What an answer holds. Every field is always there; null stands for what does not apply."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from service.engine.board.geometry import MAX_SIDE, MIN_SIDE
from service.engine.board.position import Mark, Status
from service.engine.explain.reasons import Reason
from service.engine.explain.verdict import Verdict
from service.engine.play.levels import Level
from service.engine.score import Outcome
from service.schemas.requests import MAX_CELLS, Seed

CellIndex = Annotated[int, Field(ge=0, lt=MAX_CELLS)]
Count = Annotated[int, Field(ge=0)]
Plies = Annotated[int, Field(ge=0, le=MAX_CELLS)]
Points = Annotated[int, Field(ge=-100, le=100)]
SideLength = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]


class Answer(BaseModel):
    """What all answers have in common."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Position(Answer):
    """A position, with all that a page needs to show it."""

    notation: str = Field(description="The board in its one written form: `XO./.X./..O`.")
    cells: list[Mark | None] = Field(description="The mark of each cell, null where it is empty.")
    columns: SideLength
    rows: SideLength
    in_a_row: SideLength
    misere: bool
    side_to_move: Mark = Field(description="In a finished game, the side that would be next.")
    status: Status = Field(description="`drawn` means a full board without a line.")
    winner: Mark | None
    winning_lines: list[list[CellIndex]] = Field(
        description="Every completed line as `in_a_row` cells, sorted."
    )


class Move(Answer):
    """A legal move and its exact score, for the side that makes it."""

    cell: CellIndex = Field(description="`row * columns + column`")
    row: Annotated[int, Field(ge=0, lt=MAX_SIDE)]
    column: Annotated[int, Field(ge=0, lt=MAX_SIDE)]
    rank: Annotated[int, Field(ge=1, le=MAX_CELLS)] = Field(
        description="1 for the best moves; equals share a rank: 1, 1, 3."
    )
    outcome: Outcome
    plies_to_end: Plies | None = Field(
        description="Plies to the end of the game with best play; null if not proved."
    )
    score: Points | None = Field(
        description="100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a "
        "draw; null if not proved."
    )
    estimate: Points | None = Field(
        description="A guess at the score, only where the outcome is `unknown`."
    )
    reason: Reason | None = Field(
        description="What the move does, by the strategy ladder of Newell and Simon (1972): the "
        "first that holds. Null where none does, and in misère."
    )
    text: str = Field(description="The move in one plain sentence, as a hint for a person.")


class Analysis(Answer):
    """A position, its score and that of each legal move."""

    position: Position
    outcome: Outcome
    plies_to_end: Plies | None
    score: Points | None
    solved: bool = Field(description="Whether every legal move has an exact score.")
    best_move: CellIndex | None = Field(description="The first best move; null in a finished game.")
    best_moves: list[CellIndex] = Field(description="All moves of rank 1.")
    principal_variation: list[CellIndex] = Field(
        description="Best play from `best_move` to the end of the game."
    )
    moves: list[Move] = Field(description="Every legal move, best first.")
    nodes: Annotated[int, Field(ge=1)] = Field(
        description="Positions that one cold search of this request enters."
    )


class Progress(Answer):
    """How far a search is."""

    nodes: Count = Field(description="Positions entered so far.")
    max_nodes: Count = Field(description="The budget.")
    moves: Count = Field(description="Legal moves.")
    moves_proved: Count = Field(description="Those whose score is exact by now.")
    best_move: CellIndex = Field(description="The best move as far as is known by now.")


class EventName(StrEnum):
    """What an event of the stream holds; `analysis` and `error` are the last."""

    PROGRESS = "progress"
    ANALYSIS = "analysis"
    ERROR = "error"


class AnalysisEvent(Answer):
    """One event of the stream, as an EventSource hands it over."""

    event: EventName
    data: str = Field(
        description="JSON: a Progress, an Analysis or a Problem.",
        json_schema_extra={
            "contentMediaType": "application/json",
            "contentSchema": {
                "anyOf": [
                    {"$ref": f"#/components/schemas/{model}"}
                    for model in ("Progress", "Analysis", "Problem")
                ]
            },
        },
    )


class BestMove(Answer):
    """The move played, and the position after it."""

    move: Move | None = Field(description="Null in a finished game.")
    level: Level
    seed: Seed | None
    position: Position = Field(
        description="After the move, or the position sent if the game is over."
    )


class Standing(Answer):
    """What a game is worth to the side that moves."""

    outcome: Outcome
    plies_to_end: Plies | None
    score: Points | None


class ReviewedPly(Answer):
    """One move of the game, beside the best."""

    ply: Annotated[int, Field(ge=1, le=MAX_CELLS)] = Field(description="From 1.")
    side: Mark
    cell: CellIndex
    row: Annotated[int, Field(ge=0, lt=MAX_SIDE)]
    column: Annotated[int, Field(ge=0, lt=MAX_SIDE)]
    before: Standing = Field(description="The position, with best play.")
    after: Standing = Field(
        description="The move played, as the position before it scores it: both are counted from "
        "that position, for the side that moved."
    )
    best_moves: list[CellIndex] = Field(description="All moves of rank 1.")
    verdict: Verdict = Field(
        description="`best`: of rank 1; `inaccuracy`: the same outcome, but a slower win or a "
        "quicker loss; `mistake`: a win turned into a draw, or a draw into a loss; `blunder`: a "
        "win turned into a loss; `unknown`: not proved."
    )
    reason: Reason | None = Field(description="As in the moves of an analysis.")
    text: str = Field(description="As in the moves of an analysis.")


class Verdicts(Answer):
    """How many moves got each verdict."""

    best: Count
    inaccuracy: Count
    mistake: Count
    blunder: Count
    unknown: Count


class SideReview(Answer):
    """The moves of one side."""

    verdicts: Verdicts
    best_share: Annotated[float, Field(ge=0, le=1)] | None = Field(
        description="The share of best moves among those whose verdict is known; null if there "
        "are none."
    )


class SidesReview(Answer):
    """The moves of both sides."""

    X: SideReview
    O: SideReview  # noqa: E741  the mark


class Review(Answer):
    """Every move of a game beside the best, and the move that decided it."""

    plies: list[ReviewedPly]
    sides: SidesReview
    turning_point: Annotated[int, Field(ge=1, le=MAX_CELLS)] | None = Field(
        description="The last ply that set the outcome that stood at the end; null if none did, "
        "or where it is not proved which."
    )
    position: Position = Field(description="After the last move.")
    nodes: Count = Field(description="Positions that the searches of all plies entered.")


class Strength(Answer):
    """Games of one level against another, half of them with the first move."""

    columns: SideLength
    rows: SideLength
    in_a_row: SideLength
    opponent: Level
    games: Count
    wins: Count
    draws: Count
    losses: Count
    elo: int | None = Field(
        description="The difference in Elo points; null where one side has won every game."
    )
    elo_error: Count | None = Field(description="Half the width of its 95 % interval.")


class LevelInfo(Answer):
    """A level, and how strong it is."""

    level: Level
    description: str
    strength: list[Strength] = Field(description="Measured in games with seeds, `make ladder`.")


class Levels(Answer):
    """All levels, the weakest first."""

    levels: list[LevelInfo]


class Outcomes(Answer):
    """Games by how they end."""

    x_wins: Count
    o_wins: Count
    draws: Count


class Ply(Answer):
    """Counts at one distance from the position asked about."""

    ply: Plies
    nodes: Count = Field(description="Sequences of this many moves.")
    games: Count = Field(description="Sequences of this many moves that end the game.")
    outcomes: Outcomes
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to turns and reflections.")


class Searched(Answer):
    """Positions that textbook searches enter for the win, draw or loss of the position."""

    minimax: Count = Field(description="Every node of the tree.")
    alpha_beta: Count = Field(
        description="Cells in order, a window from minus to plus infinity, no cache."
    )
    alpha_beta_cached: Count = Field(description="The same, cached on (board, alpha, beta).")


class GameTree(Answer):
    """Exact counts of the game tree below a position, which is included."""

    position: Position
    nodes: Count = Field(description="Sequences of moves, the empty one included.")
    games: Count = Field(description="Sequences of moves that end the game.")
    outcomes: Outcomes
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to turns and reflections.")
    plies: list[Ply] = Field(description="The same, ply by ply.")
    searched: Searched | None = Field(
        description="Null where so many cells are empty that counting takes too long."
    )


class Health(Answer):
    """That the service runs."""

    status: Literal["ok"]
    version: str = Field(description="The release.")
