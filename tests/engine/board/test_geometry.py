"""Sizes, lines, and sets of cells."""

from itertools import product

import pytest

from service.engine.board.geometry import Geometry, cells_of, lines
from service.engine.errors import UnsupportedSize, WrongInARow
from tests import reference
from tests.engine.conversion import geometry_of
from tests.reference import Rules

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
