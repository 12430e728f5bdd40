"""Boards of 3x3 to 6x6: every move compared with the reference, and the published values."""

import pytest

from service.engine.budget import DEFAULT_NODES
from service.engine.score import Outcome, Score
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.conversion import copies, position_of, swapped
from tests.engine.positions import (
    MANY_RULES,
    SOME_RULES,
    both_games,
    random_positions,
)
from tests.engine.search.support import check_analysis
from tests.parameters import in_full
from tests.reference import Rules

pytestmark = pytest.mark.compiled
EMPTY_CELLS = [1, 3, 4, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 9]  # of 400 positions in all
MISERE_EMPTY_CELLS = [1, 2, 3, 4, 5, 6, 7, 8]
MISERE_4X3 = Rules(4, 3, 3, misere=True)
MISERE_RULES = [rules for rules in both_games(MANY_RULES[1:]) if rules.misere]
full = pytest.mark.full


@pytest.mark.parametrize(
    ("rules", "all_empty_cells"),
    [
        *((rules, EMPTY_CELLS) for rules in MANY_RULES[::2]),
        *in_full(*((rules, EMPTY_CELLS) for rules in MANY_RULES[1::2])),
        *((rules, MISERE_EMPTY_CELLS) for rules in MISERE_RULES),
        *(pytest.param(rules, EMPTY_CELLS * 11, marks=full) for rules in SOME_RULES[1:]),
        *(pytest.param(rules, MISERE_EMPTY_CELLS * 6, marks=full) for rules in MISERE_RULES),
    ],
    ids=str,
)
def test_every_move_of_random_positions_matches_the_reference(
    rules: Rules, all_empty_cells: list[int]
) -> None:
    starters = set()
    for board, side in random_positions(rules, all_empty_cells, seed=40):
        starters.add(side if board.count("X") == board.count("O") else reference.opponent(side))
        check_analysis(rules, board, side, {})
    assert starters == {"X", "O"}


@pytest.mark.parametrize("rules", both_games(MANY_RULES[1:]), ids=str)
def test_symmetric_and_exchanged_positions_have_the_same_analysis(rules: Rules) -> None:
    for board, side in random_positions(rules, [5, 7] if rules.misere else [4, 7, 9, 10], 42):
        one = analyze(position_of(board, side, rules))
        two = analyze(position_of(swapped(board), reference.opponent(side), rules))
        assert (two.moves, two.score, two.nodes) == (one.moves, one.score, one.nodes)
        assert two.principal_variation == one.principal_variation
        for copy, moved_to in copies(rules, board):
            found = analyze(position_of(copy, side, rules))
            scores = {moved_to[move.cell]: (move.score, move.rank) for move in one.moves}
            assert {move.cell: (move.score, move.rank) for move in found.moves} == scores
            assert found.score == one.score


@pytest.mark.parametrize(
    ("rules", "outcome", "plies", "max_nodes"),
    [
        (Rules(3, 3, 3), "draw", 9, DEFAULT_NODES),
        (Rules(4, 3, 3), "win", 7, DEFAULT_NODES),
        (Rules(3, 4, 3), "win", 7, DEFAULT_NODES),
        (Rules(4, 4, 3), "win", 5, DEFAULT_NODES),
        (Rules(5, 5, 3), "win", 5, DEFAULT_NODES),
        (Rules(4, 4, 4), "draw", 16, DEFAULT_NODES),
        (Rules(5, 4, 4), "draw", 20, DEFAULT_NODES),
        pytest.param(Rules(5, 5, 4), "draw", 25, DEFAULT_NODES, marks=full),
        (Rules(5, 5, 5), "draw", 25, DEFAULT_NODES),
        (Rules(6, 6, 5), "draw", 36, DEFAULT_NODES),
        (Rules(6, 6, 6), "draw", 36, DEFAULT_NODES),
        (Rules(7, 5, 5), "draw", 35, DEFAULT_NODES),
        (Rules(7, 7, 7), "draw", 49, DEFAULT_NODES),
        (Rules(8, 5, 5), "draw", 40, DEFAULT_NODES),
        pytest.param(Rules(8, 8, 6), "draw", 64, DEFAULT_NODES, marks=full),
        (Rules(9, 9, 7), "draw", 81, DEFAULT_NODES),
        pytest.param(Rules(6, 5, 4), "win", 11, DEFAULT_NODES, marks=full),
        pytest.param(Rules(6, 6, 4), "win", 11, DEFAULT_NODES, marks=full),
        pytest.param(Rules(7, 6, 4), "win", 11, 5_000_000, marks=full, id="win_in_11_on_7x6"),
        pytest.param(Rules(7, 7, 4), "win", 11, 5_000_000, marks=full, id="win_in_11_on_7x7"),
        pytest.param(Rules(7, 6, 5), "draw", 42, DEFAULT_NODES, marks=full),
        (Rules(3, 3, 3, misere=True), "draw", 9, 300_000),
        (Rules(4, 3, 3, misere=True), "loss", 11, 300_000),
        pytest.param(Rules(4, 4, 3, misere=True), "loss", 15, 300_000, marks=full),
        pytest.param(Rules(4, 4, 4, misere=True), "draw", 16, 300_000, marks=full),
    ],
    ids=str,
)
def test_empty_boards_have_their_published_values(
    rules: Rules, outcome: str, plies: int, max_nodes: int
) -> None:
    analysis = analyze(position_of(rules.empty_board, "X", rules), max_nodes)
    assert analysis.solved
    assert analysis.score == Score(Outcome(outcome), plies)
    assert 1 <= analysis.nodes <= max_nodes
    if outcome == "win":
        assert len(analysis.principal_variation) == plies
