"""Rotations and reflections of the board."""

from collections import defaultdict

import pytest

from service.engine.board.symmetry import canonical, representatives, symmetries
from tests import reference
from tests.engine.conversion import bits, geometry_of, position_of
from tests.engine.positions import SOME_RULES, all_legal, random_positions
from tests.reference import THREE_BY_THREE, Rules


def moved(board: str, symmetry: tuple[int, ...]) -> str:
    """The board after every mark has moved from cell `i` to cell `symmetry[i]`."""
    cells = [""] * len(board)
    for cell, mark in enumerate(board):
        cells[symmetry[cell]] = mark
    return "".join(cells)


@pytest.mark.parametrize("rules", SOME_RULES)
def test_symmetries_match_the_reference_with_the_identity_first(rules: Rules) -> None:
    found = symmetries(geometry_of(rules))
    cells = "".join(chr(ord("A") + cell) for cell in range(rules.columns * rules.rows))
    copies = {moved(cells, symmetry) for symmetry in found}
    assert copies == set(reference.symmetric_copies(rules, cells))
    assert len(found) == len(copies) == (8 if rules.columns == rules.rows else 4)
    assert moved(cells, found[0]) == cells


def test_canonical_keys_of_3x3_boards_differ_unless_the_boards_are_symmetric() -> None:
    geometry = geometry_of(THREE_BY_THREE)
    classes = defaultdict(set)
    for board in sorted({board for board, _ in all_legal()}):
        key = canonical(geometry, bits(board, "X"), bits(board, "O"))
        classes[key].add(min(reference.symmetric_copies(THREE_BY_THREE, board)))
    assert {len(boards) for boards in classes.values()} == {1}
    assert len(set.union(*classes.values())) == len(classes)


@pytest.mark.parametrize("rules", SOME_RULES)
def test_canonical_key_is_one_of_the_copies_and_the_same_for_all(rules: Rules) -> None:
    geometry = geometry_of(rules)
    for board, _ in random_positions(rules, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] * 2, seed=4):
        copies = reference.symmetric_copies(rules, board)
        [key] = {canonical(geometry, bits(copy, "X"), bits(copy, "O")) for copy in copies}
        assert key in {(bits(copy, "X"), bits(copy, "O")) for copy in copies}


def check_twins(rules: Rules, board: str, side: str) -> None:
    """The first cell that looks the same after a mark of neither side, for each empty cell."""
    empty = [cell for cell, mark in enumerate(board) if mark == "."]
    looks = {
        cell: min(reference.symmetric_copies(rules, reference.play(board, "?", cell)))
        for cell in empty
    }
    expected = {cell: min(twin for twin in empty if looks[twin] == looks[cell]) for cell in empty}
    assert list(representatives(position_of(board, side, rules)).items()) == list(expected.items())


def test_twins_of_every_3x3_position_look_the_same() -> None:
    for board, side in dict(all_legal()).items():  # one side to move of each board
        check_twins(THREE_BY_THREE, board, side)


@pytest.mark.parametrize("rules", SOME_RULES)
def test_twins_of_larger_boards_look_the_same(rules: Rules) -> None:
    cells = rules.columns * rules.rows
    for board, side in random_positions(rules, [cells - marks for marks in range(5)] * 4, seed=5):
        check_twins(rules, board, side)
