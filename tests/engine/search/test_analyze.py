"""Analyses: every move exactly, best play and few nodes; and what is true within any budget."""

from dataclasses import replace
from random import Random

import pytest

from service.engine.analysis import Analysis, ScoredMove, ranked
from service.engine.board.estimate import estimate
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.budget import DEFAULT_NODES
from service.engine.explain import explain
from service.engine.search.analyze import analyze
from service.engine.search.compiled.interface import SearchName, using
from service.engine.values import Bounds, Outcome, Score
from tests import reference
from tests.engine.conversion import copies, position_of, swapped
from tests.engine.positions import (
    MANY_RULES,
    MEMO_3X3,
    MISERE_3X3,
    SOME_RULES,
    all_legal,
    both_games,
    random_positions,
)
from tests.parameters import in_full, in_release, one_of
from tests.reference import THREE_BY_THREE, Memo, Rules, Worth

PLENTY = 10**9  # nodes
compiled = pytest.mark.compiled
full = pytest.mark.full
# Boards, with the numbers of empty cells from which an unlimited search is fast.
BOARDS = {
    Rules(3, 3, 3): range(3, 10),
    Rules(4, 3, 3): range(5, 13),
    Rules(3, 4, 4): range(5, 13),
    Rules(4, 4, 3): range(8, 17),
    Rules(4, 4, 4): range(8, 17),
    Rules(5, 4, 3): range(8, 19),
    Rules(5, 4, 4): range(10, 17),
    Rules(5, 5, 4): range(10, 18),
    Rules(5, 5, 5): range(10, 20),
    Rules(6, 4, 4): range(10, 18),
    Rules(6, 6, 4): range(12, 17),
    Rules(6, 6, 5): range(12, 21),
    Rules(3, 3, 3, misere=True): range(3, 10),
    Rules(4, 3, 3, misere=True): range(5, 10),
    Rules(4, 4, 4, misere=True): range(5, 10),
    Rules(5, 5, 4, misere=True): range(5, 10),
}
POSITIONS_OF_A_BOARD = 32


def worth_of(score: Score) -> Worth:
    assert score.plies_to_end is not None
    return Worth(score.outcome.value, score.plies_to_end)


def check_analysis(rules: Rules, board: str, side: str, memo: Memo) -> int:
    """Compare the analysis of a position with the reference, move by move; its nodes."""
    position = position_of(board, side, rules)
    analysis = analyze(position)
    worths = reference.move_worths(rules, board, side, memo)
    ranks = reference.ranks(worths)
    order = sorted(worths, key=lambda cell: (ranks[cell], cell))
    assert [move.cell for move in analysis.moves] == order
    for move in analysis.moves:
        assert worth_of(move.score) == worths[move.cell], (rules, board, side, move)
        assert move.score.points == worths[move.cell].score
        assert move.rank == ranks[move.cell], (rules, board, side, move)
        assert move.estimate is None
    assert analysis.solved
    assert worth_of(analysis.score) == reference.worth(rules, board, side, memo)
    assert analysis.position == position
    assert [move.cell for move in analysis.best_moves] == [c for c in order if ranks[c] == 1]
    assert 1 <= analysis.nodes <= DEFAULT_NODES
    assert analysis.principal_variation[:1] == tuple(order[:1])
    check_best_play(rules, board, side, analysis, memo)
    return analysis.nodes


def check_best_play(rules: Rules, board: str, side: str, analysis: Analysis, memo: Memo) -> None:
    """Play the principal variation: always the first best move, to the promised end."""
    worth = reference.worth(rules, board, side, memo)
    mover = side
    for cell in analysis.principal_variation:
        scores = reference.move_scores(rules, board, mover, memo)
        assert cell == max(scores, key=scores.__getitem__)  # the first of the best
        board, mover = reference.play(board, mover, cell), reference.opponent(mover)
    assert len(analysis.principal_variation) == worth.plies_to_end
    assert reference.legal_moves(rules, board) == []
    winners = {"win": side, "loss": reference.opponent(side), "draw": None}
    assert reference.winner(rules, board) == winners[worth.outcome]


