"""Sizes, lines, and sets of cells."""

from dataclasses import FrozenInstanceError
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.board.geometry import (
    Geometry,
    bits_of,
    cells_of,
    central_first,
    has_line,
    lines,
)
from service.engine.errors import UnsupportedSize, WrongInARow
from tests import reference
from tests.engine.support import SOME_RULES, bits, geometry_of
from tests.reference import Rules

ALL_RULES = [
    Rules(columns, rows, in_a_row)
    for columns, rows in product(range(3, 10), repeat=2)
    for in_a_row in range(3, max(columns, rows) + 1)
]


def test_every_board_of_3_to_9_with_every_line_that_fits_is_a_geometry() -> None:
    for columns, rows, in_a_row in product(range(-1, 12), repeat=3):
        if not (3 <= columns <= 9 and 3 <= rows <= 9):
            with pytest.raises(UnsupportedSize) as raised:
                Geometry(columns, rows, in_a_row)
            assert str(raised.value) == "Boards have 3 to 9 columns and rows."
        elif not 3 <= in_a_row <= max(columns, rows):
            with pytest.raises(WrongInARow) as wrong:
                Geometry(columns, rows, in_a_row)
            assert str(wrong.value) == (
                "On this board in_a_row is at least 3 and at most "
                f"{max(columns, rows)}, the longer side."
            )
        else:
            assert Geometry(columns, rows, in_a_row).size == columns * rows


def test_a_geometry_is_immutable_and_compares_by_value() -> None:
    geometry = Geometry(4, 3, 3)
    with pytest.raises(FrozenInstanceError):
        geometry.rows = 4  # type: ignore[misc]
    assert geometry == Geometry(4, 3, 3)
    assert hash(geometry) == hash(Geometry(4, 3, 3))
    assert geometry not in {Geometry(3, 4, 3), Geometry(4, 3, 4)}


def test_the_eight_lines_of_3x3() -> None:
    cells = {tuple(cells_of(line)) for line in lines(Geometry(3, 3, 3))}
    assert cells == {
        *[(0, 1, 2), (3, 4, 5), (6, 7, 8)],
        *[(0, 3, 6), (1, 4, 7), (2, 5, 8)],
        *[(0, 4, 8), (2, 4, 6)],
    }


def test_lines_of_every_geometry_are_those_of_the_reference() -> None:
    for rules in ALL_RULES:
        found = [list(cells_of(line)) for line in lines(geometry_of(rules))]
        assert sorted(found) == sorted(map(sorted, reference.lines(rules))), rules


def test_lines_of_every_geometry_are_as_many_as_the_formula_says() -> None:
    for rules in ALL_RULES:
        across = max(0, rules.columns - rules.in_a_row + 1)
        down = max(0, rules.rows - rules.in_a_row + 1)
        expected = across * rules.rows + down * rules.columns + 2 * across * down
        found = lines(geometry_of(rules))
        assert len(found) == len(set(found)) == expected, rules


def test_has_line_on_every_3x3_board() -> None:
    for marks in product("X.", repeat=9):
        board = "".join(marks)
        expected = reference.has_line(reference.THREE_BY_THREE, board, "X")
        assert has_line(Geometry(3, 3, 3), bits(board, "X")) is expected


def test_central_first_counts_the_lines_through_each_cell() -> None:
    assert central_first(Geometry(3, 3, 3)) == (4, 0, 2, 6, 8, 1, 3, 5, 7)
    assert central_first(Geometry(4, 3, 3)) == (5, 6, 1, 2, 9, 10, 0, 3, 8, 11, 4, 7)
    for rules in SOME_RULES:
        order = central_first(geometry_of(rules))
        through = [sum(cell in line for line in reference.lines(rules)) for cell in order]
        assert sorted(order) == list(range(rules.columns * rules.rows))
        assert list(zip(through, order, strict=True)) == sorted(
            zip(through, order, strict=True), key=lambda pair: (-pair[0], pair[1])
        )


@given(st.frozensets(st.integers(0, 80)))
@settings(derandomize=True, database=None, deadline=None)
def test_a_set_of_cells_as_bits_and_back(cells: frozenset[int]) -> None:
    assert list(cells_of(bits_of(cells))) == sorted(cells)
    assert bits_of(cells) == int("".join(str(int(cell in cells)) for cell in range(80, -1, -1)), 2)
