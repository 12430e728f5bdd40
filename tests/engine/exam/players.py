"""3x3 players, each with one fault of a kind found in the wild."""

from collections.abc import Callable
from functools import lru_cache
from random import Random

from tests import reference
from tests.engine.positions import MEMO_3X3
from tests.reference import Rules

RULES = Rules()
ANTI_DIAGONAL = {2, 4, 6}
Faulty = Callable[[str, str], int]  # the side and the board -> the cell


def scores(side: str, board: str) -> dict[int, int]:
    return reference.move_scores(RULES, board, side, MEMO_3X3)


def best(side: str, board: str) -> list[int]:
    found = scores(side, board)
    return [cell for cell, score in found.items() if score == max(found.values())]


def perfect(side: str, board: str) -> int:
    """The first best move."""
    return best(side, board)[0]


def never_blocks_the_anti_diagonal(side: str, board: str) -> int:
    """It does not see the threat on one line."""
    can_win = reference.winning_cells(RULES, board, side)
    threats = reference.winning_cells(RULES, board, reference.opponent(side))
    anti = [c for c in threats if c in ANTI_DIAGONAL and not can_win]
    left = {c: s for c, s in scores(side, board).items() if c not in anti}
    return max(left, key=left.__getitem__) if anti and left else perfect(side, board)


def takes_a_slow_win(side: str, board: str) -> int:
    """It takes the slowest win."""
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


def blocks_before_it_wins(side: str, board: str) -> int:
    """Two rules in the wrong order."""
    threats = reference.winning_cells(RULES, board, reference.opponent(side))
    return min(threats) if threats else perfect(side, board)


def first_free_cell(side: str, board: str) -> int:  # noqa: ARG001
    """It does not think."""
    return board.index(".")


def random_perfect(seed: int) -> Faulty:
    """Any best move, always the same for the same board."""

    @lru_cache(maxsize=None)
    def player(side: str, board: str) -> int:
        return Random(f"{seed}{side}{board}").choice(best(side, board))

    return player


FAULTY: list[Faulty] = [
    never_blocks_the_anti_diagonal,
    takes_a_slow_win,
    fooled_by_one_fork,
    illegal_on_one_position,
    blocks_before_it_wins,
    first_free_cell,
]
