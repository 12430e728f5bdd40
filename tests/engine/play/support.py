"""Analyses to choose from, and what the service chooses."""

from service.engine.analysis import Analysis
from service.engine.board.position import Position
from service.engine.play.choice import choose
from service.engine.play.levels import SKILLS, Level
from service.engine.search.analyze import analyze
from tests.engine.support import (
    position_of,
)

WEAKER = list(SKILLS)


def analysis_of(board: str, side: str) -> Analysis:
    """The analysis of a 3x3 position."""
    return analyze(position_of(board, side))


def chosen(position: Position, seed: int | None, level: Level = Level.PERFECT) -> int:
    """The cell that the service plays."""
    move = choose(analyze(position), level, seed)
    assert move
    return move.cell
