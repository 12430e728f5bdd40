"""Ways to score every move of a 3x3 position: Noughts and textbook minimax."""

from collections.abc import Callable

from service.engine.board.notation import marks
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES
from service.engine.search.analyze import analyze

Points = dict[int, int]  # cell -> score of the move there, as in the API
Contestant = Callable[[Position], Callable[[], Points]]  # converts a position; returns what to time

EMPTY = " "
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def noughts(position: Position) -> Callable[[], Points]:
    """A new search of Noughts, even if the service has the scores in its cache."""

    def score_moves() -> Points:
        moves = analyze(position, DEFAULT_NODES, None).moves
        return {move.cell: move.score.points for move in moves if move.score.points is not None}

    return score_moves


def minimax(position: Position) -> Callable[[], Points]:
    """Minimax without pruning or a cache."""
    board = [str(mark or EMPTY) for mark in marks(position)]
    side = str(position.side_to_move)
    sign = 1 if side == "X" else -1

    def score_moves() -> Points:
        points = {}
        for cell in range(9):
            if board[cell] == EMPTY:
                board[cell] = side
                points[cell] = sign * _minimax(board, "O" if side == "X" else "X", 1)
                board[cell] = EMPTY
        return points

    return score_moves


def _minimax(board: list[str], side: str, ply: int) -> int:
    """The value of a board for X."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != EMPTY:
            return 100 - ply if board[a] == "X" else ply - 100
    other = "O" if side == "X" else "X"
    values = []
    for cell in range(9):
        if board[cell] == EMPTY:
            board[cell] = side
            values.append(_minimax(board, other, ply + 1))
            board[cell] = EMPTY
    return (max if side == "X" else min)(values, default=0)
