"""The entries of an exam: every wrong one is named by its number."""

import json

import pytest

from service.engine.board.position import Mark
from service.engine.errors import EngineError, ExamTooLarge, WrongEntry
from service.engine.exam.entries import MAX_ENTRIES, read_moves
from tests.engine.support import EMPTY_3X3, position_of


def test_every_notation_is_read() -> None:
    entries = {".../.../...": 4, "XO-/_x_/..o": 3.0, "XO.......": 80}
    assert read_moves(EMPTY_3X3, Mark.X, json.dumps(entries)) == {
        EMPTY_3X3: 4,
        position_of("XO..X...O", "X"): 3,
        position_of("XO.......", "X"): 80,
    }


def test_an_entry_may_be_repeated_but_not_contradicted() -> None:
    assert len(read_moves(EMPTY_3X3, Mark.X, '{"XO.......": 2, "XO./.../...": 2}')) == 1
    with pytest.raises(WrongEntry, match="Entry 2: An earlier entry has another cell"):
        read_moves(EMPTY_3X3, Mark.X, '{"XO.......": 2, "XO./.../...": 3}')


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"XX.......": 4}, "wrong_counts"),
        ({"XXXOOO...": 6}, "both_won"),
        ({"XXXXO.OO.": 5}, "wrong_turn"),
        ({"OOOXX.XX.": 5}, "unreachable"),
        ({"X........": 4}, "wrong_turn"),
        ({"XXXOO....": 5}, "wrong_turn"),
        ({"XO./.X./..": 3}, "wrong_shape"),
        ({"........": 3}, "wrong_shape"),
        ({"/": 3}, "wrong_shape"),
        ({"..../..../....": 3}, "wrong_shape"),
        ({"..": 3}, "wrong_shape"),
        ({"../..": 3}, "unsupported_size"),
        ({"": 3}, "wrong_value"),
        ({"XO.......\n": 3}, "wrong_value"),
        ({"hello": 3}, "wrong_value"),
        ({"XO.......": -1}, "wrong_value"),
        ({"XO.......": 81}, "wrong_value"),
        ({"XO.......": 1e300}, "wrong_value"),
        ({"XO.......": 10**90}, "wrong_value"),
        ({"XO.......": 2.5}, "wrong_value"),
        ({"XO.......": True}, "wrong_value"),
        ({"XO.......": "3"}, "wrong_value"),
        ({"XO.......": None}, "wrong_value"),
        ({"XO.......": [3]}, "wrong_value"),
        ({"XO.......": {}}, "wrong_value"),
    ],
)
def test_a_wrong_entry_is_named_by_its_number(entry: dict[str, object], code: str) -> None:
    with pytest.raises(EngineError) as raised:
        read_moves(EMPTY_3X3, Mark.X, json.dumps({".........": 4, **entry}))
    assert (raised.value.code, raised.value.field, raised.value.index) == (code, "moves", None)
    assert str(raised.value).startswith("Entry 2: ")


def test_too_many_entries() -> None:
    entries = {str(number): 0 for number in range(MAX_ENTRIES + 1)}
    with pytest.raises(ExamTooLarge, match="at most 20000 entries"):
        read_moves(EMPTY_3X3, Mark.X, json.dumps(entries))
