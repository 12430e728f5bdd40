"""Winning and forking cells, compared with plain definitions on the reference's boards."""

from functools import lru_cache
from random import Random

import pytest

from service.engine.board.tactics import Tactics, tactics_of
from tests import reference
from tests.engine.conversion import bits, geometry_of
from tests.engine.positions import all_unfinished, random_unfinished, seeded
from tests.reference import THREE_BY_THREE, Rules, winning_cells

LARGER_RULES = [
    *[Rules(4, 3, 3), Rules(3, 4, 4), Rules(4, 4, 3), Rules(5, 3, 3), Rules(5, 4, 4)],
    *[Rules(4, 6, 5), Rules(6, 5, 4), Rules(7, 5, 3), Rules(6, 6, 5), Rules(6, 6, 6)],
    Rules(3, 9, 6),
]


@lru_cache(maxsize=None)
def lines_through(rules: Rules, cell: int) -> list[list[int]]:
    return [line for line in reference.lines(rules) if cell in line]


def threatened_cells(rules: Rules, board: str, side: str, cell: int) -> set[int]:
    """The empty cells that alone are missing from lines of this side through its new mark.

    Two cells were missing before the mark, so each of them is a new threat.
    """
    after = reference.play(board, side, cell)
    missing = [
        [other for other in line if after[other] != side] for line in lines_through(rules, cell)
    ]
    return {cells[0] for cells in missing if len(cells) == 1 and after[cells[0]] == "."}


@lru_cache(maxsize=None)
def forking_cells(rules: Rules, board: str, side: str) -> frozenset[int]:
    """The empty cells at which a mark of this side makes new threats at two cells or more."""
    cells = [cell for cell, mark in enumerate(board) if mark == "."]
    return frozenset(cell for cell in cells if len(threatened_cells(rules, board, side, cell)) > 1)


def crowded(rules: Rules, random: Random) -> str:
    """A random board without a line on which one side has far more marks than the other."""
    board = rules.empty_board
    many = random.choice("XO")
    for cell in random.sample(range(len(board)), len(board)):
        side = random.choices([many, reference.opponent(many), "."], [6, 1, 3])[0]
        if side != "." and not reference.has_line(rules, reference.play(board, side, cell), side):
            board = reference.play(board, side, cell)
    return board


def larger_boards(rules: Rules) -> list[str]:
    """Boards of unfinished games, and crowded ones."""
    random = seeded(60)
    size = len(rules.empty_board)
    played = [random_unfinished(rules, random.randrange(1, size), random)[0] for _ in range(10)]
    return [rules.empty_board, *played, *(crowded(rules, random) for _ in range(10))]


def tactics_for(rules: Rules, board: str, side: str) -> Tactics:
    other = reference.opponent(side)
    return tactics_of(geometry_of(rules), bits(board, side), bits(board, other))


def check(rules: Rules, board: str, side: str) -> tuple[bool, bool]:
    """Compare the tactics with their definitions; whether the side can win and can fork."""
    other = reference.opponent(side)
    winning, forking = winning_cells(rules, board, side), forking_cells(rules, board, side)
    assert tactics_for(rules, board, side) == Tactics(
        own_winning=sum(2**cell for cell in winning),
        other_winning=sum(2**cell for cell in winning_cells(rules, board, other)),
        own_forking=sum(2**cell for cell in forking),
        other_forking=sum(2**cell for cell in forking_cells(rules, board, other)),
    ), (rules, board, side)
    if not winning:  # then a fork is a move after which the side can win at two cells
        moves = {
            cell: reference.play(board, side, cell)
            for cell, mark in enumerate(board)
            if mark == "."
        }
        twice = {cell for cell in moves if len(winning_cells(rules, moves[cell], side)) > 1}
        assert forking == twice, (rules, board, side)
    return bool(winning), bool(forking)


def test_tactics_of_every_unfinished_3x3_position_match_their_definitions() -> None:
    found = [check(THREE_BY_THREE, board, side) for board, side in all_unfinished()]
    assert found.count((False, True)) > 100


@pytest.mark.parametrize("rules", LARGER_RULES, ids=str)
def test_tactics_of_larger_boards_match_their_definitions(rules: Rules) -> None:
    found = [check(rules, board, side) for board in larger_boards(rules) for side in "XO"]
    assert any(wins for wins, _ in found)
    assert any(forks for _, forks in found) is (rules != Rules(3, 4, 4))  # all lines are columns
