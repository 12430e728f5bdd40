"""The board: its sizes and lines, its forms, and which positions are legal."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from service.engine.board.geometry import Geometry, cells_of, lines
from service.engine.board.notation import Board, Token, read_position
from service.engine.board.position import Mark, Position, legal_position
from service.engine.errors import EngineError
from tests import reference
from tests.engine.conversion import bits, geometry_of, position_of
from tests.engine.positions import SOME_RULES, random_unfinished
from tests.reference import THREE_BY_THREE, Rules

ALL_RULES = [
    Rules(columns, rows, in_a_row)
    for columns, rows in product(range(3, 10), repeat=2)
    for in_a_row in range(3, max(columns, rows) + 1)
]


def test_boards_from_3_to_9_with_every_line_that_fits_are_valid() -> None:
    for columns, rows, in_a_row in product(range(-1, 12), repeat=3):
        if not (3 <= columns <= 9 and 3 <= rows <= 9):
            with pytest.raises(EngineError) as raised:
                Geometry(columns, rows, in_a_row)
            size = f"The board is {columns}x{rows}"
            assert str(raised.value) == f"{size}; use 3 to 9 columns and rows."
            assert raised.value.code == "unsupported_size"
        elif not 3 <= in_a_row <= max(columns, rows):
            with pytest.raises(EngineError) as wrong:
                Geometry(columns, rows, in_a_row)
            fitting = "3" if max(columns, rows) == 3 else f"from 3 to {max(columns, rows)}"
            assert str(wrong.value) == f"in_a_row must be {fitting} on this board."
            assert wrong.value.code == "wrong_in_a_row"
        else:
            assert Geometry(columns, rows, in_a_row).size == columns * rows


def test_lines_of_every_geometry_match_the_reference() -> None:
    for rules in ALL_RULES:
        found = [list(cells_of(line)) for line in lines(geometry_of(rules))]
        assert sorted(found) == sorted(map(sorted, reference.lines(rules))), rules


TOKENS: dict[str, list[Token]] = {
    "X": ["X", "x"],
    "O": ["O", "o"],
    ".": [None, "", " ", ".", "-", "_"],
}


@given(st.data())
@settings(derandomize=True, database=None, deadline=None, max_examples=100)
def test_every_geometry_survives_a_round_trip_in_every_form(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(ALL_RULES))
    size = rules.columns * rules.rows
    empty_cells = data.draw(st.integers(size // 2, size))
    random = Random(data.draw(st.integers(0, 10**6)))
    board, side = random_unfinished(rules, empty_cells, random)
    position = position_of(board, side, rules)
    rows = [board[start : start + rules.columns] for start in range(0, size, rules.columns)]
    tokens = [[data.draw(st.sampled_from(TOKENS[mark])) for mark in row] for row in rows]
    text = "/".join("".join(token or "-" for token in row).replace(" ", "_") for row in tokens)

    assert str(position) == "/".join(rows)
    forms: list[Board] = [str(position), text, tokens, text.split("/")]
    if rules.columns == rules.rows:
        forms += [[token for row in tokens for token in row], text.replace("/", "")]
    for form in forms:
        assert read_position(form, Mark(side), rules.in_a_row) == position


def read(board: str, side: str | None, rules: Rules = THREE_BY_THREE) -> Position:
    mark = None if side is None else Mark(side)
    x, o = bits(board, "X"), bits(board, "O")
    return legal_position(geometry_of(rules), x, o, mark, rules.misere)


def check(rules: Rules, board: str) -> set[str | None]:
    """Compare the verdicts on a board, with either side to move and with none; its faults."""
    faults = {side: reference.fault(rules, board, side) for side in "XO"}
    default = None if None in faults.values() else faults["X"]
    for side, fault in [*faults.items(), (None, default)]:
        if fault is None:
            to_move = side or reference.default_side(rules, board)
            assert to_move
            assert read(board, side, rules) == position_of(board, to_move, rules)
        else:
            with pytest.raises(EngineError) as raised:
                read(board, side, rules)
            assert raised.value.code == fault, (board, side)
    return set(faults.values())


def random_board(rules: Rules, random: Random) -> str:
    """A board with about as many marks of each side, on any cells."""
    cells = rules.columns * rules.rows
    number = random.randrange(cells // 2)
    marks = "X" * number + "O" * (number + random.choice((-2, -1, 0, 1, 2)))
    return "".join(random.sample(marks[:cells].ljust(cells, "."), cells))


@pytest.mark.parametrize("rules", SOME_RULES)
def test_larger_boards_get_the_verdict_of_the_reference(rules: Rules) -> None:
    random = Random(2)
    verdicts = set().union(*(check(rules, random_board(rules, random)) for _ in range(300)))
    assert verdicts >= {None, "wrong_turn", "wrong_counts"}


@pytest.mark.parametrize(
    ("board", "rules"),
    [
        ("XXX..OO.OOXXX..OO...", Rules(5, 4, 3)),  # two lines without a common mark
        ("XXX.OX.X.OXXX..OO..OOO.O.", Rules(5, 5, 3)),  # three that meet only in pairs
    ],
)
def test_lines_without_a_common_cell_are_unreachable(board: str, rules: Rules) -> None:
    assert reference.fault(rules, board, "X") == "unreachable"
    with pytest.raises(EngineError, match=r"^One side has lines without a common cell, "):
        read(board, None, rules)
