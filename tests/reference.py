"""A second implementation of the game, for tests: plain rules and lists, no code of the service.

A board is a string with one of `X`, `O` and `.` per cell, rows top to bottom, as in `XO..X...O`.
Nothing here is fast: minimax visits every position and prunes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

EMPTY = "."


@dataclass(frozen=True)
class Rules:
    """The rules of a game; in misère the side that completes a line loses."""

    columns: int = 3
    rows: int = 3
    in_a_row: int = 3
    misere: bool = False

    @property
    def empty_board(self) -> str:
        """The board before the first move."""
        return EMPTY * (self.columns * self.rows)


THREE_BY_THREE = Rules()


# The rules of the game


def opponent(side: str) -> str:
    return "O" if side == "X" else "X"


@lru_cache(maxsize=None)
def lines(rules: Rules) -> list[list[int]]:
    """All lines: from every cell, walk right, down, and down along both diagonals."""
    found = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                walk = [(row + i * down, column + i * right) for i in range(rules.in_a_row)]
                if all(r < rules.rows and 0 <= c < rules.columns for r, c in walk):
                    found.append([r * rules.columns + c for r, c in walk])
    return found


def completed_lines(rules: Rules, board: str, side: str) -> list[list[int]]:
    """The lines with this side's mark on every cell, sorted."""
    return sorted(
        sorted(line) for line in lines(rules) if all(board[cell] == side for cell in line)
    )


@lru_cache(maxsize=None)
def slices(rules: Rules) -> list[slice]:
    """The same lines, each as the slice of a board that contains its cells."""
    return [slice(line[0], line[-1] + 1, line[1] - line[0]) for line in lines(rules)]


def has_line(rules: Rules, board: str, side: str) -> bool:
    return side * rules.in_a_row in [board[line] for line in slices(rules)]


def winner(rules: Rules, board: str) -> str | None:
    for side in ["X", "O"]:
        if has_line(rules, board, side):
            return opponent(side) if rules.misere else side
    return None


def legal_moves(rules: Rules, board: str) -> list[int]:
    """The empty cells; none if the game is over."""
    on_lines = [board[line] for line in slices(rules)]
    if "X" * rules.in_a_row in on_lines or "O" * rules.in_a_row in on_lines:
        return []
    return [cell for cell, mark in enumerate(board) if mark == EMPTY]


def play(board: str, side: str, cell: int) -> str:
    """The board after this side has marked the cell."""
    return board[:cell] + side + board[cell + 1 :]


@lru_cache(maxsize=None)
def winning_cells(rules: Rules, board: str, side: str) -> frozenset[int]:
    """The empty cells at which this side completes a line, on a board without one."""
    cells = [cell for cell, mark in enumerate(board) if mark == EMPTY]
    return frozenset(cell for cell in cells if has_line(rules, play(board, side, cell), side))


def status(rules: Rules, board: str) -> str:
    """The status of the game, as in the API."""
    if has_line(rules, board, "X") or has_line(rules, board, "O"):
        return "won"
    return "in_progress" if EMPTY in board else "drawn"


# Legal positions


@lru_cache(maxsize=None)
def reachable(rules: Rules) -> set[tuple[str, str]]:
    """Every (board, side to move) that some game reaches, with either side starting."""
    seen: set[tuple[str, str]] = set()
    to_do = [(rules.empty_board, "X"), (rules.empty_board, "O")]
    while to_do:
        board, side = to_do.pop()
        if (board, side) not in seen:
            seen.add((board, side))
            moves = legal_moves(rules, board)
            to_do += [(play(board, side, cell), opponent(side)) for cell in moves]
    return seen


def is_legal(rules: Rules, board: str, side: str) -> bool:
    """Whether some game reaches this board with this side to move, judged by the board alone."""
    mover, last_mover = side, opponent(side)
    if board.count(last_mover) - board.count(mover) not in (0, 1):
        return False
    if has_line(rules, board, mover):
        return False  # the game would have ended before the last move
    if not has_line(rules, board, last_mover):
        return True
    for cell, mark in enumerate(board):
        if mark == last_mover and not has_line(rules, play(board, EMPTY, cell), last_mover):
            return True  # this move may have ended the game
    return False


