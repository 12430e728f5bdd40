"""What the tests of the engine share: the way between the reference and the engine, positions."""

from functools import lru_cache
from itertools import count
from random import Random

from service.engine.geometry import Geometry
from service.engine.position import Mark, Position
from tests import reference
from tests.reference import Memo, Rules

EMPTY_3X3 = Position(Geometry(3, 3, 3), 0, 0, Mark.X)

SOME_RULES = [
    Rules(3, 3, 3),
    Rules(4, 3, 3),
    Rules(3, 4, 3),
    Rules(4, 3, 4),
    Rules(4, 4, 3),
    Rules(4, 4, 4),
    Rules(5, 3, 3),
    Rules(3, 5, 4),
    Rules(5, 3, 5),
    Rules(5, 4, 3),
    Rules(5, 4, 4),
    Rules(4, 5, 4),
]


def geometry_of(rules: Rules) -> Geometry:
    """The engine's geometry for these rules."""
    return Geometry(rules.columns, rules.rows, rules.in_a_row)


def bits(board: str, side: str) -> int:
    """The cells of this side as the engine has them."""
    return sum(2**cell for cell, mark in enumerate(board) if mark == side)


def position_of(board: str, side: str, rules: Rules = reference.THREE_BY_THREE) -> Position:
    """The engine's position for a board and a side to move, without any check."""
    x, o = bits(board, "X"), bits(board, "O")
    return Position(geometry_of(rules), x, o, Mark(side), rules.misere)


def board_of(position: Position) -> str:
    """The reference's board for an engine's position."""
    cells = range(position.geometry.size)
    return "".join(
        "X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else "." for cell in cells
    )


@lru_cache(maxsize=None)
def all_legal() -> list[tuple[str, str]]:
    """Every legal (board, side to move) of 3x3, sorted."""
    return sorted(reference.reachable(reference.THREE_BY_THREE))


MEMO_3X3: Memo = {}  # the reference's, so that each position of 3x3 is searched but once


@lru_cache(maxsize=None)
def all_unfinished() -> list[tuple[str, str]]:
    """Every legal (board, side to move) of 3x3 in which the game is on, sorted."""
    rules = reference.THREE_BY_THREE
    return [(board, side) for board, side in all_legal() if reference.legal_moves(rules, board)]


def seeded(seed: int) -> Random:
    """A source of numbers that are the same in every run."""
    return Random(seed)


def random_unfinished(rules: Rules, empty_cells: int, random: Random) -> tuple[str, str]:
    """A legal (board, side to move), the game not over, with this many empty cells or a few more.

    A few more where nearly every order of moves completes a line: after five attempts one more.
    """
    for attempt in count():
        board, side = random_game(rules, empty_cells, random)
        if board.count(".") <= empty_cells + attempt // 5:
            return board, side
    raise AssertionError


def random_game(rules: Rules, empty_cells: int, random: Random) -> tuple[str, str]:
    """Random moves from the empty board on until few cells are empty or each would be a line."""
    board, side = rules.empty_board, random.choice("XO")
    while board.count(".") > empty_cells:
        cells = reference.legal_moves(rules, board)
        boards = (reference.play(board, side, cell) for cell in random.sample(cells, len(cells)))
        after = next((after for after in boards if not reference.has_line(rules, after, side)), "")
        if not after:
            break
        board, side = after, reference.opponent(side)
    return board, side
