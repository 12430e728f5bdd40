"""Analyses that run out of nodes: what they say is proved is true, and the rest is in order."""

import pytest

from service.engine.analysis import Analysis, ScoredMove
from service.engine.board.geometry import Geometry
from service.engine.board.notation import read_position
from service.engine.board.position import Mark, Position
from service.engine.score import UNKNOWN, Outcome, Score
from service.engine.search.analyze import analyze
from service.engine.search.proof import RESERVE
from tests import reference
from tests.engine.search.support import PLENTY
from tests.engine.search.unsolved import BOARDS, POSITIONS_OF_A_BOARD, analysed, positions
from tests.engine.support import position_of, seeded
from tests.reference import Rules

SMALL_BUDGETS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]
BUDGETS = [1_000, 1_500, 2_000, 3_000, 5_000, 10_000]


def order_of(move: ScoredMove) -> tuple[int, int]:
    """Wins, the fastest first; draws; unknown moves by estimate; losses, the slowest first."""
    plies, estimate = move.score.plies_to_end or 0, move.estimate or 0
    return {
        Outcome.WIN: (0, plies),
        Outcome.DRAW: (1, 0),
        Outcome.UNKNOWN: (2, -estimate),
        Outcome.LOSS: (3, -plies),
    }[move.score.outcome]


def check_form(analysis: Analysis, max_nodes: int) -> None:
    """What holds for every analysis, whatever is true on the board."""
    moves = analysis.moves
    assert sorted(move.cell for move in moves) == analysis.position.legal_moves
    for move in moves:
        if move.score.outcome is Outcome.UNKNOWN:
            assert move.score == UNKNOWN
            assert move.score.plies_to_end is None
            assert move.score.points is None
            assert move.estimate is not None
            assert -99 <= move.estimate <= 99
        else:
            assert move.estimate is None
            assert move.score.points is not None
    assert list(moves) == sorted(moves, key=lambda move: (order_of(move), move.cell))
    for move in moves:
        ahead = sum(order_of(other) < order_of(move) for other in moves)
        assert move.rank == 1 + ahead
    assert analysis.solved is all(move.score != UNKNOWN for move in moves)
    best = moves[0].score
    known = analysis.solved or best.outcome is Outcome.WIN
    assert analysis.score == (best if known else UNKNOWN)
    assert 1 <= analysis.nodes <= max_nodes
    assert analysis.principal_variation[0] == moves[0].cell


def check_truth(analysis: Analysis, unlimited: Analysis) -> None:
    """Whatever is proved is what an unlimited search finds."""
    truth = {move.cell: move.score for move in unlimited.moves}
    for move in analysis.moves:
        assert move.score in (UNKNOWN, truth[move.cell]), (analysis.position, move)
    if analysis.solved:
        assert analysis.moves == unlimited.moves
        assert analysis.score == unlimited.score
    if analysis.score.outcome is Outcome.WIN:
        assert unlimited.score.outcome is Outcome.WIN


def check_variation(analysis: Analysis) -> None:
    """Each move is the first best of its position, and a whole variation ends the game."""
    position = analysis.position
    best, *following = analysis.principal_variation
    score = analysis.moves[0].score
    if score == UNKNOWN:
        assert not following
        return
    assert score.plies_to_end is not None
    assert len(analysis.principal_variation) <= score.plies_to_end
    position = position.play(best)
    for cell in following:
        assert cell == analyze(position, PLENTY).moves[0].cell
        position = position.play(cell)
    if len(analysis.principal_variation) == score.plies_to_end:
        assert not position.legal_moves


def test_that_is_more_than_500_positions() -> None:
    assert len(BOARDS) * POSITIONS_OF_A_BOARD > 500


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_what_is_proved_within_a_budget_is_true(rules: Rules) -> None:
    random = seeded(51)
    partial = 0
    for position in positions(rules):
        unlimited = analysed(position, PLENTY)
        check_form(unlimited, PLENTY)
        assert unlimited.solved
        for max_nodes in [random.choice(SMALL_BUDGETS), random.choice(BUDGETS)]:
            analysis = analysed(position, max_nodes)
            check_form(analysis, max_nodes)
            check_truth(analysis, unlimited)
            partial += not analysis.solved
    assert partial


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_the_variation_is_best_play_as_far_as_it_goes(rules: Rules) -> None:
    random = seeded(52)
    for position in [position for position in positions(rules) if position.plies_left <= 12][:3]:
        check_variation(analysed(position, PLENTY))
        assert len(analysed(position, PLENTY).principal_variation) == (
            analysed(position, PLENTY).score.plies_to_end
        )
        for max_nodes in random.sample(SMALL_BUDGETS, 2):
            check_variation(analysed(position, max_nodes))


@pytest.mark.parametrize("max_nodes", [20_000, 300_000])
def test_a_win_that_takes_many_windows_is_played_out(max_nodes: int) -> None:
    """A bound that the table keeps from one window is used in the others, and so must be true.

    X wins in 11 and not in 9: so says a plain search by the rules that answers threats first.
    """
    rules = Rules(6, 5, 4)
    board, side = ".OO...O....XX.........O.X..X..", "X"
    analysis = analysed(position_of(board, side, rules), max_nodes)
    assert analysis.score == Score(Outcome.WIN, 11)
    assert len(analysis.principal_variation) == 11
    for cell in analysis.principal_variation:
        assert cell in reference.legal_moves(rules, board)
        board, side = reference.play(board, side, cell), reference.opponent(side)
    assert reference.winner(rules, board) == "X"


def test_as_many_nodes_as_the_search_needs_are_enough() -> None:
    for rules in [Rules(), Rules(4, 3, 3), Rules(4, 4, 4), Rules(misere=True)]:
        position = position_of(rules.empty_board, "X", rules)
        assert not analysed(position, 2).solved
        assert analysed(position, 100_000).solved


def test_a_large_board_is_never_solved_but_always_answered() -> None:
    position = Position(Geometry(9, 9, 5), 0, 0, Mark.X)
    for max_nodes in [1, 10, 1_000, 3_000]:
        analysis = analysed(position, max_nodes)
        check_form(analysis, max_nodes)
        assert len(analysis.moves) == 81
        assert not analysis.solved
        assert analysis.score == UNKNOWN
        assert analysis.moves[0].cell == 40  # the centre is on most lines


def test_the_search_leaves_the_reserve_to_best_play() -> None:
    position = Position(Geometry(9, 9, 5), 0, 0, Mark.X)
    for max_nodes in [1_000, 3_000]:
        analysis = analysed(position, max_nodes)
        assert len(analysis.principal_variation) == 1  # unproved, so it costs no nodes
        assert analysis.nodes == max_nodes - max_nodes // RESERVE


def test_a_proved_win_is_the_answer_though_others_are_unknown() -> None:
    analysis = analysed(read_position("XXX../OOO../...../...../.....", Mark.X, 4), 1)
    check_form(analysis, 1)
    assert analysis.score == Score(Outcome.WIN, 1)
    assert not analysis.solved
    assert analysis.moves[0].cell == 3


def test_a_proved_draw_is_before_the_unknown_but_says_nothing_of_the_position() -> None:
    seen = 0
    for max_nodes in range(2_000, 3_000, 100):
        analysis = analysed(read_position("...../..X../...../.....", Mark.O, 4), max_nodes)
        if analysis.moves[0].score.outcome is Outcome.DRAW and not analysis.solved:
            assert analysis.score == UNKNOWN
            assert analysis.score.points is None
            seen += 1
    assert seen
