"""The entries of an exam: every wrong one is named by its number."""

import json

import pytest

from service.engine.board.position import Mark
from service.engine.errors import EngineError, ExamTooLarge, WrongEntry
from service.engine.exam.entries import MAX_ENTRIES, read_moves
from tests.engine.conversion import position_of
from tests.engine.positions import EMPTY_3X3


def test_every_notation_is_read() -> None:
    entries = {".../.../...": 4, "XO-/_x_/..o": 3.0, "XO.......": 80}
    assert read_moves(EMPTY_3X3, Mark.X, json.dumps(entries)) == {
        EMPTY_3X3: 4,
        position_of("XO..X...O", "X"): 3,
        position_of("XO.......", "X"): 80,
    }


@pytest.mark.parametrize("cell", [1, 3])
def test_repeated_entry_is_accepted_and_a_contradiction_rejected(cell: int) -> None:
    assert len(read_moves(EMPTY_3X3, Mark.X, '{"XO.......": 2, "XO./.../...": 2}')) == 1
    with pytest.raises(WrongEntry, match=r"Entry 2 is invalid\. An earlier one has another cell"):
        read_moves(EMPTY_3X3, Mark.X, json.dumps({"XO.......": 2, "XO./.../...": cell}))


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ("XX.......", "wrong_counts"),
        ("XXXOOO...", "both_won"),
        ("XXXXO.OO.", "wrong_turn"),
        ("OOOXX.XX.", "unreachable"),
        ("X........", "wrong_turn"),
        ("XXXOO....", "wrong_turn"),
        ("XO./.X./..", "wrong_shape"),
        ("........", "wrong_shape"),
        ("/", "wrong_shape"),
        ("..../..../....", "wrong_shape"),
        ("..", "wrong_shape"),
        ("../..", "unsupported_size"),
        ("", "wrong_value"),
        ("XO.......\n", "wrong_value"),
        ("hello", "wrong_value"),
    ],
)
def test_wrong_position_is_named_by_its_number(board: str, code: str) -> None:
    check_error({board: 3}, code)


@pytest.mark.parametrize(
    "cell", [-1, 81, 1e300, 10**90, 2.5, True, "3", None, [3], {}], ids=lambda cell: str(cell)[:9]
)
def test_wrong_cell_is_named_by_its_number(cell: object) -> None:
    check_error({"XO.......": cell}, "wrong_value")


def check_error(entry: dict[str, object], code: str) -> None:
    with pytest.raises(EngineError) as raised:
        read_moves(EMPTY_3X3, Mark.X, json.dumps({".........": 4, **entry}))
    assert (raised.value.code, raised.value.field, raised.value.index) == (code, "moves", None)
    assert str(raised.value).startswith("Entry 2 is invalid. ")


def test_too_many_entries_are_rejected() -> None:
    entries = {str(number): 0 for number in range(MAX_ENTRIES + 1)}
    with pytest.raises(ExamTooLarge, match="Send at most 20000"):
        read_moves(EMPTY_3X3, Mark.X, json.dumps(entries))
