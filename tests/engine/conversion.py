"""Conversion between the reference's boards and the engine's positions."""

from functools import lru_cache

from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position
from tests import reference
from tests.reference import THREE_BY_THREE, Rules, Worth


def geometry_of(rules: Rules) -> Geometry:
    return Geometry(rules.columns, rules.rows, rules.in_a_row)


def bits(board: str, side: str) -> int:
    return sum(2**cell for cell, mark in enumerate(board) if mark == side)


def position_of(board: str, side: str, rules: Rules = THREE_BY_THREE) -> Position:
    """The engine's position for a board and a side to move, unchecked."""
    x, o = bits(board, "X"), bits(board, "O")
    return Position(geometry_of(rules), x, o, Mark(side), rules.misere)


def board_of(position: Position) -> str:
    return str(position).replace("/", "")


def drawn(rows: str, in_a_row: int) -> tuple[Rules, str]:
    """The rules and the board of rows with spaces between them, such as `XO. .X. ..O`."""
    first, *others = rows.split()
    return Rules(len(first), 1 + len(others), in_a_row), rows.replace(" ", "")


@lru_cache(maxsize=None)
def own_and_other(board: str, side: str) -> tuple[int, int]:
    return bits(board, side), bits(board, reference.opponent(side))


def value_of(worth: Worth, empty_cells: int) -> int:
    """A worth as a search value: for the winner, one more than the cells left empty."""
    left = empty_cells - worth.plies_to_end
    return {"win": left + 1, "draw": 0, "loss": -left - 1}[worth.outcome]


def swapped(board: str) -> str:
    return board.translate(str.maketrans("XO", "OX"))


def copies(rules: Rules, board: str) -> list[tuple[str, dict[int, int]]]:
    """The symmetric copies of a board, each with the cell that every cell moves to."""
    names = "".join(chr(ord("a") + cell) for cell in range(len(board)))
    moved = reference.symmetric_copies(rules, names)
    return [
        (copy, {cell: where.index(name) for cell, name in enumerate(names)})
        for copy, where in zip(reference.symmetric_copies(rules, board), moved, strict=True)
    ]
