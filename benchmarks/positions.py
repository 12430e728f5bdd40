"""Positions to measure: empty boards, all of 3x3, and positions reached by random play."""

import json
from collections.abc import Iterator
from random import Random

from service.engine.board.geometry import Geometry
from service.engine.board.notation import write_board
from service.engine.board.position import Mark, Position, Status


def empty_board(columns: int, rows: int, in_a_row: int, *, misere: bool = False) -> Position:
    """The empty board of a game, X to move."""
    return Position(Geometry(columns, rows, in_a_row), 0, 0, Mark.X, misere)


def positions_3x3() -> Iterator[Position]:
    """Every legal position of 3x3, by plies: 10,956."""
    ply = dict.fromkeys(Position(Geometry(3, 3, 3), 0, 0, side) for side in Mark)
    while ply:
        yield from ply
        ply = dict.fromkeys(before.play(cell) for before in ply for cell in before.legal_moves)


def unfinished_positions(empty: Position) -> list[Position]:
    """Every unfinished position that play from this one reaches, by plies, in the order of play."""
    found = {empty: None}
    ply = [empty]
    while ply:
        following = {before.play(cell): None for before in ply for cell in before.legal_moves}
        ply = [after for after in following if after.status is Status.IN_PROGRESS]
        found |= dict.fromkeys(ply)
    return list(found)


def random_positions(empty: Position, marks: range, count: int, seed: int) -> list[Position]:
    """Distinct unfinished positions, with each number of marks in turn.

    A longer list with the same seed begins with the shorter one. The function never returns if
    there are too few such positions.
    """
    random = Random(seed)
    found: dict[Position, None] = {}
    while len(found) < count:
        position = _played(empty, marks[len(found) % len(marks)], random)
        if position.status is Status.IN_PROGRESS:
            found[position] = None
    return list(found)


def fields(position: Position) -> dict[str, object]:
    """The fields of a request for the analysis of a position."""
    return {
        "board": write_board(position),
        "side_to_move": position.side_to_move,
        "in_a_row": position.geometry.in_a_row,
        "misere": position.misere,
    }


def body(position: Position, **more: object) -> bytes:
    """The body of such a request, with more fields."""
    return json.dumps(fields(position) | more).encode()


def mark_count(position: Position) -> int:
    """The number of marks on the board."""
    return (position.x | position.o).bit_count()


def title(position: Position) -> str:
    """The game of a position: columns, rows, in a row."""
    geometry = position.geometry
    text = f"{geometry.columns},{geometry.rows},{geometry.in_a_row}"
    return f"{text} misère" if position.misere else text


def _played(empty: Position, marks: int, random: Random) -> Position:
    """The position after random legal moves from an empty board, either side starting."""
    position = Position(empty.geometry, 0, 0, random.choice(list(Mark)), empty.misere)
    while mark_count(position) < marks and position.legal_moves:
        position = position.play(random.choice(position.legal_moves))
    return position
