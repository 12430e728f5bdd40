"""Why a fork wins in three plies, and which moves defend against one.

A side's *pair* is a line open to it that lacks two marks; here it is the set of these two
cells. A mark on one of them threatens to complete the line at the other. A *fork* is a cell that
belongs to two different pairs {c, a} and {c, b}: a mark at c makes two threats, at a and at b.

Let neither side have a threat, and let `left` cells be empty. Values are as in search/solver.py.

*A fork of the side to move is worth `left - 2`, and nothing is worth more.* After the mark at c,
the opponent cannot complete a line, because it has no threat, and can occupy only one of a and b;
the side then completes a line at the other. This is the third ply, after which `left - 3` cells are
empty. A line completed at the first ply would need a threat on the board, and there is none.

*Against a fork of the opponent, every move that neither makes a threat nor leaves the opponent
without a fork is worth `3 - left`, and nothing is worth less.* The opponent has nothing to
answer and forks, and the argument above holds for it, one ply later. It cannot complete a line at
the second ply: our move adds no mark to its lines, so it still has no threat.

*Which moves leave no fork.* A mark on a cell removes exactly the pairs that contain it. A fork c
is gone if c itself is occupied, or if at most one of its pairs is left. With two pairs {c, a} and
{c, b}, the cells a and b also work; with three or more, only c does.
"""

from service.engine.board.geometry import cells_of


def cells_in_pairs(pairs: set[int]) -> tuple[int, int]:
    """The cells in any pair, and those in two or more: the forks."""
    once = twice = 0
    for pair in pairs:
        twice |= once & pair
        once |= pair
    return once, twice


def breaking(pairs: set[int], forks: int, empty: int) -> int:
    """The empty cells at which a mark leaves the owner of these pairs without a fork."""
    cells = empty
    for fork in cells_of(forks):
        through = [pair for pair in pairs if pair >> fork & 1]
        cells &= through[0] | through[1] if len(through) == 2 else 1 << fork
    return cells
