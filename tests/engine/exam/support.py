"""Exams of tables."""

import json

from service.engine.board.position import Mark, Position
from service.engine.exam.exam import examine
from service.engine.exam.report import Exam
from tests.engine.exam.every_game import Table
from tests.engine.support import position_of
from tests.reference import THREE_BY_THREE, Rules


def start_of(rules: Rules, starting_side: str = "X") -> Position:
    """The empty board."""
    return position_of(rules.empty_board, starting_side, rules)


def exam_of(
    table: Table, side: str, rules: Rules = THREE_BY_THREE, starting_side: str = "X"
) -> Exam:
    """The exam of a table."""
    start = start_of(rules, starting_side)
    width = rules.columns
    entries = {
        "/".join(board[i : i + width] for i in range(0, len(board), width)): cell
        for board, cell in table.items()
    }
    return examine(start, Mark(side), json.dumps(entries))


def plain(notation: str) -> str:
    """A board of the reference."""
    return notation.replace("/", "")


def plain_of(position: Position) -> str:
    """The board of a position."""
    marks = ((position.x, "X"), (position.o, "O"))
    return "".join(
        next((mark for bits, mark in marks if bits >> cell & 1), ".")
        for cell in range(position.geometry.size)
    )
