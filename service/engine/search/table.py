"""The bounded table of a search: a number of slots, in which newer entries replace older ones.

The entry of a key is stored in slot `key % slots` and replaces the previous one, so the contents of
a full table depend on the search alone. Such a table is a dict from slots to entries; each entry
begins with its key, which distinguishes it from entries of other keys in the same slot::

    entry = table.get(key % slots)
    if entry and entry[0] == key: ...

Measurements show that always replacing is as good here as keeping the entries of larger searches.
It needs no age or depth in the entry. The compiled search (search.c) has the same slots.
"""

# Primes of which 2 is a primitive root, so each mark of a key changes its slot in its own way.
SLOTS = (1_019, 16_067, 130_021, 1_000_003)


def slots_for(nodes: int) -> int:
    """The number of slots for a search of at most this many nodes."""
    return next((slots for slots in SLOTS if slots >= nodes), SLOTS[-1])
