"""Traces: against a second search, replayed, and every cut held against plain minimax."""

from dataclasses import replace
from itertools import product
from math import inf

import pytest

from service.engine.board.position import Mark
from service.engine.count.game_tree import game_tree
from service.engine.errors import TraceTooLarge
from service.engine.textbook.fitting import MAX_EMPTY_CELLS, fitting_trace, most_listed
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
from tests.reference import Rules

SEARCHES = list(product(Algorithm, Valuation))
ARTICLE = "XO....O.X"
THREE_MOVES = "XX.XOOO.."


def bounds_of(node: Node) -> tuple[float, float]:
    """The window of a node."""
    return (
        -inf if node.alpha is None else node.alpha,
        inf if node.beta is None else node.beta,
    )


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


def replayed(found: Trace) -> None:
    """Enter and leave in the order of the clock, and compute each window and value anew."""
    is_minimax = found.question.algorithm is Algorithm.MINIMAX
    events = sorted(
        [(node.entered, "enter", node) for node in found.nodes]
        + [(node.left, "leave", node) for node in found.nodes]
    )
    assert [clock for clock, _, _ in events] == list(range(2 * len(found.nodes)))
    windows: dict[int, tuple[float, float]] = {}  # of the nodes on the path, as they narrow
    values: dict[int, list[float]] = {}
    path: list[int] = []
    for _, event, node in events:
        if event == "enter":
            assert node.parent == (path[-1] if path else None)
            assert node.ply == len(path)
            expected = windows[path[-1]] if path and not is_minimax else (-inf, inf)
            assert bounds_of(node) == expected
            windows[node.id], values[node.id] = expected, []
            path.append(node.id)
            continue
        assert path.pop() == node.id
        if values[node.id]:
            best = max(values[node.id]) if node.ply % 2 == 0 else min(values[node.id])
            assert node.value == best
        elif node.end is NodeEnd.CACHED:
            assert node.same_as is not None
            repeated = found.nodes[node.same_as]
            assert repeated.left < node.entered
            assert (repeated.value, bounds_of(repeated)) == (node.value, bounds_of(node))
        if path:
            alpha, beta = windows[path[-1]]
            values[path[-1]].append(node.value)
            maximises = len(path) % 2 == 1
            windows[path[-1]] = (
                (max(alpha, node.value), beta) if maximises else (alpha, min(beta, node.value))
            )


@pytest.mark.parametrize(("algorithm", "values"), SEARCHES)
def test_a_replay_reproduces_every_value(algorithm: Algorithm, values: Valuation) -> None:
    random = seeded(18)
    for board, side in random.sample(all_unfinished(), 40):
        if board.count(".") <= MAX_EMPTY_CELLS:
            replayed(trace(Question(position_of(board, side), algorithm, values)))
    replayed(trace(Question(EMPTY_3X3, algorithm, values, 3)))


def worths(found: Trace) -> dict[int, float]:
    """The exact worth of each node for the side to move at the root, by plain minimax."""
    position = found.question.position
    board = "".join(
        "X" if position.x >> c & 1 else "O" if position.o >> c & 1 else "." for c in range(9)
    )
    side = str(position.side_to_move)
    boards = {0: (board, side)}
    for node in found.nodes[1:]:
        assert node.parent is not None
        assert node.cell is not None
        above, mover = boards[node.parent]
        boards[node.id] = (reference.play(above, mover, node.cell), reference.opponent(mover))
    memo: reference.Memo = {}
    exact: dict[int, float] = {}
    for number, (below, mover) in boards.items():
        points = reference.score(Rules(), below, mover, memo)
        outcome = (points > 0) - (points < 0)
        exact[number] = outcome if mover == side else -outcome
    return exact


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHA_BETA, Algorithm.ALPHA_BETA_CACHED])
def test_no_cut_changes_the_value_of_the_root(algorithm: Algorithm) -> None:
    cuts = 0
    boards = seeded(19).sample(all_unfinished(), 100)
    for board, side in [*boards, (ARTICLE, "X"), (ARTICLE, "O"), (THREE_MOVES, "X")]:
        if board.count(".") > MAX_EMPTY_CELLS:
            continue
        found = trace(Question(position_of(board, side), algorithm))
        exact = worths(found)
        assert found.nodes[0].value == exact[0]
        for node in found.nodes:
            alpha, beta = bounds_of(node)
            if node.end is not NodeEnd.CUTOFF:
                assert node.left_out == ()
                continue
            cuts += 1
            assert node.left_out
            if node.ply % 2 == 0:  # whatever else the maximiser has, beta is already reached
                assert exact[node.id] >= node.value >= beta
            else:
                assert exact[node.id] <= node.value <= alpha
    assert cuts > 50


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
