"""Requests about positions and games, and their conversion to tasks of the engine.

Values in a body are not coerced: a string for a number, or a number for a boolean, is an error.
However, `3.0` is the integer 3, and null is the same as an omitted field.
"""

from dataclasses import replace
from itertools import islice
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError, PydanticKnownError, PydanticUseDefault, to_json
from typing_extensions import TypeAliasType

from ..engine import budget
from ..engine.board.geometry import MAX_SIDE, MIN_SIDE, Geometry
from ..engine.board.notation import read_position
from ..engine.board.position import Mark, Position, positions_of
from ..engine.errors import EngineError
from ..engine.exam.entries import MAX_ENTRIES
from ..engine.game_tree import check_countable
from ..engine.play.levels import Level
from ..engine.textbook.search import MAX_DEPTH, Algorithm, Valuation
from ..tasks import AnalysisTask, ExamTask, GameTreeTask, ReviewTask, TraceTask
from .base import QueryModel, RequestModel
from .board import BOARD_CELLS, Board, CellIndex, CellNumber, Notation

MAX_POSITIONS: Final = 500
LISTED: Final = Field(title="ListedMoves", description="Which moves to list for each position.")
ListedMoves = TypeAliasType("ListedMoves", Annotated[Literal["all", "best"], LISTED])


def _emptied(value: object) -> object:
    """Return an array or object without its content, all of which an enumeration would quote."""
    return type(value)() if isinstance(value, list | dict) else value


def _null_to_default(value: object) -> object:
    if value is None:
        raise PydanticUseDefault
    return _emptied(value)


def _empty_to_default(value: object) -> object:
    if value in (None, "", []):
        raise PydanticUseDefault
    return value


def or_null(kind: Any) -> BeforeValidator:  # noqa: ANN401  any type
    """Return a validator that treats null in a field of this type as an omitted field."""
    return BeforeValidator(_null_to_default, json_schema_input_type=kind | None)


def _number(value: object) -> object:
    """Raise Pydantic's int_type error for text and booleans, which it would convert."""
    if isinstance(value, str | bool):
        raise PydanticKnownError("int_type")
    return value


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else _emptied(value)


def _json(moves: object) -> str:
    """Return up to MAX_ENTRIES + 1 moves as JSON; raise a dict_type error for a non-object."""
    if moves == []:  # PHP sends an empty array for an empty object.
        return "{}"
    if not isinstance(moves, dict):
        raise PydanticCustomError("dict_type", "Input should be an object")
    return to_json(dict(islice(moves.items(), MAX_ENTRIES + 1))).decode()


Integer = BeforeValidator(_number)
Entries = Annotated[dict[str, CellIndex], Field(max_length=MAX_ENTRIES)]
# The schema is not Mark's: clients also send lowercase, and generated clients may pass any text.
SIDE: Final = WithJsonSchema({"type": "string", "maxLength": 1, "pattern": "^[XOxo]$"})
Side = Annotated[Mark, BeforeValidator(_upper), SIDE]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1), Integer]
Depth = Annotated[int, Field(ge=1, le=MAX_DEPTH), Integer]
Nodes = Annotated[int, Field(ge=budget.MIN_NODES, le=budget.MAX_NODES), Integer]
Id = Annotated[str, Field(max_length=64)]
SideLength = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE), Integer]
Flag = Annotated[bool, Field(strict=True), or_null(bool)]

OrEmpty = BeforeValidator(_empty_to_default)

FORMS_OF_BOARD: Final = (
    "a string of rows joined with `/` (such as `XO./.X./..O`), an array of rows, each a string or "
    "an array of cells, or, for a square board, all cells in one string or array. A cell is X or "
    "O, uppercase or lowercase; an empty cell is `.`, `-` or `_`. In an array, an empty cell can "
    "also be a space, null or an empty string."
)
# The fields of several requests.
IN_A_ROW: Final = "The length of a line, 3 by default, at most the larger of `columns` and `rows`."
InARow = Annotated[SideLength, or_null(SideLength), Field(description=IN_A_ROW)]
Values = Annotated[Valuation, or_null(Valuation)]
MISERE: Final = Field(description="Whether completing a line loses, which is false by default.")
Misere = Annotated[Flag, MISERE]
PlayedCell = Annotated[CellNumber, Integer]
Moves = Annotated[list[PlayedCell], Field(max_length=BOARD_CELLS, fail_fast=True)]


def node_budget(
    max_nodes: int | None, limit: int, default: int = budget.DEFAULT_NODES, path: str = ""
) -> int:
    """Return the node budget at a path; raise EngineError if it exceeds the operator's limit."""
    if max_nodes and max_nodes > limit:
        message = f"max_nodes must be at most {limit} on this server."
        raise EngineError("wrong_value", message, f"{path}max_nodes")
    return max_nodes or min(default, limit)


