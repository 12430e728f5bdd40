"""Count the game tree below a position exactly, ply by ply.

The tree has a node for every sequence of moves. A sequence that reaches a win or a full board
counts as a game. At each ply, only the distinct positions are kept, with the number of sequences
that lead to each of them.
"""

from collections import Counter
from dataclasses import dataclass

from .board.geometry import Geometry, cells_of
from .board.lines import completed_lines
from .board.position import Mark, Position, Status
from .board.symmetry import canonical
from .errors import EngineError
from .textbook.search import Algorithm, searched

MAX_EMPTY_CELLS = 12

Ways = Counter[tuple[int, int]]  # The number of sequences that lead to (own, other).


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The number of games by outcome."""

    x_wins: int
    o_wins: int
    draws: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of games and positions; `canonical_positions` counts symmetric ones only once."""

    nodes: int
    games: int
    outcomes: Outcomes
    positions: int
    canonical_positions: int


@dataclass(frozen=True, slots=True)
class Ply(Counts):
    """Counts at one distance from the root; `games` counts the games that end at this ply."""

    ply: int


@dataclass(frozen=True, slots=True)
class GameTree(Counts):
    """Counts for a position's whole game tree, root included, in total and ply by ply."""

    position: Position
    plies: tuple[Ply, ...]
    searched: dict[Algorithm, int] | None


def check_countable(position: Position) -> None:
    """Raise EngineError if the position's game tree would take too long to count."""
    if position.status is Status.IN_PROGRESS and position.plies_left > MAX_EMPTY_CELLS:
        fix = f"use a board with at most {MAX_EMPTY_CELLS} empty cells."
        raise EngineError("tree_too_large", f"The game tree is too large; {fix}")


def game_tree(position: Position) -> GameTree:
    """Count the game tree below a legal position; raise EngineError if it is too large."""
    check_countable(position)
    geometry, mover = position.geometry, position.side_to_move
    plies: list[Ply] = []
    games: Counter[Mark | None] = Counter()
    ways: Ways = Counter({(position.own, position.other): 1})
    while ways:
        ended, following = _split(geometry, ways, mover if position.misere else mover.opponent)
        ply = Ply(
            nodes=ways.total(),
            games=ended.total(),
            outcomes=Outcomes(ended[Mark.X], ended[Mark.O], ended[None]),
            positions=len(ways),
            canonical_positions=len({canonical(geometry, own, other) for own, other in ways}),
            ply=len(plies),
        )
        plies.append(ply)
        games += ended
        ways, mover = following, mover.opponent
    nodes = sum(ply.nodes for ply in plies)
    return GameTree(
        nodes=nodes,
        games=games.total(),
        outcomes=Outcomes(games[Mark.X], games[Mark.O], games[None]),
        positions=sum(ply.positions for ply in plies),
        canonical_positions=sum(ply.canonical_positions for ply in plies),
        position=position,
        plies=tuple(plies),
        searched=searched(position, nodes),
    )


def _split(geometry: Geometry, ways: Ways, winner: Mark) -> tuple[Counter[Mark | None], Ways]:
    """Return how many games end at the ply of `ways`, by winner, and the Ways of the next ply.

    If a board has a line, the game has just ended, and `winner` has won it.
    """
    board = (1 << geometry.size) - 1
    ended: Counter[Mark | None] = Counter()
    following: Ways = Counter()
    for (own, other), count in ways.items():
        empty = board & ~(own | other)
        if completed_lines(geometry, other):
            ended[winner] += count
        elif not empty:
            ended[None] += count
        else:
            for cell in cells_of(empty):
                following[other, own | 1 << cell] += count
    return ended, following
