"""The game and its solver, independent of HTTP and with the standard library only.

These functions can be used as a library::

    >>> from service.engine import analyze, choose_move, read_position
    >>> position = read_position("XO./.X./..O")
    >>> [move.cell for move in analyze(position).best_moves]
    [3, 6]
    >>> position.play(choose_move(position).cell).status
    <Status.IN_PROGRESS: 'in_progress'>
"""

from collections.abc import Iterable

from service.engine.analysis import Analysis, ScoredMove
from service.engine.board.notation import read_position
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES, turn_nodes
from service.engine.count.game_tree import GameTree, game_tree
from service.engine.explain.hints import explained
from service.engine.explain.review import Review
from service.engine.play.choice import choose
from service.engine.play.levels import Level
from service.engine.search.analyze import analyze as analyze_moves
from service.engine.search.review import review

__all__ = ["analyze", "choose_move", "count_games", "read_position", "review_game"]


def analyze(position: Position, max_nodes: int = DEFAULT_NODES) -> Analysis:
    """The score of a position and of each legal move, best first, with reasons."""
    return explained(analyze_moves(position, max_nodes))


def choose_move(
    position: Position,
    level: Level = Level.PERFECT,
    seed: int | None = None,
    max_nodes: int | None = None,
) -> ScoredMove | None:
    """The move that a level plays, the same for the same seed; None if the game is over."""
    budget = max_nodes or turn_nodes(position.geometry.size)
    return choose(analyze_moves(position, budget), level, seed)


def review_game(start: Position, cells: Iterable[int], max_nodes: int = DEFAULT_NODES) -> Review:
    """A verdict on each move of a game, given by its cells; raises IllegalMove."""
    return review(start, tuple(cells), max_nodes)


def count_games(position: Position) -> GameTree:
    """Exact counts of the games and positions below a position; raises TreeTooLarge."""
    return game_tree(position)
