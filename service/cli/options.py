"""Define the arguments and options that several commands share, and read positions from them."""

from typing import Annotated, Final

import typer

from ..engine.board.geometry import MAX_SIDE, MIN_SIDE, Geometry
from ..engine.board.notation import NOT_IN_NOTATION, read_position
from ..engine.board.position import Mark, Position
from ..engine.budget import MAX_NODES, MIN_NODES

BOARD_HELP: Final = (
    "The rows joined with '/', such as XO./.X./..O; a square board can omit the '/'. "
    "Put -- before a board that begins with '-'."
)
SIDE_HELP: Final = "The side that moves next. By default, X, unless only O can move next."
NODES_HELP: Final = "The maximum number of nodes (positions, counting repetitions) to search."

Board = Annotated[str, typer.Argument(metavar="BOARD", help=BOARD_HELP, show_default=False)]
SideToMove = Annotated[Mark | None, typer.Option(case_sensitive=False, help=SIDE_HELP)]
FirstSide = Annotated[Mark, typer.Option(case_sensitive=False, help="The side that begins.")]
Columns = Annotated[int, typer.Option(min=MIN_SIDE, max=MAX_SIDE, help="The width of the board.")]
Rows = Annotated[int, typer.Option(min=MIN_SIDE, max=MAX_SIDE, help="The height of the board.")]
InARow = Annotated[int, typer.Option(min=MIN_SIDE, max=MAX_SIDE, help="The length of a line.")]
Misere = Annotated[bool, typer.Option(help="Whether completing a line loses.")]
NODES: Final = typer.Option(min=MIN_NODES, max=MAX_NODES, help=NODES_HELP)
MaxNodes = Annotated[int, NODES]
AsJson = Annotated[bool, typer.Option("--json", help="Print the API response.")]


def read_board(board: str, side: Mark | None, in_a_row: int, misere: bool) -> Position:
    """Return the legal position of a board; raise TyperException or EngineError if it has none."""
    board = board.removeprefix("\ufeff").rstrip("\r\n")  # As at the start and the end of a file.
    if NOT_IN_NOTATION.search(board):
        from ..schemas.board import board_error  # noqa: PLC0415  Pydantic takes long to import

        raise typer.TyperException(board_error(board))
    return read_position(board, side, in_a_row, misere)


def new_game(columns: int, rows: int, in_a_row: int, misere: bool, side: Mark) -> Position:
    """Return the position in which a game starts; raise EngineError if no line fits."""
    return Position(Geometry(columns, rows, in_a_row), 0, 0, side, misere)
