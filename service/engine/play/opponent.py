"""Find a level's move, with a search only if the level is perfect."""

from ..board.position import Position
from ..budget import turn_nodes
from ..search.analyze import analyze
from .choice import best_traps, random_number, sample_move
from .levels import Level, skill_of
from .traps import with_traps


def play_level(
    position: Position,
    level: Level,
    seed: int,
    max_nodes: int | None = None,
    *,
    traps: bool = False,
) -> int:
    """Return the cell that `choose` chooses in an unfinished game; only perfect needs an analysis.

    `max_nodes` defaults to `turn_nodes`.
    """
    if level is not Level.PERFECT:
        return sample_move(position, skill_of(level, misere=position.misere), seed)
    max_nodes = max_nodes or turn_nodes(position)
    analysis = analyze(position, max_nodes)
    best = best_traps(with_traps(analysis, max_nodes) if traps else analysis)
    return best[random_number(position, seed) % len(best)].cell
