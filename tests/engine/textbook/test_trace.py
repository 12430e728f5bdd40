"""Traces: compared with a second search, their counts, and trees known from articles."""

from itertools import product

import pytest

from service.engine.count.game_tree import game_tree
from service.engine.textbook.recorder import MAX_LISTED
from service.engine.textbook.search import Algorithm, Question, Valuation
from service.engine.textbook.trace import trace
from service.engine.textbook.trace_limits import MAX_EMPTY_CELLS
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import (
    EMPTY_3X3,
    MEMO_3X3,
    SOME_RULES,
    all_unfinished,
    both_games,
    random_positions,
    seeded,
)
from tests.engine.textbook.plain import PlainSearch
from tests.reference import THREE_BY_THREE, Rules

SEARCHES = list(product(Algorithm, Valuation))
ARTICLE = "XO....O.X"
THREE_MOVES = "XX.XOOO.."


def check_against_plain(
    rules: Rules,
    board: str,
    side: str,
    search: tuple[Algorithm, Valuation],
    max_depth: int | None = None,
) -> None:
    """Compare the nodes of a trace with the search of plain.py."""
    found = trace(Question(position_of(board, side, rules), *search, max_depth))
    assert list(found.nodes) == PlainSearch(rules, side, *search, max_depth).run(board)


@pytest.mark.parametrize("rules", both_games(SOME_RULES), ids=str)
def test_traces_match_a_second_search(rules: Rules) -> None:
    for search in SEARCHES:
        for board, side in random_positions(rules, [1, 2, 3, 4, 5], seed=15):
            check_against_plain(rules, board, side, search)


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_traces_of_3x3_match_a_second_search(search: tuple[Algorithm, Valuation]) -> None:
    check_against_plain(THREE_BY_THREE, ".........", "X", search, 3)
    for board, side in seeded(18).sample(all_unfinished(), 40):
        if board.count(".") <= MAX_EMPTY_CELLS:
            check_against_plain(THREE_BY_THREE, board, side, search)


@pytest.mark.parametrize("rules", both_games(SOME_RULES[:6]), ids=str)
def test_traces_with_a_depth_limit_match_a_second_search(rules: Rules) -> None:
    for search, max_depth in product(SEARCHES, [1, 2, 3, 5]):
        for board, side in random_positions(rules, [3, 6], seed=16):
            check_against_plain(rules, board, side, search, max_depth)


def test_empty_board_has_its_known_counts() -> None:
    found = trace(Question(EMPTY_3X3, Algorithm.ALPHA_BETA_CACHED))
    assert (found.counts.entered, len(found.nodes)) == (3_312, 5_404)
    assert (found.nodes[0].value, found.best_moves) == (0, [0])
    shallow = trace(Question(EMPTY_3X3, Algorithm.MINIMAX, max_depth=3))
    assert [ply.entered for ply in shallow.counts.plies] == [1, 9, 72, 504]
    assert len(shallow.nodes) == 1 + 9 + 72 + 504


@pytest.mark.parametrize(
    "positions", [150, pytest.param(len(all_unfinished()), marks=pytest.mark.full)]
)
def test_counts_match_the_game_tree(positions: int) -> None:
    for board, side in seeded(17).sample(all_unfinished(), positions):
        position = position_of(board, side)
        tree = game_tree(position)
        assert tree.searched
        for algorithm in Algorithm:
            expected = getattr(tree.searched, algorithm)
            if expected > MAX_LISTED:
                continue
            counts = trace(Question(position, algorithm)).counts
            assert counts.entered == sum(ply.entered for ply in counts.plies) == expected
            assert sum(ply.cut_off for ply in counts.plies) == counts.cut_off
            if algorithm is Algorithm.MINIMAX:
                assert [ply.entered for ply in counts.plies] == [p.nodes for p in tree.plies]


@pytest.mark.parametrize("algorithm", Algorithm)
@pytest.mark.parametrize("side", ["X", "O"])
def test_first_article_gets_its_best_move(algorithm: Algorithm, side: str) -> None:
    found = trace(Question(position_of(ARTICLE, side), algorithm, Valuation.SCORE))
    assert found.best_moves == [4]


def test_tree_of_many_articles_is_reproduced() -> None:
    found = trace(Question(position_of(THREE_MOVES, "X")))
    assert [(n.cell, n.value, n.end.value, n.left_out) for n in found.nodes] == [
        (None, 1, "searched", ()),
        (2, 1, "win", ()),
        (7, -1, "cutoff", (8,)),
        (2, -1, "loss", ()),
        (8, -1, "cutoff", (7,)),
        (2, -1, "loss", ()),
    ]
    assert found.counts == (6, 2, 2, ((0, 1, 0), (1, 3, 2), (2, 2, 0)))


def test_cuts_never_change_the_root_value_and_best_moves_have_it() -> None:
    cuts = 0
    for board, side in seeded(20).sample(all_unfinished(), 150):
        if board.count(".") > MAX_EMPTY_CELLS:
            continue
        scores = reference.move_scores(THREE_BY_THREE, board, side, MEMO_3X3)
        outcomes = {cell: (score > 0) - (score < 0) for cell, score in scores.items()}
        top = max(outcomes.values())
        best = [cell for cell, outcome in outcomes.items() if outcome == top]
        for algorithm in Algorithm:
            found = trace(Question(position_of(board, side), algorithm))
            assert found.nodes[0].value == top
            is_minimax = algorithm is Algorithm.MINIMAX  # in the others no equal rises above alpha
            assert found.best_moves == (best if is_minimax else best[:1])
            cuts += found.counts.cut_off
    assert cuts > 100


@pytest.mark.parametrize(
    ("board", "misere", "value", "end"),
    [
        ("XXXOO....", False, -100, "loss"),
        ("XXXOO....", True, 100, "win"),
        ("XOXXOOOXX", False, 0, "draw"),
    ],
)
def test_finished_root_is_one_node(board: str, misere: bool, value: int, end: str) -> None:
    position = position_of(board, "O", Rules(misere=misere))
    found = trace(Question(position, values=Valuation.SCORE, max_depth=1))
    [root] = found.nodes
    assert (root.value, root.end, root.entered, root.left) == (value, end, 0, 1)
    assert (found.best_moves, found.counts) == ([], (1, 0, 0, ((0, 1, 0),)))
