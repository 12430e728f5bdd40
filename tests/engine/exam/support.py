"""Exams of tables."""

import json
from functools import partial

from service.engine.board.position import Mark, Position
from service.engine.exam.exam import examine
from service.engine.exam.report import Exam
from service.engine.textbook.search import Valuation
from tests.engine.conversion import position_of
from tests.engine.exam.every_game import Table, table_of
from tests.engine.exam.players import Faulty
from tests.reference import THREE_BY_THREE, Rules


def start_of(rules: Rules, starting_side: str = "X") -> Position:
    return position_of(rules.empty_board, starting_side, rules)


def exam_of(
    table: Table,
    side: str,
    rules: Rules = THREE_BY_THREE,
    starting_side: str = "X",
    values: Valuation = Valuation.SCORE,
) -> Exam:
    width = rules.columns
    entries = {
        "/".join(board[i : i + width] for i in range(0, len(board), width)): cell
        for board, cell in table.items()
    }
    return examine(start_of(rules, starting_side), Mark(side), json.dumps(entries), values)


def table_3x3(player: Faulty, side: str) -> Table:
    """The moves of a player in all 3x3 positions that it reaches with this side."""
    return table_of(THREE_BY_THREE, side, partial(player, side))
