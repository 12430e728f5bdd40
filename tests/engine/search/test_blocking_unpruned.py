"""Proofs by blocking in Python and C, compared with a search that prunes nothing."""

from collections.abc import Iterable, Iterator
from itertools import product

import pytest

from service.engine.board.geometry import cells_of
from service.engine.budget import Budget
from service.engine.search import solvers
from service.engine.search.blocking import Blocking
from service.engine.search.compiled.interface import CompiledBlocking
from service.engine.search.solver import Blocker
from tests import reference
from tests.engine.conversion import geometry_of
from tests.engine.positions import seeded
from tests.parameters import in_full
from tests.reference import Rules

PLENTY = 10**6

Lines = list[int]
Unpruned = dict[tuple[int, int, bool], bool]


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


def blockers(rules: Rules) -> list[Blocker]:
    """Both searches, or the Python one if the other is not built."""
    geometry, compiled = geometry_of(rules), solvers.library()
    found: list[Blocker] = [Blocking(geometry, Budget(10**9), PLENTY)]
    return (
        [*found, CompiledBlocking(compiled, geometry, Budget(10**9), PLENTY)] if compiled else found
    )


def check_unpruned(rules: Rules, positions: Iterable[tuple[int, int]], *, fresh: bool) -> set[bool]:
    """Compare both searches with the unpruned one on these (maker, empty), on either turn."""
    lines, memo, found = masks_of(rules), Unpruned(), set()
    board = (1 << rules.columns * rules.rows) - 1
    searches = blockers(rules)
    for maker, empty in positions:
        if fresh:
            searches, memo = blockers(rules), {}
        if any(line & maker == line for line in lines):
            continue
        for makers_turn in (True, False):
            expected = unpruned(lines, maker, empty, makers_turn, memo)
            for search in searches:
                held = search.holds(maker, board & ~(maker | empty), maker_to_move=makers_turn)
                assert held is expected, (rules, maker, empty, makers_turn, search)
            found.add(expected)
    return found


@pytest.mark.parametrize(
    "rules", [Rules(3, 3, 3), *in_full(Rules(4, 3, 3), Rules(4, 3, 4))], ids=str
)
def test_every_position_of_small_boards_matches_unpruned_search(rules: Rules) -> None:
    """All ways to give each cell to the maker, the breaker or neither."""
    size = rules.columns * rules.rows
    owners = product((None, True, False), repeat=size)
    positions = (
        (
            sum(1 << cell for cell, owner in enumerate(each) if owner),
            sum(1 << cell for cell, owner in enumerate(each) if owner is None),
        )
        for each in owners
    )
    assert check_unpruned(rules, positions, fresh=False) == {True, False}


@pytest.mark.parametrize("count", [100, *in_full(2_000)])
@pytest.mark.parametrize(
    "rules", [Rules(5, 5, 4), Rules(5, 5, 3), Rules(6, 5, 4), Rules(6, 5, 5)], ids=str
)
def test_random_positions_of_larger_boards_match_unpruned_search(rules: Rules, count: int) -> None:
    """The maker has more marks than in a game, so that it often wins."""
    random, size = seeded(63), rules.columns * rules.rows

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
