"""Forks: cells at which a mark makes two threats at once.

A side's *pair* is a line open to it that lacks two marks; here it is the set of these two cells. A
mark on one of them threatens to complete the line at the other. A *fork* is a cell that belongs to
two different pairs. Why it wins is proved in search/compiled/negamax.c.
"""


def cells_in_pairs(pairs: set[int]) -> tuple[int, int]:
    """Return the cells in any pair, and those in two or more: the forks."""
    once = twice = 0
    for pair in pairs:
        twice |= once & pair
        once |= pair
    return once, twice
