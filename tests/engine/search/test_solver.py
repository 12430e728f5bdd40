"""The contract of the solvers: exact values in every window, without each cut, after a break."""

from random import Random

import pytest

from service.engine.board.forks import cells_in_pairs
from service.engine.board.geometry import Geometry
from service.engine.board.symmetry import symmetries
from service.engine.board.tally import Tallies
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search import table
from tests import reference
from tests.engine.conversion import own_and_other, value_of
from tests.engine.positions import (
    MANY_RULES,
    MEMO_3X3,
    MISERE_3X3,
    all_unfinished,
    both_games,
    random_positions,
    seeded,
)
from tests.engine.search.support import PLENTY, after_moves, new_search
from tests.reference import THREE_BY_THREE, Memo, Rules

MISERE_4X3 = Rules(4, 3, 3, misere=True)


def check_contract(returned: int, alpha: int, beta: int, exact: int) -> None:
    """The three inequalities of the contract."""
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


@pytest.mark.parametrize("rules", both_games([THREE_BY_THREE]), ids=str)
def test_every_3x3_position_has_its_exact_value_and_bounds_in_windows(rules: Rules) -> None:
    random = seeded(6)
    windowed, search = new_search(rules), new_search(rules)
    for board, side in all_unfinished():
        exact = -value_of(reference.worth(rules, board, side, MEMO_3X3), board.count("."))
        alpha = random.randrange(-10, 10)
        beta = random.randrange(alpha + 1, 11)
        for low, high in [(alpha, beta), (exact - 1, exact + 1), (exact, exact + 1)]:
            returned = windowed.value_after(*own_and_other(board, side), low, high)
            check_contract(returned, low, high, exact)
        assert search.value_after(*own_and_other(board, side)) == exact, (board, side)


@pytest.mark.parametrize(
    "rules", [*MANY_RULES, MISERE_3X3, MISERE_4X3, *both_games(MANY_RULES[2:])[1::6]], ids=str
)
def test_larger_boards_keep_the_contract_in_random_windows(rules: Rules) -> None:
    memo: Memo = {}
    random = seeded(7)
    shared = new_search(rules)
    after = after_moves(rules, 10, random)
    for board, side in random_positions(rules, range(1, 9), 32) if rules.misere else after:
        exact = -value_of(reference.worth(rules, board, side, memo), board.count("."))
        marks = own_and_other(board, side)
        for alpha, beta in windows_around(exact, random):
            for search in [shared, new_search(rules)]:
                check_contract(search.value_after(*marks, alpha, beta), alpha, beta, exact)
        assert new_search(rules).value_after(*marks) == exact
        assert shared.value_after(*marks) == exact


@pytest.mark.parametrize(
    ("rules", "slots", "boards"),
    [
        (Rules(5, 4, 4), [1, 307, 1_000_003], [(0, 1 << 0), (0, 1 << 6), (0, 1 << 7)]),
        (MISERE_3X3, [1, 5, 53, 1_000_003], [(1 << 4, 1)]),
    ],
    ids=str,
)
def test_full_table_costs_nodes_but_changes_no_value(
    rules: Rules, slots: list[int], boards: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    values, nodes = [], []
    for number in slots:
        monkeypatch.setattr(table, "SLOTS", (number,))
        budget = Budget(PLENTY)
        values.append([new_search(rules, budget).value_after(*board) for board in boards])
        nodes.append(budget.nodes)
    assert values == [values[0]] * len(slots)
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > nodes[-1]


def without_potential(geometry: Geometry) -> Tallies:
    """Tallies that give every open line a large weight."""
    tallies = Tallies(geometry)
    tallies.own_weights = tallies.other_weights = bytes([127] * 256)
    return tallies


def without_completable(geometry: Geometry) -> Tallies:
    """Tallies that count every line as one that a side can complete."""
    tallies = Tallies(geometry)
    always = [bytes([1] * 256)] * 100
    tallies.own_completable = tallies.own_completable[:2] + always
    tallies.other_completable = tallies.other_completable[:2] + always
    return tallies


@pytest.mark.parametrize(
    ("is_misere", "name", "replacement"),
    [
        pytest.param(False, "negamax.tallies_of", without_potential, id="potential"),
        pytest.param(
            False, "negamax.cells_in_pairs", lambda pairs: (cells_in_pairs(pairs)[0], 0), id="forks"
        ),
        pytest.param(False, "negamax.SYMMETRIC_PLIES", 0, id="symmetric keys"),
        pytest.param(False, "negamax.SYMMETRIC_PLIES", 99, id="keys without symmetry"),
        pytest.param(False, "negamax.THREAT", -1, id="threats first"),
        pytest.param(False, "table.SLOTS", (1,), id="table"),
        pytest.param(True, "misere.tallies_of", without_completable, id="misère, completable"),
        pytest.param(
            True, "misere.symmetries", lambda board: symmetries(board)[:1], id="misère, symmetry"
        ),
        pytest.param(True, "table.SLOTS", (1,), id="misère, table"),
    ],
)
def test_values_are_the_same_without_each_cut(
    is_misere: bool, name: str, replacement: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    normal = [Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4), Rules(5, 5, 4)]
    random = seeded(22)
    for rules in [MISERE_3X3, MISERE_4X3, Rules(4, 4, 4, True)] if is_misere else normal:
        after = after_moves(rules, 8, random)
        for board, side in random_positions(rules, range(4, 10), 33) if is_misere else after:
            marks = own_and_other(board, side)
            expected = new_search(rules).value_after(*marks)
            with monkeypatch.context() as patched:
                patched.setattr(f"service.engine.search.{name}", replacement)
                assert new_search(rules).value_after(*marks) == expected, (rules, board, side)


@pytest.mark.parametrize("rules", both_games([THREE_BY_THREE]), ids=str)
def test_search_starts_cold_and_counts_the_nodes_it_enters(rules: Rules) -> None:
    first, second = Budget(10**6), Budget(10**6)
    search, again = new_search(rules, first), new_search(rules, second)
    search.value_after(0, 1)
    entered = first.nodes
    assert entered > 1
    search.value_after(0, 1)
    assert first.nodes == entered + 1  # the root alone: the table has the rest
    assert second.nodes == 0
    again.value_after(0, 1)
    assert second.nodes == entered


@pytest.mark.parametrize(
    ("rules", "cell"),
    [(Rules(4, 3, 3), 0), (Rules(5, 4, 4), 7), (MISERE_3X3, 0), (MISERE_4X3, 0)],
    ids=str,
)
def test_search_ends_with_its_budget_and_can_be_continued(rules: Rules, cell: int) -> None:
    whole = Budget(PLENTY)
    exact = new_search(rules, whole).value_after(0, 1 << cell)
    for most in [0, 1, 2, 5, whole.nodes - 1]:
        budget = Budget(most)
        with pytest.raises(BudgetSpentError):
            new_search(rules, budget).value_after(0, 1 << cell)
        assert budget.nodes == most
    for share in [10, 50] if rules == MISERE_4X3 else [1, 2, 3, 10, 50]:
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
