"""Positions to measure, and requests for their analysis."""

from collections.abc import Iterator

from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position


def empty_board(columns: int, rows: int, in_a_row: int, *, misere: bool = False) -> Position:
    """The empty board of a game, X to move."""
    return Position(Geometry(columns, rows, in_a_row), 0, 0, Mark.X, misere)


def positions_3x3() -> Iterator[Position]:
    """Every legal position of 3x3, by plies: 10,956."""
    ply = dict.fromkeys(Position(Geometry(3, 3, 3), 0, 0, side) for side in Mark)
    while ply:
        yield from ply
        ply = dict.fromkeys(before.play(cell) for before in ply for cell in before.legal_moves)


def fields(position: Position) -> dict[str, object]:
    """The fields of a request for the analysis of a position."""
    return {
        "board": str(position),
        "side_to_move": position.side_to_move,
        "in_a_row": position.geometry.in_a_row,
        "misere": position.misere,
    }


def title(position: Position) -> str:
    """The game of a position: columns, rows, in a row."""
    geometry = position.geometry
    text = f"{geometry.columns},{geometry.rows},{geometry.in_a_row}"
    return f"{text} misère" if position.misere else text
