"""Analyses that run out of nodes: proved scores are true, and the moves are in order."""

import pytest

from service.engine.analysis import UNKNOWN, Analysis, Outcome, Score, ScoredMove
from service.engine.board.estimate import estimate
from service.engine.board.geometry import Geometry
from service.engine.board.notation import read_position
from service.engine.board.position import Mark, Position
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import both_games, seeded
from tests.engine.search.support import BOARDS, PLENTY, POSITIONS_OF_A_BOARD, analyzed, positions
from tests.parameters import in_full
from tests.reference import THREE_BY_THREE, Rules

SMALL_BUDGETS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]
BUDGETS = [1_000, 1_500, 2_000, 3_000, 5_000, 10_000]


def order_of(move: ScoredMove) -> tuple[int, int]:
    """Wins, the fastest first; draws; unknown moves by estimate; losses, the slowest first."""
    plies, guess = move.score.plies_to_end or 0, move.estimate or 0
    return {
        Outcome.WIN: (0, plies),
        Outcome.DRAW: (1, 0),
        Outcome.UNKNOWN: (2, -guess),
        Outcome.LOSS: (3, -plies),
    }[move.score.outcome]


def check_form(analysis: Analysis, max_nodes: int) -> None:
    """The properties of every analysis, whatever the truth is."""
    position, moves = analysis.position, analysis.moves
    assert sorted(move.cell for move in moves) == position.legal_moves
    for move in moves:
        if move.score.outcome is Outcome.UNKNOWN:
            assert move.score == UNKNOWN
            assert move.estimate is not None
            assert -100 < move.estimate < 100
            if position.misere:  # The playing search estimates moves of the normal game only.
                own, other = position.own | 1 << move.cell, position.other
                assert move.estimate == estimate(position.geometry, own, other, misere=True)
        else:
            assert (move.estimate, move.score.points is None) == (None, False)
            assert move.at_least is move.at_most is move.score.outcome
    assert list(moves) == sorted(moves, key=lambda move: (order_of(move), move.cell))
    for move in moves:
        assert move.rank == 1 + sum(order_of(other) < order_of(move) for other in moves)
    assert analysis.solved is all(move.score != UNKNOWN for move in moves)
    best = moves[0].score
    known = analysis.solved or best.outcome is Outcome.WIN
    assert analysis.score == (best if known else UNKNOWN)
    assert 1 <= analysis.nodes <= max_nodes
    assert analysis.principal_variation[0] == moves[0].cell


def check_variation(analysis: Analysis) -> None:
    """After the best move each is the first best of its position, and only the end stops them."""
    best, *following = analysis.principal_variation
    score = analysis.moves[0].score
    if score == UNKNOWN:
        assert not following
        return
    assert score.plies_to_end is not None
    assert len(analysis.principal_variation) <= score.plies_to_end
    position = analysis.position.play(best)
    for cell in following:
        assert cell == analyze(position, PLENTY).moves[0].cell
        position = position.play(cell)
    if len(analysis.principal_variation) == score.plies_to_end:
        assert not position.legal_moves


def check(unlimited: Analysis, max_nodes: int) -> Analysis:
    """Check an analysis by one that proves everything."""
    analysis = analyzed(unlimited.position, max_nodes)
    check_form(analysis, max_nodes)
    truth = {move.cell: move.score for move in unlimited.moves}
    for move in analysis.moves:
        assert move.score in (UNKNOWN, truth[move.cell]), (analysis.position, move)
        outcome = truth[move.cell].outcome
        assert (move.at_least or outcome).sign <= outcome.sign <= (move.at_most or outcome).sign
    assert analysis.score.outcome in (Outcome.UNKNOWN, unlimited.score.outcome)
    if analysis.position.plies_left <= 12:
        check_variation(analysis)
    return analysis


@pytest.mark.compiled
@pytest.mark.parametrize("rules", [*list(BOARDS)[::2], *in_full(*list(BOARDS)[1::2])], ids=str)
def test_scores_and_variations_within_a_budget_are_true(rules: Rules) -> None:
    assert len(BOARDS) * POSITIONS_OF_A_BOARD > 500
    random = seeded(51)
    partial = 0
    for position in positions(rules):
        unlimited = analyzed(position, PLENTY)
        assert unlimited.solved
        assert len(unlimited.principal_variation) == unlimited.score.plies_to_end
        check(unlimited, PLENTY)
        for max_nodes in [random.choice(SMALL_BUDGETS), random.choice(BUDGETS)]:
            partial += not check(unlimited, max_nodes).solved
    assert partial


@pytest.mark.parametrize("rules", both_games([THREE_BY_THREE]), ids=str)
def test_every_budget_from_one_node_to_enough_proves_true_scores(rules: Rules) -> None:
    enough = analyzed(position_of(rules.empty_board, "X", rules), PLENTY)
    for max_nodes in range(1, enough.nodes, 1 + enough.nodes // 60):
        check(enough, max_nodes)
    plenty = check(enough, 10 * enough.nodes)
    assert (plenty.solved, plenty.moves) == (True, enough.moves)
    assert plenty.principal_variation == enough.principal_variation


def test_immediate_win_is_proved_with_one_node_though_other_moves_are_unknown() -> None:
    analysis = analyzed(read_position("XXX../OOO../...../...../.....", Mark.X, 4), 1)
    check_form(analysis, 1)
    assert (analysis.score, analysis.solved) == (Score(Outcome.WIN, 1), False)
    assert analysis.principal_variation == (3,)


@pytest.mark.compiled
@pytest.mark.parametrize("max_nodes", [20_000, 300_000])
def test_long_win_is_played_out(max_nodes: int) -> None:
    """A bound in the table from one window is used in the others, so it must be true.

    X wins in 11 plies and not in 9, by a plain search that answers threats first.
    """
    rules = Rules(6, 5, 4)
    board, side = ".OO...O....XX.........O.X..X..", "X"
    analysis = analyzed(position_of(board, side, rules), max_nodes)
    assert analysis.score == Score(Outcome.WIN, 11)
    assert len(analysis.principal_variation) == 11
    for cell in analysis.principal_variation:
        assert cell in reference.legal_moves(rules, board)
        board, side = reference.play(board, side, cell), reference.opponent(side)
    assert reference.winner(rules, board) == "X"


@pytest.mark.compiled
@pytest.mark.parametrize("max_nodes", [1, 10, 1_000, 3_000])
def test_large_board_is_not_solved_within_a_small_budget(max_nodes: int) -> None:
    analysis = analyzed(Position(Geometry(9, 9, 5), 0, 0, Mark.X), max_nodes)
    check_form(analysis, max_nodes)
    assert (analysis.solved, analysis.score) == (False, UNKNOWN)
    assert analysis.principal_variation == (40,)  # the center, which is on most lines
