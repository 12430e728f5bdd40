"""Traces that are too long for a response, and the advice for them."""

from dataclasses import replace

import pytest

from service.engine.errors import TraceTooLarge
from service.engine.textbook.search import Algorithm, TextbookSearch
from service.engine.textbook.trace import MAX_LISTED, trace
from tests.engine.conversion import position_of
from tests.engine.positions import EMPTY_3X3
from tests.reference import Rules

EMPTY_6X6 = position_of("." * 36, "X", Rules(6, 6, 4))


@pytest.mark.parametrize(
    ("search", "algorithm", "depth"),
    [
        (TextbookSearch(EMPTY_3X3, Algorithm.MINIMAX), "algorithm alpha_beta_cached, ", 4),
        (
            TextbookSearch(position_of("XO" + "." * 10, "X", Rules(4, 3, 4))),
            "algorithm alpha_beta_cached, ",
            6,
        ),
        (TextbookSearch(EMPTY_6X6, Algorithm.ALPHA_BETA_CACHED, max_depth=9), "", 2),
    ],
    ids=["3x3", "4x3", "6x6"],
)
def test_error_of_a_long_search_names_searches_that_fit(
    search: TextbookSearch, algorithm: str, depth: int
) -> None:
    with pytest.raises(TraceTooLarge) as raised:
        trace(search)
    assert str(raised.value) == (
        f"The search has more than 6000 nodes. Use {algorithm}max_depth {depth} or less, "
        "or a board with at most 6 empty cells."
    )
    fitting = [replace(search, max_depth=depth)]
    if algorithm:
        fitting.append(replace(search, algorithm=Algorithm.ALPHA_BETA_CACHED))
    assert all(len(trace(each).nodes) <= MAX_LISTED for each in fitting)


def test_search_with_few_empty_cells_fits() -> None:
    six = TextbookSearch(position_of("XOX......", "O"), Algorithm.MINIMAX)
    assert len(trace(six).nodes) <= 1_957 <= MAX_LISTED
