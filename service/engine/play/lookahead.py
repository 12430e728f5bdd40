"""Rate moves by a depth-limited search, with estimates beyond its depth.

Games that end within the given plies get exact points. In the normal game, a few rules save
searching every reply: a side that can complete a line does so, a single threat must be answered,
two threats win, and a fork wins if the opponent has no threat. Every other position gets its
estimate. In misère, a cell is safe for a side if its mark there completes no line. The numbers of
safe cells after each move decide who wins a game that ends within four plies. Otherwise, a lead in
safe cells counts toward the estimate.
"""

from functools import lru_cache

from ..board.estimate import estimate
from ..board.geometry import Geometry, cells_of
from ..board.position import Position, Status
from ..board.tactics import line_counts_of, tactics_of

MAX_PLIES = 4  # A fork wins in three plies, and the opponent's fork in four.
MAX_ESTIMATE = 99 - MAX_PLIES
LEAD_WEIGHT = 50  # Points for a lead in safe cells that is as large as the number of empty cells.


@lru_cache(maxsize=1_024)  # On the largest board, an entry takes 6 KB.
def shallow_points(position: Position, plies: int) -> dict[int, int]:
    """Return each legal move's points for the mover, as in `Score.points`, or its estimate.

    `plies` is from 1 to MAX_PLIES and includes the move itself.
    """
    geometry, own, other = position.geometry, position.own, position.other
    if position.status is not Status.IN_PROGRESS:
        return {}
    if position.misere:
        return _points_in_misere(geometry, own, other, plies)
    wins = tactics_of(geometry, own, other).own_winning
    return {
        cell: 99 if wins >> cell & 1 else -_points(geometry, other, own | 1 << cell, plies - 1, 1)
        for cell in position.legal_moves
    }


def _points(geometry: Geometry, own: int, other: int, plies: int, ply: int) -> int:
    """Return the points for the side to move at `ply`, looking `plies` plies ahead."""
    tactics = tactics_of(geometry, own, other)
    if plies >= 1 and tactics.own_winning:
        return 99 - ply
    if plies >= 2 and tactics.other_winning:
        if tactics.other_winning.bit_count() > 1:
            return ply - 98
        return -_points(geometry, other, own | tactics.other_winning, plies - 1, ply + 1)
    if plies >= 3 and tactics.own_forking:
        return 97 - ply
    if (own | other).bit_count() == geometry.size:
        return 0
    return _limited(-estimate(geometry, other, own, misere=False))


def _limited(estimate: int) -> int:
    """Limit an estimate to the range between proved losses and proved wins."""
    return max(-MAX_ESTIMATE, min(MAX_ESTIMATE, estimate))


def _points_in_misere(geometry: Geometry, own: int, other: int, plies: int) -> dict[int, int]:
    """Return the points of each move in misère, in which a side without a safe cell loses.

    Only a side's own marks make cells unsafe for it, so a reply takes away at most one of its safe
    cells: the one where the reply is played.
    """
    empty = ~(own | other) & (1 << geometry.size) - 1
    safe, safe_after = _safe_cells(geometry, own, other)
    safe_of_other, safe_of_other_after = _safe_cells(geometry, other, own)
    left = empty.bit_count() - 1  # Empty cells after the move.

    def points(cell: int) -> int:
        move = 1 << cell
        if not safe & move:
            return -99
        if not left:
            return 0
        own_safe, replies = safe_after[cell], safe_of_other & ~move
        if plies >= 2 and not replies:
            return 98
        if plies >= 3 and left > 1 and _can_exhaust(replies, own_safe):
            return -97
        replies_lose = (
            _can_exhaust(own_safe & ~(1 << reply), safe_of_other_after[reply] & ~move)
            for reply in cells_of(replies)
        )
        if plies >= 4 and left > 2 and all(replies_lose):
            return 96
        lead = LEAD_WEIGHT * (own_safe.bit_count() - replies.bit_count()) // left
        return _limited(estimate(geometry, own | move, other, misere=True) + lead)

    return {cell: points(cell) for cell in cells_of(empty)}


def _safe_cells(geometry: Geometry, own: int, other: int) -> tuple[int, dict[int, int]]:
    """Return a side's safe cells and, for each of them, the safe cells left after a mark there."""
    line_counts = line_counts_of(geometry)
    counts = line_counts.count(own, other)
    empty = ~(own | other) & (1 << geometry.size) - 1
    safe = empty & ~sum(line_counts.missing(counts, line_counts.own_threat, empty))
    after = {cell: safe & ~(1 << cell) for cell in cells_of(safe)}
    for pair in line_counts.missing(counts, line_counts.own_pair, empty):
        for cell in cells_of(pair & safe):
            after[cell] &= ~pair
    return safe, after


def _can_exhaust(moves: int, cells: int) -> bool:
    """Return whether one of `moves` leaves the opponent none of its safe `cells`."""
    return cells.bit_count() <= 1 and not cells & ~moves
