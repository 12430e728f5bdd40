"""Errors: codes, fields and order, which the API publishes."""

import pytest

from service.engine import errors
from service.engine.errors import EngineError, PositionError


def test_codes_are_in_the_order_of_the_checks_with_their_fields() -> None:
    position_errors = PositionError.__subclasses__()
    assert [(error.code, error.field) for error in position_errors] == [
        ("wrong_shape", "board"),
        ("unsupported_size", "board"),
        ("wrong_in_a_row", "in_a_row"),
        ("wrong_counts", "board"),
        ("both_won", "board"),
        ("unreachable", "board"),
        ("wrong_turn", "side_to_move"),
    ]
    others = [error for error in EngineError.__subclasses__() if error is not PositionError]
    assert {error.code: error.field for error in others} == {
        "illegal_move": "moves",
        "tree_too_large": "board",
        "trace_too_large": "board",
        "exam_too_large": "moves",
        "wrong_value": "moves",
    }


def test_error_is_a_value_error_with_a_message_an_index_and_a_field() -> None:
    with pytest.raises(ValueError, match=r"^Too long\.$"):
        raise errors.WrongShape("Too long.", 2)
    assert errors.WrongShape("Too long.").index is None
    assert errors.WrongShape("Too long.", 2).index == 2
    assert errors.WrongTurn("Not now.").field == "side_to_move"
    assert errors.WrongTurn("Not now.", field="moves").field == "moves"
