"""The searches: exact values, and the contract of negamax, in the normal game and in misère."""

import pytest

from service.engine.board.geometry import Geometry
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search.misere import MisereSearch
from service.engine.search.negamax import Search
from tests import reference
from tests.engine.support import (
    MEMO_3X3,
    all_unfinished,
    check_contract,
    geometry_of,
    own_and_other,
    seeded,
    value_of,
)
from tests.reference import Rules


def search_for(rules: Rules) -> Search | MisereSearch:
    """A cold search with all the nodes that it may need."""
    kind = MisereSearch if rules.misere else Search
    return kind(geometry_of(rules), Budget(10**9))


@pytest.mark.parametrize("misere", [False, True])
def test_every_3x3_position_exactly_and_in_windows(misere: bool) -> None:
    rules = Rules(misere=misere)
    random = seeded(6)
    windowed = search_for(rules)
    search = search_for(rules)
    for board, side in all_unfinished():
        exact = -value_of(reference.worth(rules, board, side, MEMO_3X3), board.count("."))
        alpha = random.randrange(-10, 10)
        beta = random.randrange(alpha + 1, 11)
        for low, high in [(alpha, beta), (exact - 1, exact + 1), (exact, exact + 1)]:
            returned = windowed.value_after(*own_and_other(board, side), low, high)
            check_contract(returned, low, high, exact)
        assert search.value_after(*own_and_other(board, side)) == exact, (board, side)


@pytest.mark.parametrize("misere", [False, True])
def test_a_search_starts_cold_and_counts_what_it_enters(misere: bool) -> None:
    kind = MisereSearch if misere else Search
    first, second = Budget(10**6), Budget(10**6)
    search, again = kind(Geometry(3, 3, 3), first), kind(Geometry(3, 3, 3), second)
    search.value_after(0, 1)
    entered = first.nodes
    assert entered > 1
    search.value_after(0, 1)
    assert first.nodes == entered + 1  # the root alone: the table answers
    assert second.nodes == 0
    again.value_after(0, 1)
    assert second.nodes == entered


@pytest.mark.parametrize("misere", [False, True])
def test_a_search_ends_with_its_budget_and_may_go_on_with_what_it_has_found(misere: bool) -> None:
    kind = MisereSearch if misere else Search
    whole = Budget(10**6)
    expected = kind(Geometry(4, 3, 3), whole).value_after(0, 1)
    for most in [0, 1, 2, 5, whole.nodes - 1]:
        budget = Budget(most)
        with pytest.raises(BudgetSpentError):
            kind(Geometry(4, 3, 3), budget).value_after(0, 1)
        assert budget.nodes == most
    budget = Budget(10**6)
    search = kind(Geometry(4, 3, 3), budget)
    for nodes in [1, 2, 3]:
        budget.limit(nodes)
        with pytest.raises(BudgetSpentError):
            search.value_after(0, 1)
    budget.limit(10**6)
    assert search.value_after(0, 1) == expected
