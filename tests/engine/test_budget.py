"""Node budgets: how a total is divided."""

import pytest

from service.engine.budget import MAX_NODES, MIN_NODES, divided


@pytest.mark.parametrize(
    ("total", "budgets", "cut"),
    [
        (30_000, [20_000] * 3, [10_000] * 3),
        (30_000, [4_000, 20_000, 20_000], [4_000, 13_000, 13_000]),
        (30_000, [4_000, 6_000, 90_000], [4_000, 6_000, 20_000]),
        (30_001, [20_000] * 3, [10_000] * 3),
        (1_000, [5_000] * 500, [MIN_NODES] * 500),
        (MAX_NODES, [MAX_NODES], [MAX_NODES]),
        (MAX_NODES, [1_000_000] * 20, [1_000_000] * 20),
        (MAX_NODES, [], []),
    ],
)
def test_total_is_divided_equally_and_what_small_budgets_leave_goes_to_the_others(
    total: int, budgets: list[int], cut: list[int]
) -> None:
    for order in (budgets, budgets[::-1]):
        limit = divided(total, order)
        assert sorted(min(limit, each) for each in order) == cut
