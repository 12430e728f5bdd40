"""Proofs by blocking, compared with a search that prunes nothing and with true values."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import pytest

from service.engine.board.geometry import Geometry, cells_of
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search.compiled.interface import CompiledSearch, library
from tests import reference
from tests.engine.conversion import geometry_of
from tests.parameters import in_full, in_release
from tests.reference import Rules

pytestmark = pytest.mark.compiled
PLENTY = 10**6

Lines = list[int]
Unpruned = dict[tuple[int, int, bool], bool]


def new_blocking(
    geometry: Geometry, budget: Budget | None = None, slots: int | None = None
) -> CompiledSearch:
    compiled = library()
    assert compiled
    budget = budget or Budget(PLENTY)
    return CompiledSearch(compiled, "noughts_breaker_wins", geometry, budget, slots)


def unpruned(lines: Lines, maker: int, empty: int, makers_turn: bool, memo: Unpruned) -> bool:
    """Whether the maker never completes a line, by trying all moves; masks make this fast."""
    key = (maker, empty, makers_turn)
    if key not in memo:
        cells = [1 << cell for cell in cells_of(empty)]
        if any(line & maker == line for line in lines):
            memo[key] = False
        elif makers_turn:
            memo[key] = all(unpruned(lines, maker | c, empty ^ c, False, memo) for c in cells)
        else:
            replies = (unpruned(lines, maker, empty ^ c, True, memo) for c in cells)
            memo[key] = not cells or any(replies)
    return memo[key]


def masks_of(rules: Rules) -> Lines:
    return [sum(1 << cell for cell in line) for line in reference.lines(rules)]


def check_unpruned(rules: Rules, positions: Iterable[tuple[int, int]], *, fresh: bool) -> set[bool]:
    """Compare the search with the unpruned one on these (maker, empty), on either turn."""
    geometry, lines, memo, found = geometry_of(rules), masks_of(rules), Unpruned(), set()
    board = (1 << rules.columns * rules.rows) - 1
    search = new_blocking(geometry, Budget(10**9))
    for maker, empty in positions:
        if fresh:
            search, memo = new_blocking(geometry), {}
        if any(line & maker == line for line in lines):
            continue
        for makers_turn in (True, False):
            expected = unpruned(lines, maker, empty, makers_turn, memo)
            wins = bool(search(maker, board & ~(maker | empty), makers_turn))
            assert wins is expected, (rules, maker, empty, makers_turn)
            found.add(expected)
    return found


@pytest.mark.parametrize(
    "rules", [Rules(3, 3, 3), *in_release(Rules(4, 3, 3), Rules(4, 3, 4))], ids=str
)
def test_every_position_of_small_boards_matches_unpruned_search(rules: Rules) -> None:
    """All ways to give each cell to the maker, the breaker or neither."""
    owners = product((None, True, False), repeat=rules.columns * rules.rows)
    positions = (
        (
            sum(1 << cell for cell, owner in enumerate(each) if owner),
            sum(1 << cell for cell, owner in enumerate(each) if owner is None),
        )
        for each in owners
    )
    assert check_unpruned(rules, positions, fresh=False) == {True, False}


@pytest.mark.parametrize("count", [40, *in_full(500), *in_release(2_000)])
@pytest.mark.parametrize(
    "rules", [Rules(5, 5, 4), Rules(5, 5, 3), Rules(6, 5, 4), Rules(6, 5, 5)], ids=str
)
def test_random_positions_of_larger_boards_match_unpruned_search(rules: Rules, count: int) -> None:
    """The maker has more marks than in a game, so that it often wins."""
    random, size = Random(63), rules.columns * rules.rows

    def positions() -> Iterator[tuple[int, int]]:
        lines = masks_of(rules)
        found = 0
        while found < count:
            order = random.sample(range(size), size)
            filled = size - random.randrange(3, 11)
            makers = int(filled * random.uniform(0.4, 0.8))
            maker = sum(1 << cell for cell in order[:makers])
            if not any(line & maker == line for line in lines):
                found += 1
                yield maker, sum(1 << cell for cell in order[filled:])

    assert check_unpruned(rules, positions(), fresh=True) == {True, False}


@pytest.mark.parametrize(
    ("sides", "breaker_wins", "most"),
    [
        ((6, 6, 6), True, 1),
        ((9, 9, 7), True, 1),
        ((6, 6, 5), True, 95),
        ((7, 6, 5), True, 888),
        ((7, 7, 5), True, 22_357),
        pytest.param((9, 6, 5), True, 323_024, marks=pytest.mark.full),
        ((5, 5, 4), False, 72),
        ((7, 7, 4), False, 95),
    ],
    ids=str,
)
def test_empty_boards_need_no_more_nodes_than_before(
    sides: tuple[int, int, int], breaker_wins: bool, most: int
) -> None:
    budget = Budget(PLENTY)
    assert bool(new_blocking(Geometry(*sides), budget)(0, 0, True)) is breaker_wins
    assert 1 <= budget.nodes <= most


@pytest.mark.parametrize("slots", [1, 11, 1019])
def test_small_table_changes_no_proof(slots: int) -> None:
    assert new_blocking(Geometry(7, 5, 5), slots=slots)(0, 0, True)
    assert not new_blocking(Geometry(4, 4, 3), slots=slots)(0, 0, True)


def test_proof_ends_with_its_budget_and_can_be_continued() -> None:
    budget = Budget(PLENTY)
    blocking = new_blocking(Geometry(6, 6, 5), budget)
    for nodes in [1, 5, 50]:
        before = budget.nodes
        budget.limit(nodes)
        with pytest.raises(BudgetSpentError):
            blocking(0, 0, True)
        assert budget.nodes == before + nodes
    budget.limit(PLENTY)
    assert blocking(0, 0, True)
