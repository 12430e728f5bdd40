"""Searches without a limit, and positions to search."""

from random import Random

from service.engine.analysis import Analysis, Progress
from service.engine.board.position import Position
from service.engine.budget import Budget
from service.engine.search.analyze import analyze_uncached
from service.engine.search.negamax import Search
from tests import reference
from tests.engine.support import (
    geometry_of,
    random_unfinished,
)
from tests.reference import Rules

PLENTY = 10**9


def new_search(rules: Rules, budget: Budget | None = None) -> Search:
    """A cold search with as many nodes as it likes."""
    return Search(geometry_of(rules), budget or Budget(PLENTY))


def fewest_empty(rules: Rules) -> int:
    """How few cells random moves leave empty without much searching."""
    return 6 if rules.in_a_row == 3 and rules.columns * rules.rows >= 25 else 1


def after_moves(rules: Rules, count: int, random: Random) -> list[tuple[str, str]]:
    """Random (board, side to move) without a line, one move on, full boards included."""
    least = fewest_empty(rules)
    positions: list[tuple[str, str]] = []
    while len(positions) < count:
        board, side = random_unfinished(rules, random.randrange(least, least + 8), random)
        boards = (reference.play(board, side, cell) for cell in reference.legal_moves(rules, board))
        after = [after for after in boards if not reference.has_line(rules, after, side)]
        positions += [(random.choice(after), reference.opponent(side))] if after else []
    return positions


def with_reports(position: Position, max_nodes: int) -> tuple[Analysis, list[Progress]]:
    """An analysis and what it reports."""
    reports: list[Progress] = []
    return analyze_uncached(position, max_nodes, reports.append), reports