class BoardRequest(RequestModel):
    """A position, given by its board."""

    board: Board = Field(description=f"The board: {FORMS_OF_BOARD}")
    side_to_move: Side | None = None
    """The side that moves next. By default, the side that makes the position legal, or X if both
    sides do."""
    in_a_row: InARow = MIN_SIDE
    misere: Misere = False

    def to_position(self) -> Position:
        """Return the legal position; raise EngineError if there is none."""
        return read_position(self.board, self.side_to_move, self.in_a_row, self.misere)


class AnalyzedBoard(BoardRequest):
    """A position to analyze, given by its board."""

    max_nodes: Nodes | None = Field(
        None,
        description="Maximum number of nodes to search, at most the operator's limit. By default "
        f"{budget.DEFAULT_NODES}, or that limit if it is lower. A million takes 0.5 to 3 seconds.",
    )

    def to_task(self, limit: int = budget.MAX_NODES) -> AnalysisTask:
        """Return the task; raise EngineError for an illegal position or too large a budget."""
        return AnalysisTask(self.to_position(), node_budget(self.max_nodes, limit))


class GameRequest(RequestModel):
    """The board and the rules of a game."""

    moves: Any
    starting_side: Side | None = None
    """The side that made the first move. X by default."""
    columns: Annotated[SideLength, or_null(SideLength)] = MIN_SIDE
    """The number of columns, 3 by default."""
    rows: Annotated[SideLength, or_null(SideLength)] = MIN_SIDE
    """The number of rows, 3 by default."""
    in_a_row: InARow = MIN_SIDE
    misere: Misere = False

    def to_start(self) -> Position:
        """Return the starting position; raise EngineError if no line fits the board."""
        geometry = Geometry(self.columns or MIN_SIDE, self.rows or MIN_SIDE, self.in_a_row)
        return Position(geometry, 0, 0, self.starting_side or Mark.X, self.misere)


class TurnRequest(GameRequest, BoardRequest):
    """A position, given by its board or by the moves that led to it. Without both, it is empty."""

    board: Annotated[Board | None, OrEmpty] = Field(  # type: ignore[assignment]
        None, description=f"The board, unless `moves` is sent: {FORMS_OF_BOARD}"
    )
    moves: Annotated[Moves | None, OrEmpty] = None
    """The cells played so far, in order, as integers from 0, `row * columns + column`. Send them
    instead of `board` and `side_to_move`, with the `starting_side`, `columns` and `rows` of the
    game. Without `board` and `moves`, the board is empty."""
    columns: SideLength | None = None  # type: ignore[assignment]
    """The number of columns: that of `board`, if it is sent, or 3 by default."""
    rows: SideLength | None = None  # type: ignore[assignment]
    """The number of rows: that of `board`, if it is sent, or 3 by default."""

    def to_start(self) -> Position:
        """Return the starting position; without moves, `side_to_move` also names who begins."""
        if self.starting_side and self.side_to_move not in (None, self.starting_side):
            message = "side_to_move must equal starting_side on an empty board. Omit one of them."
            raise EngineError("wrong_value", message, "side_to_move")
        start = super().to_start()
        return replace(start, side_to_move=self.side_to_move or start.side_to_move)

    def to_position(self) -> Position:
        """Return the legal position; raise EngineError if fields contradict each other."""
        if self.moves:
            self._exclude("moves", "board", "side_to_move")
        if self.board is None:
            return positions_of(self.to_start(), self.moves or ())[-1]
        self._exclude("board", "starting_side")
        position = super().to_position()
        for name in ("columns", "rows"):
            number = getattr(position.geometry, name)
            if getattr(self, name) not in (None, number):
                message = f"{name} must be {number}, as in board, or omitted."
                raise EngineError("wrong_value", message, name)
        return position

    def _exclude(self, sent: str, *names: str) -> None:
        """Raise EngineError if one of these fields is sent beside the field `sent`."""
        for name in names:
            if getattr(self, name) is not None:
                raise EngineError("wrong_value", f"{name} must be omitted if {sent} is sent.", name)


class AnalysisRequest(TurnRequest, AnalyzedBoard):
    """The position to analyze."""


class BestMoveRequest(TurnRequest):
    """The position to move in, and how to choose the move."""

    level: Annotated[Level, or_null(Level)] = Level.PERFECT
    """The level that plays, `perfect` by default."""
    seed: Seed | None = None
    """Selects among the moves the level can play. By default, `perfect` plays the first of these,
    and other levels use seed 0."""
    traps: Flag = False
    """Whether `perfect` chooses, of the best moves, the one after which an error-prone opponent
    does worst, which is false by default."""
    max_nodes: Nodes | None = Field(
        None,
        description="Maximum number of nodes to search, at most the operator's limit. By default "
        f"{budget.TURN_NODES}, or that limit if it is lower. On boards of {budget.SMALL_CELLS + 1} "
        f"to {budget.MEDIUM_CELLS} cells, the default is at most {budget.TURN_NODES_OF_MEDIUM}; on "
        f"larger boards, {budget.TURN_NODES_OF_LARGE}; in misère on more than {budget.SMALL_CELLS} "
        f"cells, {budget.TURN_NODES_OF_MISERE}. With the same `max_nodes`, `perfect` plays one of "
        "the `best_moves` of an analysis.",
    )

    def to_task(self, limit: int = budget.MAX_NODES) -> AnalysisTask:
        """Return the task; raise EngineError as for analyses, or for `traps` without `perfect`."""
        position = self.to_position()
        max_nodes = node_budget(self.max_nodes, limit, budget.turn_nodes(position))
        if self.traps and self.level is not Level.PERFECT:
            message = "traps must be false unless level is perfect."
            raise EngineError("wrong_value", message, "traps")
        return AnalysisTask(position, max_nodes, self.traps)


