"""The bounded table of a search: a number of slots, in which the newer entry replaces the older.

The entry of a key is stored at slot `key % slots` and replaces what was there, so what a full
table holds depends on the search alone. Such a table is a dict from slots to entries; each entry
begins with its key, by which an entry of another key with the same slot is told apart::

    entry = table.get(key % slots)
    if entry and entry[0] == key: ...

Replacing always is as good here as keeping the entries of larger searches, which was measured,
and needs no age or depth in the entry. The compiled search (search.c) has the same slots.
"""

# Primes of which 2 is a primitive root, so each mark of a key changes its slot in its own way.
SLOTS = (1_019, 16_067, 130_021, 1_000_003)


def slots_for(nodes: int) -> int:
    """The number of slots for a search of at most so many nodes."""
    return next((slots for slots in SLOTS if slots >= nodes), SLOTS[-1])
