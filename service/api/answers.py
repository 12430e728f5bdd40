"""What an answer holds. Every field is always there; null stands for what does not apply."""

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from service.api.requests import Level, Seed
from service.engine.geometry import LONGEST_SIDE, SHORTEST_SIDE
from service.engine.position import Mark, Status
from service.engine.score import Outcome

MOST_CELLS: Final = LONGEST_SIDE**2

CellIndex = Annotated[int, Field(ge=0, lt=MOST_CELLS)]
Count = Annotated[int, Field(ge=0)]
Plies = Annotated[int, Field(ge=0, le=MOST_CELLS)]
Points = Annotated[int, Field(ge=-100, le=100)]
SideLength = Annotated[int, Field(ge=SHORTEST_SIDE, le=LONGEST_SIDE)]


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
    row: Annotated[int, Field(ge=0, lt=LONGEST_SIDE)]
    column: Annotated[int, Field(ge=0, lt=LONGEST_SIDE)]
    rank: Annotated[int, Field(ge=1, le=MOST_CELLS)] = Field(
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