def fault(rules: Rules, board: str, side: str) -> str | None:
    """The code of the first error of a board and a side to move; None if legal."""
    if abs(board.count("X") - board.count("O")) > 1:
        return "wrong_counts"
    if has_line(rules, board, "X") and has_line(rules, board, "O"):
        return "both_won"
    if not is_legal(rules, board, "X") and not is_legal(rules, board, "O"):
        return "unreachable"
    if not is_legal(rules, board, side):
        return "wrong_turn"
    return None


def default_side(rules: Rules, board: str) -> str | None:
    """The side to move if it is omitted; None if the board is legal for neither."""
    return next((side for side in ["X", "O"] if is_legal(rules, board, side)), None)


# The worth of positions and moves


@dataclass(frozen=True)
class Worth:
    """The outcome with best play for the side to move, and the plies to the end."""

    outcome: str
    plies_to_end: int

    @property
    def score(self) -> int:
        """100 - plies_to_end for a win, the negative of that for a loss, 0 for a draw."""
        return {"win": 1, "draw": 0, "loss": -1}[self.outcome] * (100 - self.plies_to_end)


Memo = dict[tuple[Rules, str, str], int]


def score(rules: Rules, board: str, side: str, memo: Memo) -> int:
    """The score of a position, by minimax over all moves; `memo` only saves repetitions."""
    key = (rules, board, side)
    if key not in memo:
        moves = legal_moves(rules, board)
        if moves:
            memo[key] = max([score_of_move(rules, board, side, cell, memo) for cell in moves])
        elif winner(rules, board) is None:
            memo[key] = 0
        else:
            memo[key] = 100 if winner(rules, board) == side else -100
    return memo[key]


def score_of_move(rules: Rules, board: str, side: str, cell: int, memo: Memo) -> int:
    """The score of a move for its mover: the score of the next position, one ply earlier."""
    return a_ply_earlier(-score(rules, play(board, side, cell), opponent(side), memo))


def sign(score: int) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def move_scores(rules: Rules, board: str, side: str, memo: Memo) -> dict[int, int]:
    """The score of every legal move, for its mover."""
    moves = legal_moves(rules, board)
    return {cell: score_of_move(rules, board, side, cell, memo) for cell in moves}


def best_moves(rules: Rules, board: str, side: str, memo: Memo) -> list[int]:
    scores = move_scores(rules, board, side, memo)
    return [cell for cell in scores if scores[cell] == max(scores.values())]


def a_ply_earlier(score: int) -> int:
    """A score as the position one ply earlier has it: one point closer to a draw."""
    return score - 1 if score > 0 else score + 1 if score < 0 else 0


def in_words(score: int, board: str) -> Worth:
    """A score on this board as a worth; a draw lasts until the board is full."""
    if score == 0:
        return Worth("draw", board.count(EMPTY))
    return Worth("win" if score > 0 else "loss", 100 - abs(score))


def worth(rules: Rules, board: str, side: str, memo: Memo) -> Worth:
    return in_words(score(rules, board, side, memo), board)


def move_worths(rules: Rules, board: str, side: str, memo: Memo) -> dict[int, Worth]:
    scores = move_scores(rules, board, side, memo)
    return {cell: in_words(score, board) for cell, score in scores.items()}


def ranks(worths: dict[int, Worth]) -> dict[int, int]:
    """The rank of every move: one more than the number of moves that score higher."""
    scores = {cell: worth.score for cell, worth in worths.items()}
    return {
        cell: 1 + sum(other > score for other in scores.values()) for cell, score in scores.items()
    }


# The tree of all games


def tree(rules: Rules, board: str, side: str, ply: int = 0) -> Iterator[tuple[int, str, str]]:
    """Every node below a position, itself first, as (ply, board, side to move)."""
    yield ply, board, side
    for cell in legal_moves(rules, board):
        yield from tree(rules, play(board, side, cell), opponent(side), ply + 1)


def symmetric_copies(rules: Rules, board: str) -> list[str]:
    """The board rotated and reflected in every way that keeps its shape, duplicates included."""
    grid = [board[row * rules.columns : (row + 1) * rules.columns] for row in range(rules.rows)]
    copies = []
    for _ in range(4):
        grid = ["".join(column) for column in zip(*reversed(grid), strict=True)]  # a quarter turn
        if len(grid) == rules.rows:
            mirrored = [row[::-1] for row in grid]
            copies += ["".join(grid), "".join(mirrored)]
    return copies
