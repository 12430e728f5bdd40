"""The slots of a search table."""

import pytest

from service.engine.search.table import SLOTS, slots_for


@pytest.mark.parametrize("slots", SLOTS)
def test_slots_are_primes_with_2_as_a_primitive_root(slots: int) -> None:
    assert all(slots % divisor for divisor in range(2, int(slots**0.5) + 1))
    factors = [p for p in range(2, slots) if (slots - 1) % p == 0]
    assert all(pow(2, (slots - 1) // factor, slots) != 1 for factor in factors)


def test_table_has_as_many_slots_as_nodes_up_to_the_largest() -> None:
    assert slots_for(1) == SLOTS[0]
    assert [slots_for(slots) for slots in SLOTS] == sorted(SLOTS)
    assert slots_for(10**9) == SLOTS[-1]