@pytest.mark.parametrize(
    ("rules", "most"), [(THREE_BY_THREE, 77_166), *in_full((MISERE_3X3, 279_924))], ids=str
)
def test_every_legal_3x3_position_matches_the_reference(rules: Rules, most: int) -> None:
    """Within the recorded total of nodes."""
    assert len(all_legal()) == 10_956
    nodes = sum(check_analysis(rules, board, side, MEMO_3X3) for board, side in all_legal())
    assert nodes <= most


@compiled
def test_win_is_exact_only_if_no_unproved_move_can_win_sooner() -> None:
    position = position_of(".....O.XO.X...O.", "X", Rules(4, 4, 3, misere=True))
    for max_nodes, exact in [(8_400, False), (2_000_000, True)]:
        analysis = analyze(position, max_nodes)
        unproved = [move for move in analysis.moves if move.score.outcome is Outcome.UNKNOWN]
        assert analysis.score.outcome is Outcome.WIN
        assert analysis.bounds.is_exact is exact
        assert bool(unproved) is not exact
        assert all(move.bounds.at_most is Outcome.WIN for move in unproved)


EMPTY_CELLS = [1, 3, 4, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 9]  # of 400 positions in all
MISERE_EMPTY_CELLS = [1, 2, 3, 4, 5, 6, 7, 8]
MISERE_RULES = [rules for rules in both_games(MANY_RULES[1:]) if rules.misere]


@compiled
@pytest.mark.parametrize(
    ("rules", "all_empty_cells"),
    [
        *one_of(3, [(rules, EMPTY_CELLS) for rules in MANY_RULES]),
        *one_of(3, [(rules, MISERE_EMPTY_CELLS) for rules in MISERE_RULES]),
        *in_release(*[(rules, EMPTY_CELLS * 11) for rules in SOME_RULES[1:]]),
        *in_release(*[(rules, MISERE_EMPTY_CELLS * 6) for rules in MISERE_RULES]),
    ],
    ids=str,
)
def test_every_move_of_random_positions_matches_the_reference_within_every_budget(
    rules: Rules, all_empty_cells: list[int]
) -> None:
    starters, random = set(), Random(41)
    for board, side in random_positions(rules, all_empty_cells, seed=40):
        starters.add(side if board.count("X") == board.count("O") else reference.opponent(side))
        check_analysis(rules, board, side, {})
        check(analyze(position_of(board, side, rules), PLENTY), random.choice(SMALL_BUDGETS))
    assert starters == {"X", "O"}


