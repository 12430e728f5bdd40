"""Which traces fit into an answer, and what is said of the others."""

from dataclasses import replace

import pytest

from service.engine.errors import TraceTooLarge
from service.engine.textbook.fitting import fitting_trace, most_listed
from service.engine.textbook.recorder import MAX_LISTED
from service.engine.textbook.search import Algorithm, Question
from tests.engine.support import (
    EMPTY_3X3,
    position_of,
)
from tests.reference import Rules


def test_a_search_that_is_too_long_says_what_fits() -> None:
    with pytest.raises(TraceTooLarge) as raised:
        fitting_trace(Question(EMPTY_3X3, Algorithm.MINIMAX))
    assert str(raised.value) == (
        "The search lists more than 6000 nodes. What fits here: the algorithm alpha_beta_cached; "
        "max_depth 4 or less; or more marks on the board: with at most 6 empty cells all fit."
    )
    for fitting in [{"algorithm": Algorithm.ALPHA_BETA_CACHED}, {"max_depth": 4}]:
        question = replace(Question(EMPTY_3X3, Algorithm.MINIMAX), **fitting)  # type: ignore[arg-type]
        assert len(fitting_trace(question).nodes) <= MAX_LISTED


def test_what_fits_where_no_other_algorithm_does() -> None:
    empty = position_of("." * 36, "X", Rules(6, 6, 4))
    with pytest.raises(TraceTooLarge) as raised:
        fitting_trace(Question(empty, Algorithm.ALPHA_BETA_CACHED, max_depth=9))
    assert "What fits here: max_depth 2 or less; or more marks" in str(raised.value)
    assert len(fitting_trace(Question(empty, max_depth=1)).nodes) == 37


def test_a_depth_may_fit_where_the_whole_does_not() -> None:
    position = position_of("XO" + "." * 10, "X", Rules(4, 3, 4))
    with pytest.raises(TraceTooLarge, match=r"max_depth [1-9] or less"):
        fitting_trace(Question(position))


def test_the_most_that_a_search_can_list() -> None:
    six = position_of("XOX......", "O")
    assert most_listed(Question(six)) == 1_957
    assert most_listed(Question(six, max_depth=2)) == 1 + 6 + 30
    assert most_listed(Question(six, max_depth=9)) == 1_957
    assert most_listed(Question(position_of("XXXOO....", "O"))) >= 1
