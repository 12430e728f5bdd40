"""The budget of nodes."""

from itertools import count

import pytest

from service.engine.budget import DEFAULT_NODES, MAX_NODES, MIN_NODES, Budget, BudgetSpentError


def enter(budget: Budget) -> int:
    """Enter nodes as a search does until the budget is spent; the nodes entered."""
    for entered in count():
        try:
            if budget.nodes == budget.pause_at:
                budget.pause()
        except BudgetSpentError:
            return entered
        budget.nodes += 1
    raise AssertionError


def ignore(nodes: int) -> None:
    """Ignore a report."""
    assert nodes > 0


def test_published_limits() -> None:
    assert (MIN_NODES, DEFAULT_NODES, MAX_NODES) == (1_000, 1_000_000, 20_000_000)


@pytest.mark.parametrize("most", [0, 1, 2, 10, 999])
@pytest.mark.parametrize("interval", [0, 1, 3, 10, 10_000])
def test_budget_admits_its_number_of_nodes(most: int, interval: int) -> None:
    budget = Budget(most, interval, ignore)
    assert enter(budget) == budget.nodes == budget.max_nodes == most
    assert enter(budget) == 0


@pytest.mark.parametrize("interval", [0, 4])
def test_limit_admits_its_number_of_nodes_within_the_budget(interval: int) -> None:
    budget = Budget(100, interval, ignore)
    for nodes, entered in [(0, 0), (1, 1), (7, 7), (20, 20), (-1, 0), (1000, 72), (5, 0)]:
        budget.limit(nodes)
        before = budget.nodes
        assert enter(budget) == entered
        assert budget.nodes == before + entered
        assert budget.left == 100 - budget.nodes


@pytest.mark.parametrize(
    ("most", "limits", "expected"),
    [
        (0, [0], []),  # no report before the first node
        (35, [25], [10, 20]),
        (35, [25, 10], [10, 20, 30]),
        (100, [3, 4, 18, 2, 1, 14], [10, 20, 30, 40]),  # limits do not move the reports
        (20, [20, 20, 20, 20], [10, 20]),  # no report comes twice
    ],
)
def test_report_at_every_interval(most: int, limits: list[int], expected: list[int]) -> None:
    reports: list[int] = []
    budget = Budget(most, 10, reports.append)
    for nodes in limits:
        budget.limit(nodes)
        enter(budget)
    assert budget.nodes == min(most, sum(limits))
    assert reports == expected


def test_no_report_without_an_interval_or_a_function() -> None:
    reports: list[int] = []
    assert enter(Budget(50, 0, reports.append)) == 50
    assert enter(Budget(50, report=reports.append)) == 50
    assert enter(Budget(50, 10)) == 50
    assert reports == []
