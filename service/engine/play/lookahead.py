"""What is seen a few plies ahead: a depth-limited search with a static evaluation.

What ends within the given plies is seen exactly. In the normal game that takes no search through
all replies, as nothing is forced but by threats: a side that can complete a line does so, a
single threat must be answered, two threats decide, and so does a fork against which there is no
threat. All else is worth its estimate.
"""

from functools import lru_cache

from service.engine.board.geometry import Geometry, cells_of, has_line
from service.engine.board.position import Position
from service.engine.board.tactics import tactics_of
from service.engine.search.estimate import estimate

MAX_PLIES = 4  # plies; a fork needs three, and being forked four
MAX_ESTIMATE = 99 - MAX_PLIES
FEW_CELLS = 9  # left: in misère, with more of them, only two plies are looked ahead


@lru_cache(maxsize=16_384)
def shallow_scores(position: Position, plies: int) -> dict[int, int]:
    """For each legal move its points for the mover, as in `Score.points`, or its estimate.

    `plies` is 1 to MAX_PLIES, the move itself included.
    """
    if position.misere and position.plies_left > FEW_CELLS:
        plies = min(plies, 2)
    worth = _misere_worth if position.misere else _worth
    return {
        cell: worth(position.geometry, position.own, position.other, cell, plies)
        for cell in position.legal_moves
    }


def _worth(geometry: Geometry, own: int, other: int, cell: int, plies: int) -> int:
    """The points of a move for the side with the marks `own`."""
    after = own | 1 << cell
    if has_line(geometry, after):
        return 99
    return -_seen(geometry, other, after, plies - 1, 1)


def _seen(geometry: Geometry, own: int, other: int, plies: int, ply: int) -> int:
    """The points of a position after `ply` plies for the side to move, `plies` ahead."""
    tactics = tactics_of(geometry, own, other)
    if plies >= 1 and tactics.own_winning:
        return 99 - ply
    if plies >= 2 and tactics.other_winning:
        if tactics.other_winning.bit_count() > 1:
            return ply - 98
        return -_seen(geometry, other, own | tactics.other_winning, plies - 1, ply + 1)
    if plies >= 3 and tactics.own_forking:
        return 97 - ply
    if (own | other).bit_count() == geometry.size:
        return 0
    return _guess(geometry, own, other, misere=False)


def _guess(geometry: Geometry, own: int, other: int, *, misere: bool) -> int:
    """The estimate, kept below what is seen for certain."""
    guess = estimate(geometry, own, other, misere=misere)
    return max(-MAX_ESTIMATE, min(MAX_ESTIMATE, guess))


def _misere_worth(geometry: Geometry, own: int, other: int, cell: int, plies: int) -> int:
    """The same in misère."""
    after = own | 1 << cell
    if has_line(geometry, after):
        return -99
    return -_misere_seen(geometry, other, after, plies - 1, 1)


def _misere_seen(geometry: Geometry, own: int, other: int, plies: int, ply: int) -> int:
    """The same in misère, where a side loses when every cell left completes a line of its own."""
    empty = ~(own | other) & (1 << geometry.size) - 1
    if not empty:
        return 0
    safe = empty & ~tactics_of(geometry, own, other).own_winning
    if plies and not safe:
        return ply - 99
    if plies <= 1:
        return _guess(geometry, own, other, misere=True)
    return max(
        -_misere_seen(geometry, other, own | 1 << cell, plies - 1, ply + 1)
        for cell in cells_of(safe)
    )
