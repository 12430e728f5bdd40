"""A peer: the minimax of the textbooks, on a list of nine cells, without pruning or cache."""

from collections.abc import Callable

from benchmarks.contestant import Contestant, Points
from service.engine.board.notation import marks
from service.engine.board.position import Position

EMPTY = " "
LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)


def score_moves(board: list[str], side: str) -> Points:
    """The score of every move, from the view of the side that makes it."""
    other = "O" if side == "X" else "X"
    points = {}
    for cell in range(9):
        if board[cell] == EMPTY:
            board[cell] = side
            value = minimax(board, other, 1)
            board[cell] = EMPTY
            points[cell] = value if side == "X" else -value
    return points


def minimax(board: list[str], side: str, ply: int) -> int:
    """The value of a board for X, `ply` plies after the position asked about."""
    if won_by := winner(board):
        return 100 - ply if won_by == "X" else ply - 100
    if EMPTY not in board:
        return 0
    other = "O" if side == "X" else "X"
    values = []
    for cell in range(9):
        if board[cell] == EMPTY:
            board[cell] = side
            values.append(minimax(board, other, ply + 1))
            board[cell] = EMPTY
    return max(values) if side == "X" else min(values)


def winner(board: list[str]) -> str | None:
    """The side that has three in a row."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != EMPTY:
            return board[a]
    return None


def _prepare(position: Position) -> Callable[[], Points]:
    board = [str(mark or EMPTY) for mark in marks(position)]
    side = str(position.side_to_move)
    return lambda: score_moves(board, side)


MINIMAX = Contestant("plain minimax", _prepare, lambda points: points)
