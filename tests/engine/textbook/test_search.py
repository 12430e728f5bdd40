"""The counts of the textbook searches, compared with a second search."""

import pytest

from service.engine.textbook.search import MAX_EMPTY_CELLS, Searched, searched
from tests.engine.conversion import position_of
from tests.engine.positions import EMPTY_3X3, SOME_RULES, both_games, random_positions
from tests.engine.textbook.plain import PlainSearch
from tests.live import ROOT
from tests.reference import THREE_BY_THREE, Rules


def entered(rules: Rules, board: str, side: str, algorithm: str) -> int:
    """The positions that a plain search enters from this one."""
    nodes = PlainSearch(rules, side, algorithm).run(board)
    return sum(node.end != "cached" for node in nodes)


def check(rules: Rules, board: str, side: str) -> Searched:
    """Compare the counts with the plain searches; the counts."""
    found = searched(position_of(board, side, rules), 12345)
    algorithms = ["alpha_beta", "alpha_beta_cached"]
    expected = [entered(rules, board, side, algorithm) for algorithm in algorithms]
    assert found == Searched(12345, *expected), (board, side)
    return found


def test_empty_3x3_board_has_its_known_counts() -> None:
    expected = Searched(minimax=12345, alpha_beta=18_297, alpha_beta_cached=3_312)
    assert check(THREE_BY_THREE, ".........", "X") == expected
    assert searched(EMPTY_3X3, 549_946) == Searched(549_946, 18_297, 3_312)


@pytest.mark.parametrize("rules", both_games(SOME_RULES), ids=str)
def test_counts_of_other_positions_match_the_plain_search(rules: Rules) -> None:
    for board, side in random_positions(rules, [1, 2, 3, 4, 5, 6, 6, 7], seed=13):
        check(rules, board, side)


def test_cache_without_the_window_in_its_key_is_wrong_as_in_the_lesson() -> None:
    lesson = (ROOT / "service" / "static" / "learn" / "lessons.js").read_text()
    assert "on ..X/..X/O.O (row by row), a cache that ignores the window finds a draw" in lesson
    for forgets, value in [(False, -1), (True, 0)]:
        search = PlainSearch(THREE_BY_THREE, "X", "alpha_beta_cached", forgets_the_window=forgets)
        assert search.run("..X..XO.O")[0].value == value


@pytest.mark.parametrize("board", ["XXXOO....", "XOXXOOOXX"])
def test_finished_game_is_one_position(board: str) -> None:
    assert searched(position_of(board, "O"), 1) == Searched(1, 1, 1)


def test_searches_are_counted_up_to_nine_empty_cells() -> None:
    assert MAX_EMPTY_CELLS == 9
    rules = Rules(4, 3, 4)
    assert searched(position_of("XOX.........", "O", rules), 1) is not None
    assert searched(position_of("XO..........", "X", rules), 1) is None
