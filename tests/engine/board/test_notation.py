"""Boards as text and as lists."""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine import errors
from service.engine.board.notation import (
    Board,
    Token,
    read_position,
    read_rows,
    write_board,
)
from service.engine.board.position import Mark
from tests.engine.conversion import position_of
from tests.engine.positions import random_unfinished, seeded
from tests.reference import Rules

GEOMETRIES = [
    Rules(columns, rows, in_a_row)
    for columns, rows in product(range(3, 10), repeat=2)
    for in_a_row in {3, max(columns, rows)}
]
TOKENS: dict[str, list[Token]] = {
    "X": ["X", "x"],
    "O": ["O", "o"],
    ".": [None, "", " ", ".", "-", "_"],
}


@given(st.data())
@settings(derandomize=True, database=None, deadline=None, max_examples=100)
def test_every_geometry_survives_a_round_trip_in_every_form(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(GEOMETRIES))
    size = rules.columns * rules.rows
    empty_cells = data.draw(st.integers(size // 2, size))
    random = seeded(data.draw(st.integers(0, 10**6)))
    board, side = random_unfinished(rules, empty_cells, random)
    position = position_of(board, side, rules)
    rows = [board[start : start + rules.columns] for start in range(0, size, rules.columns)]
    tokens = [[data.draw(st.sampled_from(TOKENS[mark])) for mark in row] for row in rows]
    text = "/".join("".join(token or "-" for token in row).replace(" ", "_") for row in tokens)

    assert write_board(position) == "/".join(rows)
    forms: list[Board] = [write_board(position), text, tokens, text.split("/")]
    if rules.columns == rules.rows:
        forms += [[token for row in tokens for token in row], text.replace("/", "")]
    for form in forms:
        assert read_position(form, Mark(side), rules.in_a_row) == position


def test_in_a_row_misere_and_side_to_move_are_kept_and_have_defaults() -> None:
    position = read_position("..../..../....", Mark.O, 4, misere=True)
    assert position == position_of("." * 12, "O", Rules(4, 3, 4, misere=True))
    assert read_position("..../..../....") == position_of("." * 12, "X", Rules(4, 3, 3))


@pytest.mark.parametrize(
    ("board", "row", "index"),
    [
        ("XO./.X/..O", 2, None),
        ("XO./.X./", 3, None),
        ([["X", "O", None], [None, "X"], [None, None, "O"]], 2, 1),
        ([["X", "O", None], [None, "X", None], None], 3, 2),
        (["XO.", ".X", "..O"], 2, 1),
    ],
)
def test_ragged_row_is_named(board: Board, row: int, index: int | None) -> None:
    with pytest.raises(errors.WrongShape) as raised:
        read_rows(board)
    assert re.fullmatch(
        rf"Row {row} has \d cells, but row 1 has \d\. All rows must .*",
        str(raised.value),
    )
    assert raised.value.index == index
