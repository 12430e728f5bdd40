"""Points for moves by a depth-limited search with a static evaluation.

Games that end within the given plies are scored exactly. In the normal game, this needs no search
of all replies, because only threats force a move: a side that can complete a line does so, a
single threat must be answered, and two threats win, as does a fork if there is no threat against
it. Every other position gets its estimate.
"""

from functools import lru_cache

from service.engine.board.estimate import estimate
from service.engine.board.geometry import Geometry, cells_of, has_line
from service.engine.board.position import Position
from service.engine.board.tactics import tactics_of

MAX_PLIES = 4  # a fork wins in three plies, and the opponent's fork in four
MAX_ESTIMATE = 99 - MAX_PLIES
FEW_CELLS = 9  # empty; with more, misère is searched at most two plies deep


@lru_cache(maxsize=16_384)
def shallow_scores(position: Position, plies: int) -> dict[int, int]:
    """For each legal move, its points for the mover, as in `Score.points`, or its estimate.

    `plies` is 1 to MAX_PLIES, including the move itself.
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
    """The estimate, kept between the points of proved losses and wins."""
    guess = -estimate(geometry, other, own, misere=misere)
    return max(-MAX_ESTIMATE, min(MAX_ESTIMATE, guess))


def _misere_worth(geometry: Geometry, own: int, other: int, cell: int, plies: int) -> int:
    """`_worth` in misère."""
    after = own | 1 << cell
    if has_line(geometry, after):
        return -99
    return -_misere_seen(geometry, other, after, plies - 1, 1)


def _misere_seen(geometry: Geometry, own: int, other: int, plies: int, ply: int) -> int:
    """`_seen` in misère, in which a side loses if every empty cell completes its own line."""
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
