"""Players of 3x3, each with one fault of a kind that is found in the wild."""

from collections.abc import Callable
from functools import lru_cache
from math import inf
from random import Random

from tests import reference
from tests.engine.support import MEMO_3X3
from tests.reference import Rules

RULES = Rules()
ANTI_DIAGONAL = {2, 4, 6}
Faulty = Callable[[str, str], int]  # the side and the board -> the cell


def scores(side: str, board: str) -> dict[int, int]:
    """The score of every legal move."""
    worths = reference.move_worths(RULES, board, side, MEMO_3X3)
    return {cell: worth.score for cell, worth in worths.items()}


def best(side: str, board: str) -> list[int]:
    """All best moves."""
    found = scores(side, board)
    return [cell for cell, score in found.items() if score == max(found.values())]


def perfect(side: str, board: str) -> int:
    """The first best move."""
    return best(side, board)[0]


def winning(side: str, board: str) -> list[int]:
    """The cells at which a side would complete a line."""
    cells = [cell for cell, mark in enumerate(board) if mark == "."]
    return [c for c in cells if reference.has_line(RULES, reference.play(board, side, c), side)]


def never_blocks_the_anti_diagonal(side: str, board: str) -> int:
    """It does not see the threat on one line."""
    threats = winning(reference.opponent(side), board)
    anti = [c for c in threats if c in ANTI_DIAGONAL and not winning(side, board)]
    left = {c: s for c, s in scores(side, board).items() if c not in anti}
    return max(left, key=left.__getitem__) if anti and left else perfect(side, board)


def takes_a_slow_win(side: str, board: str) -> int:
    """Any win will do, the slowest best."""
    wins = {cell: score for cell, score in scores(side, board).items() if score > 0}
    return min(wins, key=wins.__getitem__) if wins else perfect(side, board)


def fooled_by_one_fork(side: str, board: str) -> int:
    """It answers opposite corners with a corner."""
    found = scores(side, board)
    corners = [cell for cell in (2, 6, 0, 8) if cell in found]
    opposite = board.count(".") == 6 and board[0] == board[8] == reference.opponent(side)
    return corners[0] if opposite and corners else perfect(side, board)


def illegal_on_one_position(side: str, board: str) -> int:
    """In one position it plays on a mark."""
    return board.index("X") if board.count(".") == 3 and board[0] == "X" else perfect(side, board)


def with_a_cache_that_ignores_the_window(side: str, board: str) -> int:
    """Alpha-beta whose cache knows the board alone."""
    cache: dict[str, float] = {}

    def value(board: str, mover: str, alpha: float, beta: float) -> float:
        if board in cache:
            return cache[board]
        moves = reference.legal_moves(RULES, board)
        if not moves:
            return 0 if reference.winner(RULES, board) is None else -1 - board.count(".")
        top = -inf
        for cell in moves:
            after = reference.play(board, mover, cell)
            top = max(top, -value(after, reference.opponent(mover), -beta, -max(alpha, top)))
            if top >= beta:
                break
        cache[board] = top
        return top

    top, chosen = -inf, -1
    for cell in reference.legal_moves(RULES, board):
        after = reference.play(board, side, cell)
        found = -value(after, reference.opponent(side), -inf, -top)
        if found > top:
            top, chosen = found, cell
    return chosen


def with_one_window_for_all_moves(side: str, board: str) -> int:
    """Moves that only reach a bound pass for as good as the best; it takes the last."""

    def value(board: str, mover: str, alpha: float, beta: float) -> float:
        moves = reference.legal_moves(RULES, board)
        if not moves:
            return 0 if reference.winner(RULES, board) is None else -1 - board.count(".")
        for cell in moves:
            after = reference.play(board, mover, cell)
            alpha = max(alpha, -value(after, reference.opponent(mover), -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    top, chosen = -inf, -1
    for cell in reference.legal_moves(RULES, board):
        after = reference.play(board, side, cell)
        found = -value(after, reference.opponent(side), -inf, -top)
        if found >= top:
            top, chosen = found, cell
    return chosen


def wrong_sign_at_one_depth(side: str, board: str) -> int:
    """With five empty cells it takes the opponent's view for its own."""
    found = scores(side, board)
    return min(found, key=found.__getitem__) if len(found) == 5 else perfect(side, board)


def never_plays_the_last_cell(side: str, board: str) -> int:
    """A loop that ends one cell too early."""
    found = scores(side, board)
    left = {cell: score for cell, score in found.items() if cell != 8} or found
    return max(left, key=left.__getitem__)


def blocks_before_it_wins(side: str, board: str) -> int:
    """Two rules in the wrong order."""
    threats = winning(reference.opponent(side), board)
    return threats[0] if threats else perfect(side, board)


def first_free_cell(side: str, board: str) -> int:  # noqa: ARG001
    """No thought at all."""
    return board.index(".")


def random_perfect(seed: int) -> Faulty:
    """Any best move, the same whenever a board comes again."""

    @lru_cache(maxsize=None)
    def player(side: str, board: str) -> int:
        return Random(f"{seed}{side}{board}").choice(best(side, board))

    return player


FAULTY: list[Faulty] = [
    never_blocks_the_anti_diagonal,
    takes_a_slow_win,
    fooled_by_one_fork,
    illegal_on_one_position,
    with_a_cache_that_ignores_the_window,
    with_one_window_for_all_moves,
    wrong_sign_at_one_depth,
    never_plays_the_last_cell,
    blocks_before_it_wins,
    first_free_cell,
]
