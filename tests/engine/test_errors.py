"""The errors: their codes, fields and order, which the API publishes."""

import pytest

from service.engine import errors
from service.engine.errors import EngineError, PositionError


def test_position_errors_stand_in_the_order_in_which_they_are_checked() -> None:
    assert [error.code for error in PositionError.__subclasses__()] == [
        "wrong_shape",
        "unsupported_size",
        "wrong_in_a_row",
        "wrong_counts",
        "both_won",
        "unreachable",
        "wrong_turn",
    ]


def test_the_other_errors() -> None:
    assert [error.code for error in EngineError.__subclasses__() if error is not PositionError] == [
        "illegal_move",
        "tree_too_large",
        "trace_too_large",
        "exam_too_large",
        "wrong_value",
    ]


def test_each_error_names_the_field_at_fault() -> None:
    field_of = {
        error.code: error.field
        for error in vars(errors).values()
        if isinstance(error, type) and issubclass(error, EngineError) and hasattr(error, "code")
    }
    assert field_of == {
        "wrong_shape": "board",
        "unsupported_size": "board",
        "wrong_in_a_row": "in_a_row",
        "wrong_counts": "board",
        "both_won": "board",
        "unreachable": "board",
        "wrong_turn": "side_to_move",
        "illegal_move": "moves",
        "tree_too_large": "board",
        "trace_too_large": "board",
        "exam_too_large": "moves",
        "wrong_value": "moves",
    }


def test_an_error_is_a_value_error_with_a_message_and_perhaps_an_index() -> None:
    with pytest.raises(ValueError, match="Too long"):
        raise errors.WrongShape("Too long.")
    assert errors.WrongShape("Too long.").index is None
    assert errors.WrongShape("Too long.", 2).index == 2
    assert str(errors.WrongShape("Too long.", 2)) == "Too long."


def test_the_field_at_fault_may_be_another() -> None:
    assert errors.WrongTurn("Not now.", field="moves").field == "moves"
    assert errors.WrongTurn("Not now.").field == "side_to_move"
