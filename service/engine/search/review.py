"""The search behind a review: each position of a game analysed."""

from service.engine.analysis import Analysis
from service.engine.board.position import Position
from service.engine.board.replay import positions_of
from service.engine.explain.review import Review, ReviewedMove
from service.engine.search.analyze import analyze, analyze_uncached

FEW_CELLS = 9  # empty: the analysis of so small a position is kept in memory


def review(start: Position, cells: tuple[int, ...], max_nodes: int) -> Review:
    """The review of a game, with a budget of nodes split evenly over its plies.

    Raises IllegalMove with the index of the first move that the rules forbid.
    """
    positions = positions_of(start, cells)
    share = max_nodes // max(1, len(cells))
    return Review(
        moves=tuple(
            ReviewedMove.of(_analysis(position, share), cell)
            for position, cell in zip(positions, cells, strict=False)
        ),
        position=positions[-1],
    )


def _analysis(position: Position, max_nodes: int) -> Analysis:
    """The analysis of a position, kept in memory only where it is small."""
    if position.plies_left > FEW_CELLS:
        return analyze_uncached(position, max_nodes, None)
    return analyze(position, max_nodes)
