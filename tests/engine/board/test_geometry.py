"""Sizes, lines, and sets of cells."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.board.geometry import Geometry, bits_of, cells_of, has_line, lines
from service.engine.errors import UnsupportedSize, WrongInARow
from tests import reference
from tests.engine.conversion import bits, geometry_of
from tests.reference import THREE_BY_THREE, Rules

ALL_RULES = [
    Rules(columns, rows, in_a_row)
    for columns, rows in product(range(3, 10), repeat=2)
    for in_a_row in range(3, max(columns, rows) + 1)
]


def test_boards_from_3_to_9_with_every_line_that_fits_are_valid() -> None:
    for columns, rows, in_a_row in product(range(-1, 12), repeat=3):
        if not (3 <= columns <= 9 and 3 <= rows <= 9):
            with pytest.raises(UnsupportedSize) as raised:
                Geometry(columns, rows, in_a_row)
            counts = f"The board has {columns} columns and {rows} rows."
            assert str(raised.value) == f"{counts} Use 3 to 9 of each."
        elif not 3 <= in_a_row <= max(columns, rows):
            with pytest.raises(WrongInARow) as wrong:
                Geometry(columns, rows, in_a_row)
            fitting = "3" if max(columns, rows) == 3 else f"from 3 to {max(columns, rows)}"
            assert str(wrong.value) == f"in_a_row must be {fitting} on this board."
        else:
            assert Geometry(columns, rows, in_a_row).size == columns * rows


def test_lines_of_every_geometry_match_the_reference() -> None:
    for rules in ALL_RULES:
        found = [list(cells_of(line)) for line in lines(geometry_of(rules))]
        assert sorted(found) == sorted(map(sorted, reference.lines(rules))), rules


def test_has_line_matches_the_reference_on_every_3x3_board() -> None:
    for marks in product("X.", repeat=9):
        expected = reference.has_line(THREE_BY_THREE, "".join(marks), "X")
        assert has_line(Geometry(3, 3, 3), bits("".join(marks), "X")) is expected


@given(st.frozensets(st.integers(0, 80)))
@settings(derandomize=True, database=None, deadline=None)
def test_cells_survive_a_round_trip_through_bits(cells: frozenset[int]) -> None:
    assert list(cells_of(bits_of(cells))) == sorted(cells)
    assert bits_of(cells) == int("".join(str(int(cell in cells)) for cell in range(80, -1, -1)), 2)
