"""The contract of both searches: exact values in every window, and after a break."""

from random import Random

import pytest

from service.engine.budget import Budget, BudgetSpentError
from service.engine.search.alpha_beta import AlphaBeta, Search
from service.engine.search.compiled.interface import CompiledSearch, library
from service.engine.values import INFINITY
from tests import reference
from tests.engine.conversion import geometry_of, own_and_other, value_of
from tests.engine.positions import MANY_RULES, MISERE_3X3, both_games, random_positions
from tests.parameters import one_of
from tests.reference import THREE_BY_THREE, Memo, Rules

MISERE_4X3 = Rules(4, 3, 3, misere=True)
PLENTY = 10**9  # nodes
each_kind = pytest.mark.parametrize(
    "kind", ["python", pytest.param("compiled", marks=pytest.mark.compiled)]
)


def new_search(kind: str, rules: Rules, budget: Budget | None = None, slots: int = 10**6) -> Search:
    """A cold search in Python or C, by default without a limit."""
    budget, geometry = budget or Budget(PLENTY), geometry_of(rules)
    if kind == "python":
        return AlphaBeta(geometry, budget, misere=rules.misere)
    compiled = library()
    assert compiled
    name = "noughts_misere" if rules.misere else "noughts_normal"
    return CompiledSearch(compiled, name, geometry, budget, slots)


def value(search: Search, board: str, side: str) -> int:
    return search(*own_and_other(board, side), -INFINITY, INFINITY)


def check_contract(returned: int, alpha: int, beta: int, exact: int) -> None:
    if returned <= alpha:
        assert exact <= returned
    elif returned < beta:
        assert exact == returned
    else:
        assert exact >= returned


def windows_around(exact: int, random: Random) -> list[tuple[int, int]]:
    """The windows that end at a value or contain it alone, and some random ones."""
    starts = [random.randrange(-12, 12) for _ in range(5)]
    windows = [(alpha, random.randrange(alpha + 1, 13)) for alpha in starts]
    return [(exact - 1, exact), (exact, exact + 1), (exact - 1, exact + 1), *windows]


@each_kind
@pytest.mark.parametrize(
    "rules",
    one_of(4, [*MANY_RULES, MISERE_3X3, MISERE_4X3, *both_games(MANY_RULES[2:])[1::6]]),
    ids=str,
)
def test_larger_boards_keep_the_contract_in_random_windows(rules: Rules, kind: str) -> None:
    memo: Memo = {}
    random = Random(7)
    shared = new_search(kind, rules)
    for board, side in random_positions(rules, range(1, 9), 32):
        exact = value_of(reference.worth(rules, board, side, memo), board.count("."))
        for alpha, beta in windows_around(exact, random):
            for search in [shared, new_search(kind, rules)]:
                returned = search(*own_and_other(board, side), alpha, beta)
                check_contract(returned, alpha, beta, exact)
        assert value(new_search(kind, rules), board, side) == exact
        assert value(shared, board, side) == exact


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "slots", "boards"),
    [
        (Rules(5, 4, 4), [1, 307, 1_000_003], [(0, 1 << 0), (0, 1 << 6), (0, 1 << 7)]),
        (MISERE_3X3, [1, 5, 53, 1_000_003], [(1 << 4, 1)]),
    ],
    ids=str,
)
def test_full_table_costs_nodes_but_changes_no_value(
    rules: Rules, slots: list[int], boards: list[tuple[int, int]]
) -> None:
    values, nodes = [], []
    for number in slots:
        budget = Budget(PLENTY)
        search = new_search("compiled", rules, budget, number)
        values.append([search(*board, -INFINITY, INFINITY) for board in boards])
        nodes.append(budget.nodes)
    assert values == [values[0]] * len(slots)
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > nodes[-1]


@each_kind
@pytest.mark.parametrize("rules", both_games([THREE_BY_THREE]), ids=str)
def test_search_starts_cold_and_counts_the_nodes_it_enters(rules: Rules, kind: str) -> None:
    first, second = Budget(10**6), Budget(10**6)
    search, again = new_search(kind, rules, first), new_search(kind, rules, second)
    search(0, 1, -INFINITY, INFINITY)
    entered = first.nodes
    assert entered > 1
    search(0, 1, -INFINITY, INFINITY)
    assert first.nodes == entered + (kind == "compiled")  # the root: the table has the rest
    assert second.nodes == 0
    again(0, 1, -INFINITY, INFINITY)
    assert second.nodes == entered


@each_kind
@pytest.mark.parametrize(("rules", "cell"), [(Rules(4, 3, 3), 0), (MISERE_3X3, 0)], ids=str)
def test_search_ends_with_its_budget_and_can_be_continued(
    rules: Rules, cell: int, kind: str
) -> None:
    window = -INFINITY, INFINITY
    whole = Budget(PLENTY)
    exact = new_search(kind, rules, whole)(0, 1 << cell, *window)
    for most in [0, 1, 2, 5, whole.nodes - 1]:
        budget = Budget(most)
        with pytest.raises(BudgetSpentError):
            new_search(kind, rules, budget)(0, 1 << cell, *window)
        assert budget.nodes == most
    for share in [1, 2, 3, 10, 50]:
        budget = Budget(PLENTY)
        search = new_search(kind, rules, budget)
        found = None
        for limit in range(share, PLENTY, share):
            before = budget.nodes
            budget.limit(limit)
            try:
                found = search(0, 1 << cell, *window)
                break
            except BudgetSpentError:
                assert budget.nodes == before + limit
        assert found == exact
