"""The budget of nodes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.budget import Budget, BudgetSpentError


def enter(budget: Budget) -> int:
    """Enter nodes as a search does until the budget is spent; the nodes entered."""
    for entered in range(1_000):
        try:
            if budget.nodes == budget.pause_at:
                budget.pause()
        except BudgetSpentError:
            return entered
        budget.nodes += 1
    raise AssertionError("The budget is never spent.")


@given(st.integers(0, 100), st.integers(0, 12), st.lists(st.integers(-2, 40)))
@settings(derandomize=True, database=None, deadline=None, max_examples=300)
def test_budget_keeps_its_limits_and_reports_every_interval(
    most: int, interval: int, limits: list[int]
) -> None:
    reports: list[int] = []
    budget = Budget(most)
    if interval:
        budget.report_every(interval, reports.append)
    for nodes in [*limits, most, 1]:
        before = budget.nodes
        budget.limit(nodes)
        assert enter(budget) == budget.nodes - before == min(max(0, nodes), most - before)
        assert budget.left == most - budget.nodes
    assert budget.nodes == budget.max_nodes == most
    assert reports == [*range(interval, most + 1, interval)] if interval else reports == []


def test_budget_has_no_interval_limit_or_report_by_default() -> None:
    assert enter(Budget(50)) == 50
    assert enter(Budget(50)) == 50


def test_search_that_starts_with_its_budget_spent_ends_at_once() -> None:
    budget = Budget(0)
    budget.nodes = 1  # the root
    budget.limit(5)
    assert enter(budget) == 0
