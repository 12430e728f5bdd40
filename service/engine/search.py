"""Exact values by alpha-beta search in negamax form, cached, and cut by what open lines allow.

A *value* belongs to a position alone, seen by the side to move: 0 for a draw, `left + 1` for a
win and `-(left + 1)` for a loss, where `left` is the number of cells still empty when the game
ends with best play. So the faster of two wins has the higher value, and a value means the same
at every depth.

The marks of the side to move are called `own`, those of its opponent `other`.
"""

from functools import lru_cache
from typing import Protocol

from service.engine.geometry import Geometry, central_first, lines

INFINITY = 1000  # beyond every value: boards have at most 81 cells


class CachedNegamax(Protocol):
    """`negamax(own, other, alpha, beta)` in an `lru_cache`, its misses counted."""

    def __call__(self, own: int, other: int, alpha: int, beta: int, /) -> int:
        """The value within the window, or a bound."""

    def cache_info(self) -> "CacheInfo":
        """Hits and misses so far."""


class CacheInfo(Protocol):
    """The part of functools' figures that is used here."""

    @property
    def misses(self) -> int:
        """The calls that had to be computed."""


class Search:
    """One cold search: it remembers nothing of another, so its node count never varies.

    It plays the normal game; the cuts are unsound in misère.
    """

    def __init__(self, geometry: Geometry) -> None:
        self._lines = lines(geometry)
        self._size = geometry.size
        self._negamax = _negamax(geometry)

    @property
    def nodes(self) -> int:
        """The positions entered so far; what the cache answers is not entered."""
        return self._negamax.cache_info().misses

    def move_value(self, own: int, other: int, cell: int) -> int:
        """The exact value, for the side that moves, of a legal move in an unfinished game.

        Every move is searched with a window of its own: one window shared by the moves of a
        position would leave all but the best of them with mere bounds.
        """
        if completing(self._lines, own) >> cell & 1:
            return self._size - (own | other).bit_count()
        return -self._negamax(other, own | 1 << cell, -INFINITY, INFINITY)


def completing(lines: tuple[int, ...], marks: int) -> int:
    """The cells, taken or not, that alone are missing from a line of these marks."""
    found = 0
    for line in lines:
        missing = line & ~marks
        if not missing & missing - 1:
            found |= missing
    return found


def potentials(lines: tuple[int, ...], own: int, other: int) -> tuple[int, int]:
    """The Erdős–Selfridge potentials of `own` and of `other`.

    Each line that is still open to a side weighs 2 ** (the side's marks on it); the potential is
    the sum of these weights, and a full line alone weighs F = 2 ** in_a_row. A mark doubles the
    weight of each open line through its cell; the opponent, who answers where the most weight
    hangs, takes away no less than the next mark there or elsewhere can add. So a side whose
    potential is below F with the opponent to move never completes a line against best answers.
    With itself to move its first mark at most doubles the potential: then the limit is F / 2.
    (Erdős and Selfridge, On a combinatorial game, 1973.)
    """
    for_own = for_other = 0
    for line in lines:
        on_line = own & line
        if not other & line:
            for_own += 1 << on_line.bit_count()
        if not on_line:
            for_other += 1 << (other & line).bit_count()
    return for_own, for_other


def _negamax(geometry: Geometry) -> CachedNegamax:  # noqa: C901  one search, read as a whole
    """The search function for one geometry, with an empty cache.

    For a position without a completed line, whose value is v, `negamax` returns r with
        r <= alpha          and then  v <= r,
        alpha < r < beta    and then  v == r, or
        r >= beta           and then  v >= r.
    What is returned depends on the window, so the window is part of the cache's key.
    """
    all_lines = lines(geometry)
    board = (1 << geometry.size) - 1
    order = [1 << cell for cell in central_first(geometry)]
    full_line = 1 << geometry.in_a_row

    @lru_cache(maxsize=None)
    def completed_by(marks: int) -> int:
        return completing(all_lines, marks)

    @lru_cache(maxsize=None)
    def negamax(own: int, other: int, alpha: int, beta: int, /) -> int:  # noqa: C901
        empty = board & ~(own | other)
        left = empty.bit_count()
        if completed_by(own) & empty:
            return left
        threats = completed_by(other) & empty
        if threats & threats - 1:
            return 1 - left  # of two threats one is carried out
        if threats:
            return -negamax(other, own | threats, -beta, -alpha)  # all else loses sooner

        # Without a threat on the board no win comes before the third ply, no loss before the
        # fourth; without the potential for a line neither comes at all.
        own_potential, other_potential = potentials(all_lines, own, other)
        highest = left - 2 if left > 2 and own_potential * 2 >= full_line else 0
        lowest = 3 - left if left > 3 and other_potential >= full_line else 0
        if beta > highest:
            beta = highest
        if alpha < lowest:
            alpha = lowest
        if alpha >= beta:
            return beta

        best = -INFINITY
        for cell in order:
            if empty & cell:
                value = -negamax(other, own | cell, -beta, -alpha)
                if value > best:
                    best = value
                    if best >= beta:
                        break
                    if best > alpha:
                        alpha = best
        return best

    return negamax
