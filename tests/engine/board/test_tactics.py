"""Winning and forking cells, beside plain definitions on the reference's boards."""

from functools import lru_cache
from random import Random

import pytest

from service.engine.board.tactics import Tactics, tactics_of
from tests import reference
from tests.engine.support import all_unfinished, bits, geometry_of, random_unfinished, seeded
from tests.reference import THREE_BY_THREE, Rules

LARGER_RULES = [
    Rules(4, 3, 3),
    Rules(3, 4, 4),
    Rules(4, 4, 3),
    Rules(5, 3, 3),
    Rules(5, 4, 4),
    Rules(4, 6, 5),
    Rules(6, 5, 4),
    Rules(7, 5, 3),
    Rules(6, 6, 5),
    Rules(6, 6, 6),
    Rules(3, 9, 6),
]


@lru_cache(maxsize=None)
def winning_cells(rules: Rules, board: str, side: str) -> frozenset[int]:
    """The empty cells at which this side completes a line, on a board where it has none."""
    return frozenset(
        cell
        for cell, mark in enumerate(board)
        if mark == "." and reference.has_line(rules, reference.play(board, side, cell), side)
    )


@lru_cache(maxsize=None)
def new_winning_cells(rules: Rules, board: str, side: str, cell: int) -> frozenset[int]:
    """The cells at which this side completes a line after its move, but not before it."""
    after = reference.play(board, side, cell)
    return winning_cells(rules, after, side) - winning_cells(rules, board, side)


@lru_cache(maxsize=None)
def lines_through(rules: Rules, cell: int) -> list[list[int]]:
    """The lines that a cell lies on."""
    return [line for line in reference.lines(rules) if cell in line]


def threatened_cells(rules: Rules, board: str, side: str, cell: int) -> set[int]:
    """What the lines through a cell lack that lack one mark of this side, once it has moved there.

    They lacked two before, so each of them is a new threat.
    """
    after = reference.play(board, side, cell)
    lacked = [
        [other for other in line if after[other] != side] for line in lines_through(rules, cell)
    ]
    return {cells[0] for cells in lacked if len(cells) == 1 and after[cells[0]] == "."}


@lru_cache(maxsize=None)
def forking_cells(rules: Rules, board: str, side: str) -> frozenset[int]:
    """The empty cells at which a mark of this side makes new threats at two cells or more."""
    return frozenset(
        cell
        for cell, mark in enumerate(board)
        if mark == "." and len(threatened_cells(rules, board, side, cell)) > 1
    )


def crowded(rules: Rules, random: Random) -> str:
    """A random board without a line on which one side has far more marks than the other."""
    board = rules.empty_board
    many = random.choice("XO")
    for cell in random.sample(range(len(board)), len(board)):
        side = random.choices([many, reference.opponent(many), "."], [6, 1, 3])[0]
        if side != "." and not reference.has_line(rules, reference.play(board, side, cell), side):
            board = reference.play(board, side, cell)
    return board


@lru_cache(maxsize=None)
def larger_boards(rules: Rules) -> list[str]:
    """Boards of games that are on, and crowded ones."""
    random = seeded(60)
    size = len(rules.empty_board)
    played = [random_unfinished(rules, random.randrange(1, size), random)[0] for _ in range(10)]
    return [rules.empty_board, *played, *(crowded(rules, random) for _ in range(10))]


def tactics_for(rules: Rules, board: str, side: str) -> Tactics:
    """The engine's tactics for this side."""
    other = reference.opponent(side)
    return tactics_of(geometry_of(rules), bits(board, side), bits(board, other))


def set_of(cells: frozenset[int]) -> int:
    """These cells as the engine has them."""
    return sum(2**cell for cell in cells)


def check(rules: Rules, board: str, side: str) -> None:
    """Compare all four sets of cells with their definitions."""
    other = reference.opponent(side)
    assert tactics_for(rules, board, side) == Tactics(
        own_winning=set_of(winning_cells(rules, board, side)),
        other_winning=set_of(winning_cells(rules, board, other)),
        own_forking=set_of(forking_cells(rules, board, side)),
        other_forking=set_of(forking_cells(rules, board, other)),
    ), (rules, board, side)


def check_forks_without_a_threat(rules: Rules, board: str, side: str) -> bool:
    """Where a side has no winning cell, all that a move makes are new; whether there is a fork."""
    if winning_cells(rules, board, side):
        return False
    empty = [cell for cell, mark in enumerate(board) if mark == "."]
    forking = [cell for cell in empty if len(new_winning_cells(rules, board, side, cell)) > 1]
    found = tactics_for(rules, board, side).own_forking
    assert found == set_of(frozenset(forking)), (rules, board, side)
    return bool(forking)


def test_every_unfinished_3x3_position() -> None:
    for board, side in all_unfinished():
        check(THREE_BY_THREE, board, side)


@pytest.mark.parametrize("rules", LARGER_RULES, ids=str)
def test_larger_boards(rules: Rules) -> None:
    boards = larger_boards(rules)
    for board in boards:
        for side in "XO":
            check(rules, board, side)
    assert any(winning_cells(rules, board, side) for board in boards for side in "XO")


def test_a_side_without_a_winning_cell_forks_where_it_makes_two_3x3() -> None:
    forked = sum(
        check_forks_without_a_threat(THREE_BY_THREE, board, side)
        for board, side in all_unfinished()
    )
    assert forked > 100


@pytest.mark.parametrize("rules", LARGER_RULES, ids=str)
def test_a_side_without_a_winning_cell_forks_where_it_makes_two_on_larger_boards(
    rules: Rules,
) -> None:
    for board in larger_boards(rules):
        for side in "XO":
            check_forks_without_a_threat(rules, board, side)


def test_forks_are_among_what_is_compared() -> None:
    for rules in LARGER_RULES:
        forks = [
            forking_cells(rules, board, side) for board in larger_boards(rules) for side in "XO"
        ]
        assert any(forks) is (rules != Rules(3, 4, 4)), rules  # in which all lines are columns


@pytest.mark.parametrize(
    ("rows", "in_a_row", "own_winning", "own_forking", "other_winning", "other_forking"),
    [
        (["...", "...", "..."], 3, [], [], [], []),
        (["XX.", "O..", "O.."], 3, [2], [4], [], [4]),
        (["X..", ".O.", "..X"], 3, [], [2, 6], [], []),
        (["XO.", ".X.", "..."], 3, [8], [3, 6], [], []),
        ([".....", ".XX..", "....."], 4, [], [8], [], []),
        (["X....", ".OO..", ".....", "...X."], 4, [], [], [], [8]),
        (["OOO..", ".XX..", ".XX..", "....."], 4, [], [8, 13], [3], []),
    ],
)
def test_examples(  # noqa: PLR0913, PLR0917
    rows: list[str],
    in_a_row: int,
    own_winning: list[int],
    own_forking: list[int],
    other_winning: list[int],
    other_forking: list[int],
) -> None:
    rules = Rules(len(rows[0]), len(rows), in_a_row)
    assert tactics_for(rules, "".join(rows), "X") == Tactics(
        own_winning=sum(2**cell for cell in own_winning),
        other_winning=sum(2**cell for cell in other_winning),
        own_forking=sum(2**cell for cell in own_forking),
        other_forking=sum(2**cell for cell in other_forking),
    )
