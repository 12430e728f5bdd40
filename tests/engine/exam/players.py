"""3x3 players, each with one fault of a kind found in the wild."""

from collections.abc import Callable

from tests import reference
from tests.engine.positions import MEMO_3X3
from tests.reference import Rules

RULES = Rules()
Faulty = Callable[[str, str], int]  # the side and the board -> the cell


def scores(side: str, board: str) -> dict[int, int]:
    return reference.move_scores(RULES, board, side, MEMO_3X3)


def perfect(side: str, board: str) -> int:
    return reference.best_moves(RULES, board, side, MEMO_3X3)[0]


def takes_a_slow_win(side: str, board: str) -> int:
    wins = {cell: score for cell, score in scores(side, board).items() if score > 0}
    return min(wins, key=wins.__getitem__) if wins else perfect(side, board)


def gives_wins_away(side: str, board: str) -> int:
    """It draws if it can, and otherwise wins."""
    return min(scores(side, board).items(), key=lambda move: (move[1] != 0, -move[1]))[0]


def illegal_on_several_positions(side: str, board: str) -> int:
    """In some positions it plays on a mark, after fewer or more moves."""
    return board.index("X") if board.count(".") < 7 and board[0] == "X" else perfect(side, board)


def first_free_cell(side: str, board: str) -> int:  # noqa: ARG001
    """It does not think."""
    return board.index(".")
