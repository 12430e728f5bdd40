"""What the tests of the engine share: the way between the reference and the engine, positions."""

from collections.abc import Callable
from functools import lru_cache
from itertools import count
from random import Random

import pytest

from service.engine.analysis import Analysis
from service.engine.board.geometry import Geometry, bits_of, cells_of
from service.engine.board.position import Mark, Position
from service.engine.budget import DEFAULT_NODES
from service.engine.score import Score
from service.engine.search.analyze import analyze
from tests import reference
from tests.reference import Memo, Rules, Worth

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

MANY_RULES = [
    *SOME_RULES,
    Rules(5, 5, 3),
    Rules(5, 5, 4),
    Rules(5, 5, 5),
    Rules(6, 3, 3),
    Rules(3, 6, 4),
    Rules(6, 4, 4),
    Rules(4, 6, 5),
    Rules(6, 5, 4),
    Rules(5, 6, 5),
    Rules(6, 6, 3),
    Rules(6, 6, 4),
    Rules(6, 6, 5),
    Rules(6, 6, 6),
]


def image(cells: int, symmetry: tuple[int, ...]) -> int:
    """The image of a set of cells."""
    return bits_of(symmetry[cell] for cell in cells_of(cells))


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


@lru_cache(maxsize=None)
def different_unfinished() -> list[tuple[str, str]]:
    """The first of all symmetric copies of each of them."""
    rules = reference.THREE_BY_THREE
    return [
        (board, side)
        for board, side in all_unfinished()
        if board == min(reference.symmetric_copies(rules, board))
    ]


Positions = Callable[[], list[tuple[str, str]]]

# For tests of each unfinished position of 3x3: the different ones in `make test`, else all.
UNFINISHED = pytest.mark.parametrize(
    "unfinished",
    [different_unfinished, pytest.param(all_unfinished, marks=pytest.mark.full)],
    ids=lambda positions: positions.__name__,
)


def own_and_other(board: str, side: str) -> tuple[int, int]:
    """The marks of the side to move and of its opponent."""
    return bits(board, side), bits(board, reference.opponent(side))


def value_of(worth: Worth, empty_cells: int) -> int:
    """A worth as the value of a search: one more than the cells left empty, for the winner."""
    left = empty_cells - worth.plies_to_end
    return {"win": left + 1, "draw": 0, "loss": -left - 1}[worth.outcome]


def check_contract(returned: int, alpha: int, beta: int, exact: int) -> None:
    """The three inequalities that negamax promises."""
    if returned <= alpha:
        assert exact <= returned
    elif returned < beta:
        assert exact == returned
    else:
        assert exact >= returned


def windows_around(exact: int, random: Random, count: int) -> list[tuple[int, int]]:
    """The windows that end at a value or hold it alone, and some random ones."""
    windows = [(exact - 1, exact), (exact, exact + 1), (exact - 1, exact + 1)]
    for _ in range(count):
        alpha = random.randrange(-12, 12)
        windows.append((alpha, random.randrange(alpha + 1, 13)))
    return windows


def swapped(board: str) -> str:
    """The board with the marks of the sides exchanged."""
    return board.translate(str.maketrans("XO", "OX"))


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


def worth_of(score: Score) -> Worth:
    """A proved score as the reference has it."""
    assert score.plies_to_end is not None
    return Worth(score.outcome.value, score.plies_to_end)


def check_analysis(rules: Rules, board: str, side: str, memo: Memo) -> None:
    """Compare the analysis of a position with the reference, move by move."""
    position = position_of(board, side, rules)
    analysis = analyze(position)
    worths = reference.move_worths(rules, board, side, memo)
    ranks = reference.ranks(worths)
    order = sorted(worths, key=lambda cell: (ranks[cell], cell))
    assert [move.cell for move in analysis.moves] == order
    for move in analysis.moves:
        assert worth_of(move.score) == worths[move.cell], (rules, board, side, move)
        assert move.score.points == worths[move.cell].score
        assert move.rank == ranks[move.cell], (rules, board, side, move)
        assert move.estimate is None
    assert analysis.solved
    assert worth_of(analysis.score) == reference.worth(rules, board, side, memo)
    assert analysis.position == position
    assert [move.cell for move in analysis.best_moves] == [c for c in order if ranks[c] == 1]
    assert 1 <= analysis.nodes <= DEFAULT_NODES
    assert analysis.principal_variation[:1] == tuple(order[:1])
    check_variation(rules, board, side, analysis, memo)


def check_variation(rules: Rules, board: str, side: str, analysis: Analysis, memo: Memo) -> None:
    """Play the principal variation out: the first best move each time, and the promised end."""
    worth = reference.worth(rules, board, side, memo)
    mover = side
    for cell in analysis.principal_variation:
        scores = {
            cell: reference.score_of_move(rules, board, mover, cell, memo)
            for cell in reference.legal_moves(rules, board)
        }
        assert cell == max(scores, key=scores.__getitem__)  # the first of the best
        board, mover = reference.play(board, mover, cell), reference.opponent(mover)
    assert len(analysis.principal_variation) == worth.plies_to_end
    assert reference.legal_moves(rules, board) == []
    winners = {"win": side, "loss": reference.opponent(side), "draw": None}
    assert reference.winner(rules, board) == winners[worth.outcome]
