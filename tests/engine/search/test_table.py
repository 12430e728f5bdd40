"""The slots of a search's table."""

import pytest

from service.engine.search.table import SLOTS, slots_for


@pytest.mark.parametrize("slots", SLOTS)
def test_2_is_a_primitive_root_of_each_prime(slots: int) -> None:
    assert all(slots % divisor for divisor in range(2, int(slots**0.5) + 1))
    factors = [p for p in range(2, slots) if (slots - 1) % p == 0]
    assert all(pow(2, (slots - 1) // factor, slots) != 1 for factor in factors if factor > 1)


def test_a_table_has_as_many_slots_as_nodes_up_to_the_largest() -> None:
    assert slots_for(1) == SLOTS[0]
    for slots in SLOTS:
        assert slots_for(slots) == slots
    assert slots_for(10**9) == SLOTS[-1]
    assert list(SLOTS) == sorted(SLOTS)
