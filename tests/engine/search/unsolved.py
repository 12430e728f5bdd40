"""Positions of many boards, to be analysed within small budgets."""

from collections.abc import Iterator

from service.engine.analysis import Analysis
from service.engine.board.position import Position
from service.engine.search.analyze import analyze_uncached
from tests.engine.support import position_of, random_unfinished, seeded
from tests.reference import Rules

# Boards, with the numbers of empty cells from which an unlimited search takes no second.
BOARDS = {
    Rules(3, 3, 3): range(3, 10),
    Rules(4, 3, 3): range(5, 13),
    Rules(3, 4, 4): range(5, 13),
    Rules(4, 4, 3): range(8, 17),
    Rules(4, 4, 4): range(8, 17),
    Rules(5, 4, 3): range(8, 19),
    Rules(5, 4, 4): range(10, 17),
    Rules(5, 5, 4): range(10, 18),
    Rules(5, 5, 5): range(10, 20),
    Rules(6, 4, 4): range(10, 18),
    Rules(6, 6, 4): range(12, 17),
    Rules(6, 6, 5): range(12, 21),
    Rules(3, 3, 3, misere=True): range(3, 10),
    Rules(4, 3, 3, misere=True): range(5, 10),
    Rules(4, 4, 4, misere=True): range(5, 10),
    Rules(5, 5, 4, misere=True): range(5, 10),
}
POSITIONS_OF_A_BOARD = 32


def analysed(position: Position, max_nodes: int) -> Analysis:
    """An analysis from nothing, whatever is in the cache."""
    return analyze_uncached(position, max_nodes, None)


def positions(rules: Rules) -> Iterator[Position]:
    """Random positions, early and late ones."""
    random = seeded(50)
    for _ in range(POSITIONS_OF_A_BOARD):
        empty_cells = random.choice(BOARDS[rules])
        yield position_of(*random_unfinished(rules, empty_cells, random), rules)
