"""Traces: compared with a second search, their counts, known trees, and those that are too long."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from service.engine.errors import EngineError
from service.engine.game_tree import game_tree
from service.engine.textbook.search import Algorithm, TextbookSearch, Valuation, searched
from service.engine.textbook.trace import CELLS_THAT_FIT, MAX_LISTED, trace
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import (
    EMPTY_3X3,
    MEMO_3X3,
    SOME_RULES,
    all_unfinished,
    both_games,
    random_positions,
)
from tests.engine.textbook.plain import PlainSearch
from tests.live import ROOT
from tests.parameters import in_release, one_of
from tests.reference import THREE_BY_THREE, Rules

Search = tuple[Algorithm, Valuation]
SEARCHES = list(product(Algorithm, Valuation))


def check_against_plain(
    rules: Rules, board: str, side: str, search: Search, max_depth: int | None = None
) -> None:
    found = trace(TextbookSearch(position_of(board, side, rules), *search, max_depth))
    assert list(found.nodes) == PlainSearch(rules, side, *search, max_depth).run(board)


@pytest.mark.parametrize("rules", one_of(3, both_games(SOME_RULES)), ids=str)
def test_traces_match_a_second_search(rules: Rules) -> None:
    """With and without a limit of the depth, and of a finished game."""
    for search in SEARCHES:
        for board, side in random_positions(rules, [1, 2, 3, 4, 5], seed=15):
            check_against_plain(rules, board, side, search)
        for board, side in random_positions(rules, [3, 6], seed=16):
            for max_depth in (1, 2, 3, 5):
                check_against_plain(rules, board, side, search, max_depth)
        line = "X" * rules.in_a_row
        if rules.in_a_row == rules.columns:
            check_against_plain(rules, line + rules.empty_board[len(line) :], "O", search)


def test_empty_board_has_its_known_counts() -> None:
    found = trace(TextbookSearch(EMPTY_3X3, Algorithm.ALPHA_BETA_CACHED))
    assert (found.counts.entered, len(found.nodes)) == (3_312, 5_404)
    assert (found.nodes[0].value, found.best_moves) == (0, [0])
    shallow = trace(TextbookSearch(EMPTY_3X3, Algorithm.MINIMAX, max_depth=3))
    assert [ply.entered for ply in shallow.counts.plies] == [1, 9, 72, 504]
    assert len(shallow.nodes) == 1 + 9 + 72 + 504


@pytest.mark.parametrize("positions", [150, *in_release(len(all_unfinished()))])
def test_counts_match_the_game_tree(positions: int) -> None:
    for board, side in Random(17).sample(all_unfinished(), positions):
        position = position_of(board, side)
        tree = game_tree(position)
        assert tree.searched
        for algorithm in Algorithm:
            expected = tree.searched[algorithm]
            if expected > MAX_LISTED:
                continue
            counts = trace(TextbookSearch(position, algorithm)).counts
            assert counts.entered == sum(ply.entered for ply in counts.plies) == expected
            assert sum(ply.cut_off for ply in counts.plies) == counts.cut_off
            if algorithm is Algorithm.MINIMAX:
                assert [ply.entered for ply in counts.plies] == [p.nodes for p in tree.plies]


def test_cuts_never_change_the_root_value_and_best_moves_have_it() -> None:
    cuts = 0
    for board, side in Random(20).sample(all_unfinished(), 150):
        if board.count(".") > CELLS_THAT_FIT:
            continue
        scores = reference.move_scores(THREE_BY_THREE, board, side, MEMO_3X3)
        top = reference.sign(max(scores.values()))
        best = [cell for cell, score in scores.items() if reference.sign(score) == top]
        for algorithm in Algorithm:
            found = trace(TextbookSearch(position_of(board, side), algorithm))
            assert found.nodes[0].value == top
            is_minimax = algorithm is Algorithm.MINIMAX  # in the others no equal rises above alpha
            assert found.best_moves == (best if is_minimax else best[:1])
            cuts += found.counts.cut_off
    assert cuts > 100


def test_searches_are_counted_up_to_nine_empty_cells() -> None:
    rules = Rules(4, 3, 4)
    assert searched(position_of("XOX.........", "O", rules), 1)
    assert searched(position_of("XO..........", "X", rules), 1) is None


def test_cache_without_the_window_in_its_key_is_wrong_as_in_the_lesson() -> None:
    lesson = (ROOT / "service" / "static" / "learn" / "index.html").read_text()
    assert "on ..X/..X/O.O (row by row), a cache that ignores the window finds a draw" in lesson
    for forgets, value in [(False, -1), (True, 0)]:
        search = PlainSearch(THREE_BY_THREE, "X", "alpha_beta_cached", forgets_the_window=forgets)
        assert search.run("..X..XO.O")[0].value == value


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
    with pytest.raises(EngineError) as raised:
        trace(search)
    assert str(raised.value) == (
        f"The search has more than 6000 nodes; use {algorithm}max_depth {depth} or less, "
        "or a board with at most 6 empty cells."
    )
    fitting = [replace(search, max_depth=depth)]
    if algorithm:
        fitting.append(replace(search, algorithm=Algorithm.ALPHA_BETA_CACHED))
    assert all(len(trace(each).nodes) <= MAX_LISTED for each in fitting)
