"""Simple players that do not use the engine's search, tactics or estimates."""

from collections.abc import Callable
from functools import partial
from random import Random

from service.engine.board.geometry import cells_of, lines
from service.engine.board.position import Position

Player = Callable[[Position, int], int]  # takes a position and the game's seed, and returns a cell


def at_random(position: Position, seed: int) -> int:
    """Any legal move."""
    return Random(f"{seed} {position.empty}").choice(position.legal_moves)


def one_ply(position: Position, seed: int) -> int:
    """A move that completes a line, or blocks one, or any."""
    cells = (
        _completing(position, position.own)
        or _completing(position, position.other)
        or list(cells_of(position.empty))
    )
    return Random(f"{seed} {position.empty}").choice(cells)


def _completing(position: Position, marks: int) -> list[int]:
    """The empty cells that complete a line of these marks, ascending."""
    missing = {line & ~marks for line in lines(position.geometry)}
    return [cell for cell in cells_of(position.empty) if 1 << cell in missing]


def greedy(own: float, other: float) -> Player:
    """A player that extends or blocks the line with the most marks.

    The value of a line is its number of marks times `own` or `other`, or 0 if both sides have marks
    on it. The player chooses among the cells whose best line has the highest value.
    """
    return partial(_greedy, own, other)  # can be pickled, unlike a closure


def _greedy(own: float, other: float, position: Position, seed: int) -> int:
    best = dict.fromkeys(cells_of(position.empty), 0.0)
    for line in lines(position.geometry):
        own_marks = (line & position.own).bit_count()
        other_marks = (line & position.other).bit_count()
        if not (own_marks and other_marks):
            value = own * own_marks + other * other_marks
            for cell in cells_of(line & position.empty):
                best[cell] = max(best[cell], value)
    highest = max(best.values())
    cells = [cell for cell, value in best.items() if value == highest]
    return Random(f"{seed} {position.x} {position.o}").choice(cells)


SIMPLE: dict[str, Player] = {  # the greedy ones are named after the lines preferred in a tie
    "random": at_random,
    "one-ply": one_ply,
    "greedy-extending": greedy(1.1, 1),
    "greedy": greedy(1, 1),
    "greedy-blocking": greedy(1, 1.1),
}
