"""Traces: against a second search, their counts, and trees known from articles."""

from dataclasses import replace
from itertools import product
from math import inf

import pytest

from service.engine.board.position import Mark
from service.engine.count.game_tree import game_tree
from service.engine.textbook.fitting import MAX_EMPTY_CELLS
from service.engine.textbook.recorder import MAX_LISTED, Node, NodeEnd
from service.engine.textbook.search import Algorithm, Question, Valuation
from service.engine.textbook.trace import Trace, trace
from tests import reference
from tests.engine.support import (
    EMPTY_3X3,
    SOME_RULES,
    all_unfinished,
    position_of,
    random_unfinished,
    seeded,
)
from tests.engine.textbook.plain import PlainSearch
from tests.engine.textbook.support import ARTICLE, SEARCHES, THREE_MOVES
from tests.reference import Rules


def check_against_plain(found: Trace, rules: Rules, board: str, side: str) -> None:
    """Compare every field of every node with the search of plain.py."""
    question = found.question
    search = PlainSearch(rules, side, question.algorithm, question.values, question.max_depth)
    noted = search.run(board)
    assert len(found.nodes) == len(noted)
    for number, (node, other) in enumerate(zip(found.nodes, noted, strict=True)):
        assert node == Node(
            number,
            other.parent,
            other.ply,
            other.cell,
            None if other.parent is None else Mark(reference.opponent(other.side)),
            None if other.alpha == -inf else other.alpha,
            None if other.beta == inf else other.beta,
            other.value,
            NodeEnd(other.end),
            other.same_as,
            tuple(other.left_out),
            other.entered,
            other.left,
        ), (board, side, question)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_against_a_second_search(rules: Rules, misere: bool) -> None:
    rules = replace(rules, misere=misere)
    random = seeded(15)
    for (algorithm, values), empty_cells in product(SEARCHES, [1, 4, 5]):
        board, side = random_unfinished(rules, empty_cells, random)
        position = position_of(board, side, rules)
        check_against_plain(trace(Question(position, algorithm, values)), rules, board, side)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rules", SOME_RULES[:6], ids=str)
def test_depth_limits_against_a_second_search(rules: Rules, misere: bool) -> None:
    rules = replace(rules, misere=misere)
    random = seeded(16)
    for (algorithm, values), max_depth in product(SEARCHES, [1, 2, 3, 5]):
        board, side = random_unfinished(rules, random.randrange(2, 7), random)
        question = Question(position_of(board, side, rules), algorithm, values, max_depth)
        check_against_plain(trace(question), rules, board, side)


def test_the_evaluation_lies_strictly_between_a_loss_and_a_win() -> None:
    for values, max_depth in product(Valuation, [1, 2, 3]):
        question = Question(EMPTY_3X3, Algorithm.MINIMAX, values, max_depth)
        for node in trace(question).nodes:
            assert abs(node.value) < (1 if values is Valuation.OUTCOME else 100 - max_depth)
            assert (node.end is NodeEnd.DEPTH) == (node.ply == max_depth)


def test_the_empty_board() -> None:
    found = trace(Question(EMPTY_3X3, Algorithm.ALPHA_BETA_CACHED))
    assert (found.counts.entered, len(found.nodes)) == (3_312, 5_404)
    assert (found.nodes[0].value, found.best_moves) == (0, [0])
    shallow = trace(Question(EMPTY_3X3, Algorithm.MINIMAX, max_depth=3))
    assert [ply.entered for ply in shallow.counts.plies] == [1, 9, 72, 504]
    assert len(shallow.nodes) == 1 + 9 + 72 + 504


def check_counts(board: str, side: str) -> None:
    """Compare the counts of all traces that fit with those of /v1/game-tree."""
    position = position_of(board, side)
    tree = game_tree(position)
    assert tree.searched
    for algorithm in Algorithm:
        expected = getattr(tree.searched, algorithm)
        if expected > MAX_LISTED:
            continue
        found = trace(Question(position, algorithm))
        assert found.counts.entered == expected
        assert sum(ply.entered for ply in found.counts.plies) == expected
        assert sum(ply.cut_off for ply in found.counts.plies) == found.counts.cut_off
        if algorithm is Algorithm.MINIMAX:
            assert [ply.entered for ply in found.counts.plies] == [p.nodes for p in tree.plies]


def test_counts_are_those_of_the_game_tree() -> None:
    for board, side in seeded(17).sample(all_unfinished(), 150):
        check_counts(board, side)


@pytest.mark.full
def test_counts_are_those_of_the_game_tree_for_every_position() -> None:
    for board, side in all_unfinished():
        check_counts(board, side)


@pytest.mark.parametrize("algorithm", Algorithm)
@pytest.mark.parametrize("side", ["X", "O"])
def test_the_first_article(algorithm: Algorithm, side: str) -> None:
    found = trace(Question(position_of(ARTICLE, side), algorithm, Valuation.SCORE))
    assert found.best_moves == [4]


def test_the_tree_of_many_articles() -> None:
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


def test_best_moves_are_those_whose_value_is_known() -> None:
    for board, side in seeded(20).sample(all_unfinished(), 60):
        position = position_of(board, side)
        if position.plies_left > MAX_EMPTY_CELLS:
            continue
        all_best = trace(Question(position, Algorithm.MINIMAX)).best_moves
        exact = reference.move_worths(Rules(), board, side, {})
        top = max((w.score > 0) - (w.score < 0) for w in exact.values())
        assert all_best == [
            cell for cell, w in exact.items() if (w.score > 0) - (w.score < 0) == top
        ]
        known = trace(Question(position)).best_moves
        assert known == all_best[:1]  # an equal one does not rise above alpha


@pytest.mark.parametrize(
    ("board", "side", "misere", "value", "end"),
    [
        ("XXXOO....", "O", False, -100, "loss"),
        ("XXXOO....", "O", True, 100, "win"),
        ("XOXXOOOXX", "O", False, 0, "draw"),
    ],
)
def test_a_finished_root_is_one_node(
    board: str, side: str, misere: bool, value: int, end: str
) -> None:
    position = position_of(board, side, Rules(misere=misere))
    found = trace(Question(position, values=Valuation.SCORE, max_depth=1))
    [root] = found.nodes
    assert (root.value, root.end, root.entered, root.left) == (value, end, 0, 1)
    assert (found.best_moves, found.counts) == ([], (1, 0, 0, ((0, 1, 0),)))