class GameTreeRequest(TurnRequest):
    """The position whose game tree is counted."""

    def to_task(self) -> GameTreeTask:
        """Return the task; raise EngineError if the position is illegal or too large to count."""
        position = self.to_position()
        check_countable(position)
        return GameTreeTask(position)


class TraceRequest(TurnRequest):
    """The position to search, and how to search it."""

    algorithm: Annotated[Algorithm, or_null(Algorithm)] = Algorithm.ALPHA_BETA
    """The search algorithm, `alpha_beta` by default."""
    values: Values = Valuation.OUTCOME
    """The value of a finished game: `outcome`, the default, is 1, 0 or -1; `score` also counts the
    plies from the root, so that faster wins are worth more."""
    max_depth: Depth | None = None
    """The ply at which unfinished positions are estimated instead of searched. No limit by
    default."""

    def to_task(self) -> TraceTask:
        """Return the task; raise EngineError if the position is illegal."""
        return TraceTask(self.to_position(), self.algorithm, self.values, self.max_depth)


class TurnQuery(QueryModel, TurnRequest):
    """A position, given by its board or by the moves that led to it, as query parameters."""

    board: Notation | None = None
    """The board, unless `moves` is sent: rows joined with `/`, such as `XO./.X./..O`, or, for a
    square board, all cells. A cell is X or O, uppercase or lowercase; an empty cell is `.`, `-` or
    `_`."""


class AnalysisQuery(TurnQuery, AnalysisRequest):
    """The position to analyze, as query parameters."""


class BestMoveQuery(TurnQuery, BestMoveRequest):
    """The position to move in, and how to choose the move, as query parameters."""


class GameTreeQuery(TurnQuery, GameTreeRequest):
    """The position whose game tree is counted, as query parameters."""


class TraceQuery(TurnQuery, TraceRequest):
    """The position to search, and how to search it, as query parameters."""


class AnalysisItem(AnalyzedBoard):
    """One of the positions to analyze."""

    id: Id | None = Field(None, description="An ID, which is repeated in the result.")


class AnalysesRequest(RequestModel):
    """The positions to analyze."""

    positions: list[AnalysisItem] = Field(min_length=1, max_length=MAX_POSITIONS, fail_fast=True)
    """The positions, each with the fields of `/v1/analysis` and an optional `id`."""
    moves: Annotated[ListedMoves, or_null(ListedMoves)] = "all"
    """`all`, the default, to list every move, or `best` to list the moves of rank 1."""
    max_nodes: Nodes | None = Field(
        None,
        description="Maximum number of nodes to search in the whole request, at most the "
        "operator's limit, which is the default. It is divided equally among distinct positions, "
        "except that what a position's own `max_nodes` leaves goes to the others. Each gets at "
        f"least {budget.MIN_NODES}.",
    )


class ReviewRequest(GameRequest):
    """A game, finished or not."""

    moves: Moves
    """The cells played, in order: integers from 0, `row * columns + column`."""
    max_nodes: Nodes | None = None
    """Maximum number of nodes to search for each position of the game, as for `/v1/analysis`."""

    def to_task(self, limit: int = budget.MAX_NODES) -> ReviewTask:
        """Return the task; raise EngineError for an illegal move or too large a budget."""
        max_nodes = node_budget(self.max_nodes, limit)
        start, cells = self.to_start(), tuple(self.moves)
        positions_of(start, cells)  # Check that all moves are legal.
        return ReviewTask(start, cells, max_nodes)


class ReviewQuery(QueryModel, ReviewRequest):
    """A game, as query parameters."""

    moves: Moves = Field(default_factory=list)
    """The cells played, in order: integers from 0, `row * columns + column`. None by default."""


class ExamRequest(GameRequest):
    """A player's moves, by position."""

    # A single string is quick to hash and to send to a worker, which parses the entries.
    moves: Annotated[str, BeforeValidator(_json, json_schema_input_type=Entries)]
    """The player's moves: an object that maps a position's notation to a cell, such as
    `XO./.X./..O` to 3."""
    side: Side = Field(description="The player's side.")
    values: Values = Valuation.SCORE
    """Which moves are mistakes: with `outcome`, those that give up a win or a draw; with `score`,
    the default, also slower wins and quicker losses."""

    def to_task(self) -> ExamTask:
        """Return the task; raise EngineError if no line fits the board."""
        return ExamTask(self.to_start(), self.side, self.moves, self.values)
