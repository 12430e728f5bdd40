"""The number of nodes that analyses need."""

import pytest

from service.engine.board.notation import read_position
from service.engine.search.analyze import analyze


# Lower these if the search improves.
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("board", "in_a_row", "misere", "most"),
    [
        (".../.../...", 3, False, 177),
        ("X../.../...", 3, False, 110),
        ("XO./.X./..O", 3, False, 12),
        ("..../..../....", 3, False, 143),
        ("..../..../....", 4, False, 16),
        ("..../..../..../....", 3, False, 65),
        ("..../..../..../....", 4, False, 101),
        ("X.../..O./..../....", 4, False, 164),
        ("X..../...../...../....O", 4, False, 8_413),
        ("...../...../...../...../.....", 5, False, 54),
        (".../.../...", 3, True, 886),
    ],
)
def test_analysis_needs_no_more_nodes_than_before(
    board: str, in_a_row: int, misere: bool, most: int
) -> None:
    assert 1 <= analyze(read_position(board, None, in_a_row, misere)).nodes <= most
