"""The budget of nodes."""

import pytest

from service.engine.budget import (
    DEFAULT_NODES,
    MAX_NODES,
    MIN_NODES,
    Budget,
    BudgetSpentError,
)


def enter(budget: Budget, most: int = 10**6) -> int:
    """Enter nodes as a search does until the budget is spent; the nodes entered."""
    entered = 0
    try:
        while entered < most:
            if budget.nodes == budget.pause_at:
                budget.pause()
            budget.nodes += 1
            entered += 1
    except BudgetSpentError:
        pass
    return entered


def ignore(nodes: int) -> None:
    """Take a report and do nothing with it."""
    assert nodes > 0


def test_the_numbers_that_the_contract_publishes() -> None:
    assert (MIN_NODES, DEFAULT_NODES, MAX_NODES) == (1_000, 1_000_000, 20_000_000)


@pytest.mark.parametrize("most", [0, 1, 2, 10, 999])
@pytest.mark.parametrize("interval", [0, 1, 3, 10, 10_000])
def test_as_many_nodes_as_it_has_may_be_entered(most: int, interval: int) -> None:
    budget = Budget(most, interval, ignore)
    assert enter(budget) == budget.nodes == budget.max_nodes == most
    assert enter(budget) == 0


@pytest.mark.parametrize("interval", [0, 4])
def test_a_limit_lets_so_many_more_be_entered(interval: int) -> None:
    budget = Budget(100, interval, ignore)
    for nodes in [0, 1, 7, 20]:
        budget.limit(nodes)
        before = budget.nodes
        assert enter(budget) == nodes
        assert budget.nodes == before + nodes
    budget.limit(-1)
    assert enter(budget) == 0
    assert budget.left == 100 - 28
    budget.limit(1000)
    assert enter(budget) == 100 - 28
    budget.limit(5)
    assert enter(budget) == 0


def test_a_report_at_every_interval() -> None:
    reports: list[int] = []
    budget = Budget(35, 10, reports.append)
    enter(budget, 25)
    assert reports == [10, 20]
    enter(budget)
    assert reports == [10, 20, 30]


def test_limits_do_not_move_the_reports() -> None:
    reports: list[int] = []
    budget = Budget(100, 10, reports.append)
    for nodes in [3, 4, 18, 2, 1, 14]:
        budget.limit(nodes)
        enter(budget)
    assert budget.nodes == 42
    assert reports == [10, 20, 30, 40]


def test_no_report_without_an_interval_or_without_one_to_report_to() -> None:
    reports: list[int] = []
    assert enter(Budget(50, 0, reports.append)) == 50
    assert enter(Budget(50, report=reports.append)) == 50
    assert enter(Budget(50, 10)) == 50
    assert reports == []


def test_a_report_before_the_first_node_is_none() -> None:
    reports: list[int] = []
    budget = Budget(0, 10, reports.append)
    assert enter(budget) == 0
    assert reports == []


def test_no_report_comes_twice() -> None:
    reports: list[int] = []
    budget = Budget(20, 10, reports.append)
    enter(budget)
    for _ in range(3):
        budget.limit(20)
        assert enter(budget) == 0
    assert reports == [10, 20]
