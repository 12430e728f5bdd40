"""The search: exact values, the contract of negamax, and the bound of Erdős and Selfridge."""

from random import Random

import pytest

from service.engine.geometry import Geometry, cells_of, lines
from service.engine.search import INFINITY, Search, _negamax, completing, potentials
from tests import reference
from tests.engine.support import (
    MEMO_3X3,
    SOME_RULES,
    all_unfinished,
    bits,
    geometry_of,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Memo, Rules, Worth

SMALL_RULES = [
    Rules(3, 3, 3),
    Rules(4, 3, 3),
    Rules(4, 3, 4),
    Rules(3, 5, 5),
    Rules(4, 4, 4),
    Rules(5, 4, 4),
    Rules(4, 5, 3),
]


def value(worth: Worth, empty_cells: int) -> int:
    """A worth as the value of the search: one more than the cells left empty, for the winner."""
    left = empty_cells - worth.plies_to_end
    return {"win": left + 1, "draw": 0, "loss": -left - 1}[worth.outcome]


def own_and_other(board: str, side: str) -> tuple[int, int]:
    """The marks of the side to move and of its opponent."""
    return bits(board, side), bits(board, reference.opponent(side))


def negamax_positions(rules: Rules, count: int, random: Random) -> list[tuple[str, str]]:
    """Random (board, side to move) without a line, full boards included."""
    positions: list[tuple[str, str]] = []
    while len(positions) < count:
        board, side = random_unfinished(rules, random.randrange(1, 9), random)
        positions.append((board, side))
        cell = random.choice(reference.legal_moves(rules, board))
        after = reference.play(board, side, cell)
        if not reference.has_line(rules, after, side):
            positions.append((after, reference.opponent(side)))
    return positions


def check_contract(returned: int, alpha: int, beta: int, exact: int) -> None:
    """The three inequalities of negamax."""
    if returned <= alpha:
        assert exact <= returned
    elif returned < beta:
        assert exact == returned
    else:
        assert exact >= returned


def test_the_value_of_every_move_of_every_3x3_position() -> None:
    search = Search(geometry_of(THREE_BY_THREE))
    for board, side in all_unfinished():
        for cell, worth in reference.move_worths(THREE_BY_THREE, board, side, MEMO_3X3).items():
            found = search.move_value(*own_and_other(board, side), cell)
            assert found == value(worth, board.count(".")), (board, side, cell)


def test_negamax_keeps_its_contract_in_every_window_on_3x3() -> None:
    random = seeded(6)
    negamax = _negamax(geometry_of(THREE_BY_THREE))
    for board, side in all_unfinished():
        worth = reference.worth(THREE_BY_THREE, board, side, MEMO_3X3)
        exact = value(worth, board.count("."))
        alpha = random.randrange(-10, 10)
        beta = random.randrange(alpha + 1, 11)
        for low, high in [(alpha, beta), (exact - 1, exact + 1), (exact, exact + 1)]:
            returned = negamax(*own_and_other(board, side), low, high)
            check_contract(returned, low, high, exact)
        assert negamax(*own_and_other(board, side), -INFINITY, INFINITY) == exact


@pytest.mark.parametrize("rules", SMALL_RULES)
def test_negamax_keeps_its_contract_in_random_windows(rules: Rules) -> None:
    memo: Memo = {}
    random = seeded(7)
    shared = _negamax(geometry_of(rules))
    for board, side in negamax_positions(rules, 30, random):
        exact = value(reference.worth(rules, board, side, memo), board.count("."))
        windows = [(exact - 1, exact), (exact, exact + 1), (exact - 1, exact + 1)]
        for _ in range(10):
            alpha = random.randrange(-12, 12)
            windows.append((alpha, random.randrange(alpha + 1, 13)))
        for alpha, beta in windows:
            for negamax in [shared, _negamax(geometry_of(rules))]:
                returned = negamax(*own_and_other(board, side), alpha, beta)
                check_contract(returned, alpha, beta, exact)


def test_the_value_of_a_move_that_wins_at_once() -> None:
    search = Search(geometry_of(THREE_BY_THREE))
    assert search.move_value(*own_and_other("XX.OO....", "X"), 2) == 5
    assert search.nodes == 0


def test_completing() -> None:
    all_lines = lines(Geometry(3, 3, 3))
    assert list(cells_of(completing(all_lines, bits("XX.......", "X")))) == [2]
    assert list(cells_of(completing(all_lines, bits("X.X.....X", "X")))) == [1, 4, 5]
    assert list(cells_of(completing(all_lines, bits("XX.XX....", "X")))) == [2, 5, 6, 7, 8]
    assert completing(all_lines, bits("X........", "X")) == 0
    assert completing(all_lines, 0) == 0


@pytest.mark.parametrize("rules", SOME_RULES)
def test_completing_on_random_marks(rules: Rules) -> None:
    random = seeded(8)
    for _ in range(50):
        board = "".join(random.choice("X..") for _ in rules.empty_board)
        missing = {
            cell
            for line in reference.lines(rules)
            for cell in line
            if [board[other] for other in line if other != cell] == ["X"] * (rules.in_a_row - 1)
            and board[cell] != "X"
        }
        found = completing(lines(geometry_of(rules)), bits(board, "X"))
        assert set(cells_of(found)) == missing


def potential(rules: Rules, board: str, side: str) -> int:
    """Sum over the lines without a mark of the opponent of 2 to the number of own marks."""
    total = 0
    for line in reference.lines(rules):
        marks = [board[cell] for cell in line]
        if reference.opponent(side) not in marks:
            total += 2 ** marks.count(side)
    return total


def check_potentials(rules: Rules, board: str, side: str, worth: Worth) -> list[str]:
    """Compare the potentials with their definition, and what they rule out with the truth."""
    own, other = own_and_other(board, side)
    for_own, for_other = potentials(lines(geometry_of(rules)), own, other)
    assert for_own == potential(rules, board, side)
    assert for_other == potential(rules, board, reference.opponent(side))
    ruled_out = []
    if for_own < 2 ** (rules.in_a_row - 1):
        assert worth.outcome != "win", (rules, board, side)
        ruled_out.append("win")
    if for_other < 2**rules.in_a_row:
        assert worth.outcome != "loss", (rules, board, side)
        ruled_out.append("loss")
    return ruled_out


def test_below_the_limit_of_its_potential_no_side_wins_on_3x3() -> None:
    ruled_out = []
    for board, side in all_unfinished():
        worth = reference.worth(THREE_BY_THREE, board, side, MEMO_3X3)
        ruled_out += check_potentials(THREE_BY_THREE, board, side, worth)
    assert ruled_out.count("win") > 1000
    assert ruled_out.count("loss") > 1000


@pytest.mark.parametrize("rules", SMALL_RULES)
def test_below_the_limit_of_its_potential_no_side_wins_on_larger_boards(rules: Rules) -> None:
    memo: Memo = {}
    random = seeded(9)
    for _ in range(40):
        board, side = random_unfinished(rules, random.randrange(1, 9), random)
        check_potentials(rules, board, side, reference.worth(rules, board, side, memo))


def test_a_search_starts_cold_and_counts_what_it_enters() -> None:
    first, second = Search(Geometry(3, 3, 3)), Search(Geometry(3, 3, 3))
    assert first.nodes == 0
    first.move_value(0, 0, 4)
    entered = first.nodes
    assert entered >= 1
    first.move_value(0, 0, 4)
    assert first.nodes == entered
    assert second.nodes == 0
    second.move_value(0, 0, 4)
    assert second.nodes == entered
