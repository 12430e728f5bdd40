"""A player that wins by consecutive threats, and avoids those of its opponent.

It uses none of the engine's searches. It completes a line, or blocks one, or wins by threats: moves
that its opponent must answer, up to the one that cannot be answered. Otherwise it plays like
`greedy-summing`, but looks for a move after which its opponent does not win by threats.
"""

from random import Random

from benchmarks.simple import Greedy
from service.engine.board.geometry import bits_of, cells_of, lines
from service.engine.board.position import Position

OWN_THREATS, OTHERS_THREATS = 12, 8  # consecutive ones that it looks for
NODES = 400  # of one search for them
TRIED = 8  # moves that it compares


def attacker(position: Position, seed: int) -> int:
    """The cell that the player chooses."""
    own, other = position.own, position.other
    all_lines = lines(position.geometry)
    urgent = missing(all_lines, own, other) or missing(all_lines, other, own)
    if not urgent:
        search = Threats(all_lines)
        if (cell := search.win(own, other, OWN_THREATS)) is not None:
            return cell
        worth = Greedy().worth(position.geometry, own, other)
        best = sorted(worth, key=worth.__getitem__, reverse=True)[:TRIED]
        for cell in best:
            if Threats(all_lines).win(other, own | 1 << cell, OTHERS_THREATS) is None:
                return cell
        urgent = bits_of(best)
    return Random(f"{seed} {position.x} {position.o}").choice(list(cells_of(urgent)))


def missing(all_lines: tuple[int, ...], own: int, other: int) -> int:
    """The empty cells at which a side completes a line."""
    lacks = (line & ~own for line in all_lines if not line & other)
    found = 0
    for lack in lacks:
        if lack.bit_count() == 1:
            found |= lack
    return found


class Threats:
    """A search for wins by consecutive threats of one side."""

    def __init__(self, all_lines: tuple[int, ...]) -> None:
        self._lines = all_lines
        self._nodes = 0

    def win(self, own: int, other: int, most: int) -> int | None:
        """The first move of a win by at most so many threats; None if none is found."""
        self._nodes += 1
        if self._nodes > NODES or not most:
            return None
        must = missing(self._lines, other, own)
        lacks = {line & ~own for line in self._lines if not line & other}
        pairs = [lack for lack in lacks if lack.bit_count() == 2]
        for cell in dict.fromkeys(cell for pair in sorted(pairs) for cell in cells_of(pair)):
            move = 1 << cell
            if must & ~move:
                continue
            replies = missing(self._lines, own | move, other)
            if replies.bit_count() > 1:
                return cell
            if self.win(own | move, other | replies, most - 1) is not None:
                return cell
        return None
