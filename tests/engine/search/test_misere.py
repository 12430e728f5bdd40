"""Misère: the side that completes a line loses."""

import pytest

from service.engine.board.geometry import Geometry
from service.engine.board.symmetry import symmetries
from service.engine.board.tally import Tallies
from service.engine.budget import Budget, BudgetSpentError
from service.engine.score import Outcome, Score
from service.engine.search import misere as module
from service.engine.search import table
from service.engine.search.analyze import analyze
from service.engine.search.misere import MisereSearch
from tests import reference
from tests.engine.support import (
    MANY_RULES,
    all_legal,
    check_analysis,
    check_contract,
    geometry_of,
    own_and_other,
    position_of,
    random_unfinished,
    seeded,
    value_of,
    windows_around,
)
from tests.reference import Memo, Rules

MOST = 10**9
MISERE_3X3 = Rules(misere=True)
MISERE_4X3 = Rules(4, 3, 3, misere=True)
MEMO: Memo = {}  # the reference's, so that each position is searched but once

LARGER_RULES = [
    Rules(rules.columns, rules.rows, rules.in_a_row, misere=True)
    for rules in MANY_RULES
    if rules.columns * rules.rows > 9
]


def new_search(rules: Rules, budget: Budget | None = None) -> MisereSearch:
    """A cold search with as many nodes as it likes."""
    return MisereSearch(geometry_of(rules), budget or Budget(MOST))


def test_every_3x3_position() -> None:
    assert len(all_legal()) == 10_956
    for board, side in all_legal():
        check_analysis(MISERE_3X3, board, side, MEMO)


def test_3x3_is_a_draw_that_the_centre_alone_holds() -> None:
    for side in "XO":
        analysis = analyze(position_of(MISERE_3X3.empty_board, side, MISERE_3X3))
        assert analysis.solved
        assert analysis.score == Score(Outcome.DRAW, 9)
        assert [move.cell for move in analysis.best_moves] == [4]
        assert {move.score.outcome for move in analysis.moves[1:]} == {Outcome.LOSS}
        assert len(analysis.principal_variation) == 9


def test_4x3() -> None:
    random = seeded(30)
    for empty_cells in [10] * 2 + [9] * 5 + [8] * 12 + [7] * 16 + [6] * 16 + [5, 4, 3, 2, 1]:
        board, side = random_unfinished(MISERE_4X3, empty_cells, random)
        check_analysis(MISERE_4X3, board, side, MEMO)


def test_4x3_from_its_start() -> None:
    board = "...X........"
    check_analysis(MISERE_4X3, MISERE_4X3.empty_board, "X", MEMO)
    check_analysis(MISERE_4X3, board, "O", MEMO)


@pytest.mark.parametrize("times", [1, pytest.param(6, marks=pytest.mark.full)])
@pytest.mark.parametrize("rules", LARGER_RULES, ids=str)
def test_random_positions_of_larger_boards(rules: Rules, times: int) -> None:
    random = seeded(31)
    for empty_cells in [1, 2, 3, 4, 5, 6, 7, 8] * times:
        board, side = random_unfinished(rules, empty_cells, random)
        check_analysis(rules, board, side, {})


@pytest.mark.parametrize("rules", [MISERE_3X3, MISERE_4X3, *LARGER_RULES[1::3]], ids=str)
def test_the_contract_in_random_windows(rules: Rules) -> None:
    memo = MEMO if rules in {MISERE_3X3, MISERE_4X3} else {}
    random = seeded(32)
    shared = new_search(rules)
    for empty_cells in [1, 2, 3, 4, 5, 6, 7, 8]:
        board, side = random_unfinished(rules, empty_cells, random)
        worth = reference.worth(rules, board, side, memo)
        exact = -value_of(worth, board.count("."))
        marks = own_and_other(board, side)
        for alpha, beta in windows_around(exact, random, 5):
            for search in [shared, new_search(rules)]:
                check_contract(search.value_after(*marks, alpha, beta), alpha, beta, exact)
        assert new_search(rules).value_after(*marks) == exact
        assert shared.value_after(*marks) == exact


def test_a_full_board_is_a_draw() -> None:
    marks = own_and_other("XOXXOOOXX", "O")
    assert new_search(MISERE_3X3).value_after(*marks) == 0


def test_a_full_table_costs_nodes_and_no_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes, values = [], []
    for slots in [1, 5, 53, 1_000_003]:
        monkeypatch.setattr(table, "SLOTS", (slots,))
        budget = Budget(MOST)
        values.append(new_search(MISERE_3X3, budget).value_after(1 << 4, 1))
        nodes.append(budget.nodes)
    assert len(set(values)) == 1
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > nodes[-1]


@pytest.mark.parametrize("cut", ["symmetry", "completable", "table"])
def test_each_cut_switched_off_changes_no_value(cut: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = seeded(33)
    for rules in [MISERE_3X3, MISERE_4X3, Rules(4, 4, 4, misere=True)]:
        for empty_cells in [9, 8, 7, 6, 5, 4]:
            board, side = random_unfinished(rules, empty_cells, random)
            marks = own_and_other(board, side)
            expected = new_search(rules).value_after(*marks)
            with monkeypatch.context() as patched:
                switch_off(cut, rules, patched)
                assert new_search(rules).value_after(*marks) == expected, (rules, board, side)


def switch_off(cut: str, rules: Rules, patched: pytest.MonkeyPatch) -> None:
    """Let the search do without one of its means, until the end of the context."""
    if cut == "symmetry":
        patched.setattr(module, "symmetries", lambda geometry: symmetries(geometry)[:1])
    elif cut == "completable":
        tallies = Tallies(geometry_of(rules))
        always = [bytes([1] * 256)] * 100
        tallies.own_completable = tallies.own_completable[:2] + always
        tallies.other_completable = tallies.other_completable[:2] + always
        patched.setattr(module, "tallies_of", lambda _: tallies)
    else:
        patched.setattr(table, "SLOTS", (1,))


def test_no_node_is_entered_beyond_the_budget_and_what_follows_is_exact() -> None:
    exact = new_search(MISERE_3X3).value_after(0, 1)
    for most in [0, 1, 5, 30]:
        budget = Budget(MOST)
        search = MisereSearch(Geometry(3, 3, 3), budget)
        budget.limit(most)
        with pytest.raises(BudgetSpentError):
            search.value_after(0, 1)
        assert budget.nodes == most
        budget.limit(MOST)
        assert search.value_after(0, 1) == exact
