"""Values stay exact: in every window, without each cut, with a full table, after a break."""

import pytest

from service.engine.board.forks import cells_in_pairs
from service.engine.board.tally import Tallies
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search import negamax as module
from service.engine.search import table
from tests import reference
from tests.engine.search.support import PLENTY, after_moves, new_search
from tests.engine.support import (
    MANY_RULES,
    check_contract,
    geometry_of,
    own_and_other,
    seeded,
    value_of,
    windows_around,
)
from tests.reference import Memo, Rules


@pytest.mark.parametrize("rules", MANY_RULES, ids=str)
def test_the_contract_in_random_windows(rules: Rules) -> None:
    memo: Memo = {}
    random = seeded(7)
    shared = new_search(rules)
    for board, side in after_moves(rules, 10, random):
        worth = reference.worth(rules, board, side, memo)
        exact = -value_of(worth, board.count("."))
        marks = own_and_other(board, side)
        for alpha, beta in windows_around(exact, random, 5):
            for search in [shared, new_search(rules)]:
                check_contract(search.value_after(*marks, alpha, beta), alpha, beta, exact)
        assert new_search(rules).value_after(*marks) == exact
        assert shared.value_after(*marks) == exact


def test_values_without_symmetric_keys_and_with_them_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = seeded(21)
    for rules in [Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4), Rules(5, 5, 4)]:
        for board, side in after_moves(rules, 6, random):
            values = set()
            for plies in [0, 5, 99]:
                monkeypatch.setattr(module, "SYMMETRIC_PLIES", plies)
                values.add(new_search(rules).value_after(*own_and_other(board, side)))
            assert len(values) == 1


def test_a_full_table_costs_nodes_and_no_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = []
    for slots in [1, 307, 1_000_003]:
        monkeypatch.setattr(table, "SLOTS", (slots,))
        budget = Budget(PLENTY)
        for cell in [0, 6, 7]:
            assert new_search(Rules(5, 4, 4), budget).value_after(0, 1 << cell) == 0
        nodes.append(budget.nodes)
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > nodes[-1]


@pytest.mark.parametrize("cut", ["potential", "forks", "table", "threat order"])
def test_each_cut_switched_off_changes_no_value(cut: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = seeded(22)
    for rules in [Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4), Rules(5, 5, 4)]:
        for board, side in after_moves(rules, 8, random):
            marks = own_and_other(board, side)
            expected = new_search(rules).value_after(*marks)
            with monkeypatch.context() as patched:
                switch_off(cut, rules, patched)
                assert new_search(rules).value_after(*marks) == expected, (rules, board, side)


def switch_off(cut: str, rules: Rules, patched: pytest.MonkeyPatch) -> None:
    """Let the search do without one of its means, until the end of the context."""
    tallies = Tallies(geometry_of(rules))
    if cut == "potential":
        open_or_not = bytes(127 for _ in range(256))
        tallies.own_weights = tallies.other_weights = open_or_not
    elif cut == "forks":
        patched.setattr(module, "cells_in_pairs", lambda pairs: (cells_in_pairs(pairs)[0], 0))
    elif cut == "table":
        patched.setattr(table, "SLOTS", (1,))
    else:
        patched.setattr(module, "THREAT", -1)
    patched.setattr(module, "tallies_of", lambda _: tallies)


@pytest.mark.parametrize(("rules", "cell"), [(Rules(4, 3, 3), 0), (Rules(5, 4, 4), 7)], ids=str)
def test_a_search_that_is_broken_off_goes_on_and_stays_exact(rules: Rules, cell: int) -> None:
    exact = new_search(rules).value_after(0, 1 << cell)
    for share in [1, 2, 3, 10, 50]:
        budget = Budget(PLENTY)
        search = new_search(rules, budget)
        value = None
        for limit in range(share, PLENTY, share):
            before = budget.nodes
            budget.limit(limit)
            try:
                value = search.value_after(0, 1 << cell)
                break
            except BudgetSpentError:
                assert budget.nodes == before + limit
        assert value == exact
