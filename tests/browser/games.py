"""Games computed beforehand: with a seed a level always plays the same, so the end is known."""

from dataclasses import dataclass
from itertools import count

from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from tests.reference import (
    THREE_BY_THREE,
    Memo,
    completed_lines,
    legal_moves,
    move_worths,
    opponent,
    play,
    status,
    winner,
)

PERSON = "X"
MEMO: Memo = {}


@dataclass(frozen=True)
class Script:
    """A game on 3x3 in which a person moves first: the cells that both sides play, in turn."""

    level: Level
    seed: int
    cells: tuple[int, ...]

    @property
    def query(self) -> str:
        """The query with which the playground plays it."""
        return f"?level={self.level}&seed={self.seed}"

    @property
    def board(self) -> str:
        """The board at its end."""
        board, side = THREE_BY_THREE.empty_board, PERSON
        for cell in self.cells:
            board, side = play(board, side, cell), opponent(side)
        return board

    @property
    def winner(self) -> str | None:
        """The winner, if any."""
        return winner(THREE_BY_THREE, self.board)

    @property
    def status(self) -> str:
        """The status that the playground shows at its end."""
        return f"{self.winner} wins." if self.winner else "A draw: the board is full."

    @property
    def lines(self) -> list[list[int]]:
        """The completed lines as [x1, y1, x2, y2], in cells."""
        side = self.winner or PERSON
        ends = [(line[0], line[-1]) for line in completed_lines(THREE_BY_THREE, self.board, side)]
        return [[a % 3, a // 3, b % 3, b // 3] for a, b in ends]


def game(level: Level, wanted: str | None) -> Script:
    """The first game that `wanted` wins (None: a draw); X plays only best or only worst moves."""
    sign = -1 if wanted == opponent(PERSON) else 1
    scripts = (_played(level, seed, sign) for seed in count())
    return next(script for script in scripts if script.winner == wanted)


def _played(level: Level, seed: int, sign: int) -> Script:
    board, side = THREE_BY_THREE.empty_board, PERSON
    cells: list[int] = []
    while status(THREE_BY_THREE, board) == "in_progress":
        cell = _persons(board, sign) if side == PERSON else _levels(board, level, seed)
        cells.append(cell)
        board, side = play(board, side, cell), opponent(side)
    return Script(level, seed, tuple(cells))


def _persons(board: str, sign: int) -> int:
    worths = move_worths(THREE_BY_THREE, board, PERSON, MEMO)
    return max(legal_moves(THREE_BY_THREE, board), key=lambda cell: sign * worths[cell].score)


def _levels(board: str, level: Level, seed: int) -> int:
    return play_level(read_position(board, Mark.O), level, seed)