@pytest.mark.parametrize("search", ["python", pytest.param("compiled", marks=compiled)])
@pytest.mark.parametrize(
    ("rules", "budgets"),
    [
        (Rules(3, 3, 3), (1, 9, 40)),
        (Rules(4, 3, 3, misere=True), (1, 50, 777)),
        (Rules(5, 4, 4), (1, 60, 1_234)),
        *in_full((Rules(6, 6, 5), (1_000, 4_321)), (Rules(5, 5, 4, misere=True), (1_000, 4_321))),
        *in_release((Rules(9, 9, 5), (1_000, 17_000))),
    ],
    ids=str,
)
def test_symmetry_and_exchange_of_sides_change_nothing_within_any_budget(
    search: SearchName, rules: Rules, budgets: tuple[int, ...]
) -> None:
    size = len(rules.empty_board)
    with using(search):
        for board, side in random_positions(rules, [size - 3, size - 6, size // 2], 43):
            exchanged = swapped(board), reference.opponent(side)
            for max_nodes in budgets:
                one = analyze(position_of(board, side, rules), max_nodes)
                other = analyze(position_of(*exchanged, rules), max_nodes)
                assert (other.moves, other.nodes) == (one.moves, one.nodes)
                assert other.principal_variation == one.principal_variation
                for copy, moved_to in copies(rules, exchanged[0]):
                    two = analyze(position_of(copy, exchanged[1], rules), max_nodes)
                    moved = [replace(move, cell=moved_to[move.cell]) for move in one.moves]
                    assert [*two.moves] == sorted(moved, key=lambda move: (move.rank, move.cell))
                    assert two.principal_variation[0] == two.moves[0].cell


@compiled
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


# Lower these if the search improves.
@compiled
@pytest.mark.parametrize(
    ("board", "in_a_row", "most"),
    [
        ("..../..../....", 3, 143),
        ("..../..../....", 4, 16),
        ("..../..../..../....", 3, 65),
        ("..../..../..../....", 4, 101),
        ("X.../..O./..../....", 4, 164),
        ("X..../...../...../....O", 4, 8_413),
        ("...../...../...../...../.....", 5, 54),
    ],
)
def test_analysis_needs_no_more_nodes_than_before(board: str, in_a_row: int, most: int) -> None:
    assert 1 <= analyze(read_position(board, None, in_a_row)).nodes <= most


UNKNOWN = Score(Outcome.UNKNOWN, None)
SMALL_BUDGETS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]
BUDGETS = [1_000, 1_500, 2_000, 3_000, 5_000, 10_000]


def order_of(move: ScoredMove) -> tuple[int, int, int]:
    """Wins, the fastest first; draws; unknown moves by estimate; losses, the slowest first.

    Without a known length, a win or loss is as slow as it can be.
    """
    lowest, highest, guess = move.bounds.lowest, move.bounds.highest, move.estimate or 0
    return {
        Outcome.WIN: (0, -lowest, highest),
        Outcome.DRAW: (1, 0, 0),
        Outcome.UNKNOWN: (2, -guess, 0),
        Outcome.LOSS: (3, -highest, -lowest),
    }[move.score.outcome]


def check_form(analysis: Analysis, max_nodes: int) -> None:
    """The properties of every analysis, whatever the truth is."""
    position, moves = analysis.position, analysis.moves
    assert sorted(move.cell for move in moves) == position.legal_moves
    for move in moves:
        assert (move.score.points is None) is (move.score.plies_to_end is None)
        assert move.bounds.is_exact is (move.score.points is not None)
        if move.score.outcome is Outcome.UNKNOWN:
            assert move.estimate is not None
            assert -100 < move.estimate < 100
            if position.misere:  # The compiled search estimates moves of the normal game only.
                own, other = position.own | 1 << move.cell, position.other
                assert move.estimate == estimate(position.geometry, own, other, misere=True)
        else:
            assert move.estimate is None
            assert move.bounds.at_least is move.bounds.at_most is move.score.outcome
    assert list(moves) == sorted(moves, key=lambda move: (order_of(move), move.cell))
    for move in moves:
        assert move.rank == 1 + sum(order_of(other) < order_of(move) for other in moves)
    assert analysis.solved is all(move.score.points is not None for move in moves)
    signs = [each.bounds.at_least.sign for each in moves]
    most = [each.bounds.at_most.sign for each in moves]
    if max(signs) == max(most):  # The bounds of the moves prove the outcome.
        assert analysis.score == moves[0].score
        assert analysis.score.outcome.sign == max(signs)
    else:
        assert analysis.score == UNKNOWN
    if analysis.bounds.is_exact:
        assert analysis.score.points is not None
    assert 1 <= analysis.nodes <= max_nodes
    assert analysis.principal_variation[0] == moves[0].cell


def check_variation(analysis: Analysis) -> None:
    """After the best move each is the first best of its position, and only the end stops them."""
    best, *following = analysis.principal_variation
    score = analysis.moves[0].score
    if score.plies_to_end is None:
        assert not following
        return
    assert len(analysis.principal_variation) <= score.plies_to_end
    position = analysis.position.play(best)
    for cell in following:
        assert cell == analyze(position, PLENTY).moves[0].cell
        position = position.play(cell)
    if len(analysis.principal_variation) == score.plies_to_end:
        assert not position.legal_moves


def check(unlimited: Analysis, max_nodes: int) -> Analysis:
    """Check an analysis by one that proves everything."""
    analysis = analyze(unlimited.position, max_nodes)
    check_form(analysis, max_nodes)
    truth = {move.cell: move.bounds for move in unlimited.moves}
    for move in analysis.moves:
        assert move.bounds & truth[move.cell] == truth[move.cell], (analysis.position, move)
    assert analysis.score.outcome in (Outcome.UNKNOWN, unlimited.score.outcome)
    assert not analysis.bounds.is_exact or analysis.score == unlimited.score
    if analysis.position.plies_left <= 12:
        check_variation(analysis)
    return analysis


@compiled
@pytest.mark.parametrize("rules", one_of(4, list(BOARDS)), ids=str)
def test_scores_and_variations_within_a_budget_are_true(rules: Rules) -> None:
    assert len(BOARDS) * POSITIONS_OF_A_BOARD > 500
    random = Random(51)
    partial = 0
    all_empty_cells = random.choices(BOARDS[rules], k=POSITIONS_OF_A_BOARD)
    for board, side in random_positions(rules, all_empty_cells, seed=50):
        unlimited = analyze(position_of(board, side, rules), PLENTY)
        assert unlimited.solved
        assert len(unlimited.principal_variation) == unlimited.score.plies_to_end
        check(unlimited, PLENTY)
        for max_nodes in [random.choice(SMALL_BUDGETS), random.choice(BUDGETS)]:
            partial += not check(unlimited, max_nodes).solved
    assert partial


def test_immediate_win_is_proved_with_one_node_though_other_moves_are_unknown() -> None:
    analysis = analyze(read_position("XXX../OOO../...../...../.....", Mark.X, 4), 1)
    check_form(analysis, 1)
    assert (analysis.score, analysis.solved) == (Score(Outcome.WIN, 1), False)
    assert analysis.principal_variation == (3,)


@compiled
@pytest.mark.parametrize("max_nodes", [20_000, 300_000])
def test_long_win_is_played_out(max_nodes: int) -> None:
    """A bound in the table from one window is used in the others, so it must be true.

    X wins in 11 plies and not in 9, by a plain search that answers threats first.
    """
    rules = Rules(6, 5, 4)
    board, side = ".OO...O....XX.........O.X..X..", "X"
    analysis = analyze(position_of(board, side, rules), max_nodes)
    assert analysis.score == Score(Outcome.WIN, 11)
    assert len(analysis.principal_variation) == 11
    for cell in analysis.principal_variation:
        assert cell in reference.legal_moves(rules, board)
        board, side = reference.play(board, side, cell), reference.opponent(side)
    assert reference.winner(rules, board) == "X"


@compiled
def test_best_play_of_an_unsolved_draw_goes_on_as_far_as_it_is_proved() -> None:
    analysis = analyze(position_of("....XO.O.XX...OX..O.", "X", Rules(5, 4, 4)), 1_000)
    assert (analysis.solved, analysis.moves[0].score) == (False, Score(Outcome.DRAW, 12))
    assert len(analysis.principal_variation) == 12


def test_win_or_loss_without_a_length_has_no_number_and_ranks_as_the_slowest() -> None:
    position = read_position("X../.O./...", Mark.X)
    win, loss = Bounds(lowest=1), Bounds(highest=-1)
    bounds = [loss, Bounds(), Bounds(0, 0), Bounds(3, 3), Bounds(-2, -2), win, win]
    moves = ranked(dict(zip(position.legal_moves, bounds, strict=True)), {2: 7})
    analysis = explain(Analysis(position, moves, (), 1))
    assert (analysis.score, analysis.bounds.is_exact) == (Score(Outcome.WIN, 5), False)
    assert [
        (move.cell, move.rank, str(move.score), move.estimate, move.text) for move in analysis.moves
    ] == [
        (5, 1, "win in 5", None, "Takes an edge, and wins in 5"),
        (7, 2, "win", None, "Takes an edge, and wins"),
        (8, 2, "win", None, "Takes a corner, and wins"),
        (3, 4, "draw", None, "Takes an edge, but gives up the win"),
        (2, 5, "unknown", 7, "Takes a corner; the outcome is not proved"),
        (1, 6, "loss", None, "Loses"),
        (6, 7, "loss in 6", None, "Loses in 6"),
    ]
