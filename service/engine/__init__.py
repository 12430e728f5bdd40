"""Implement the game and its solver, independently of HTTP and with only the standard library.

These functions can be used as a library (the top-level package, installed as noughts, also
exports them)::

    >>> from service.engine import analyze, choose_move, read_position
    >>> position = read_position("XO./.X./..O", "X")
    >>> [move.cell for move in analyze(position).best_moves]
    [3, 6]
    >>> position.play(choose_move(position, "perfect").cell).status
    <Status.IN_PROGRESS: 'in_progress'>

Invalid arguments raise ValueError, or its subclass EngineError in service.engine.errors.
"""

from collections.abc import Iterable
from typing import TypeVar

from .analysis import Analysis, ScoredMove
from .board.notation import Board, read_position as read_legal_position
from .board.position import Mark, Position
from .budget import DEFAULT_NODES, turn_nodes
from .explain import explain
from .game_tree import GameTree, game_tree
from .play.choice import choose
from .play.levels import Level
from .review import Review, review_steps
from .search.analyze import analyze as analyze_moves
from .steps import run_steps

__all__ = ["Level", "Mark", "analyze", "choose_move", "count_games", "read_position", "review_game"]

Word = TypeVar("Word", Mark, Level)


def read_position(
    board: Board, side_to_move: Mark | str | None = None, in_a_row: int = 3, misere: bool = False
) -> Position:
    """Return the legal position of a board in any form (board/notation.py).

    By default, the side to move is the side that makes the position legal, or X if both sides do.
    """
    if side_to_move is not None:
        side_to_move = _one_of(Mark, side_to_move, "The side to move")
    if not isinstance(in_a_row, int):
        raise ValueError("in_a_row must be an integer.")  # noqa: TRY004
    try:
        return read_legal_position(board, side_to_move, in_a_row, misere)
    except (KeyError, TypeError):
        raise ValueError(
            "The board cannot be read. Use X, O and . for its cells, and / between its rows."
        ) from None


def analyze(position: Position, max_nodes: int = DEFAULT_NODES) -> Analysis:
    """Return the score of a position and of each legal move, best first, with reasons."""
    _check(position, max_nodes)
    return explain(analyze_moves(position, max_nodes))


def choose_move(
    position: Position,
    level: Level | str = Level.PERFECT,
    seed: int | None = None,
    max_nodes: int | None = None,
) -> ScoredMove | None:
    """Return the move that a level plays with a seed; None if the game is over."""
    level = _one_of(Level, level, "The level")
    _check(position, 1 if max_nodes is None else max_nodes)
    budget = max_nodes or turn_nodes(position)
    return choose(analyze_moves(position, budget), level, seed)


def review_game(start: Position, cells: Iterable[int], max_nodes: int = DEFAULT_NODES) -> Review:
    """Return a verdict on each move of a game; raise EngineError if a move is illegal."""
    _check(start, max_nodes)
    cells = tuple(cells) if isinstance(cells, Iterable) else (None,)
    if not all(isinstance(cell, int) for cell in cells):
        raise ValueError("The cells must be integers.")
    return run_steps(review_steps(start, cells, max_nodes))


def count_games(position: Position) -> GameTree:
    """Count the games and positions below a position; raise EngineError if there are too many."""
    _check(position)
    return game_tree(position)


def _one_of(words: type[Word], given: str, name: str) -> Word:
    """Return the member of `words` with the value `given`; raise ValueError if there is none."""
    try:
        return words(given)
    except ValueError:
        raise ValueError(f"{name} must be one of {', '.join(words)}.") from None


def _check(position: object, max_nodes: object = 1) -> None:
    """Raise ValueError if `position` is no Position, or `max_nodes` no integer of at least 1."""
    if not isinstance(position, Position):
        raise ValueError("The position must be one that read_position returns.")  # noqa: TRY004
    if not isinstance(max_nodes, int) or max_nodes < 1:
        raise ValueError("max_nodes must be an integer of at least 1.")
