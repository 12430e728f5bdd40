"""Represent what is known about the value of a position or a move.

A *value* depends on the position alone, from the view of the side to move: 0 for a draw,
`left + 1` for a win and `-(left + 1)` for a loss, where `left` is the number of cells still empty
when the game ends with best play. So the faster of two wins has the higher value, and the value of
a move is the value of the position after it, negated.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from .board.position import Mark, Position

INFINITY: Final = 1000  # Greater than every value.


class Outcome(StrEnum):
    """The outcome with best play, for the side to move in the position analyzed."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"

    @property
    def sign(self) -> int:
        """Return 1 for a win, -1 for a loss, and 0 for any other outcome."""
        return (self is Outcome.WIN) - (self is Outcome.LOSS)


@dataclass(frozen=True, slots=True)
class Score:
    """An outcome and, if it is proved, the plies to the end from the position analyzed.

    >>> str(Score(Outcome.WIN, 5)), str(Score(Outcome.WIN, None)), str(Score(Outcome.DRAW, 9))
    ('win in 5', 'win', 'draw')
    """

    outcome: Outcome
    plies_to_end: int | None

    def __str__(self) -> str:
        has_length = self.plies_to_end is not None and self.outcome is not Outcome.DRAW
        return f"{self.outcome} in {self.plies_to_end}" if has_length else str(self.outcome)

    @property
    def points(self) -> int | None:
        """Return 100 - plies_to_end, negative for a loss, or 0 for a draw; None if not proved."""
        return None if self.plies_to_end is None else self.outcome.sign * (100 - self.plies_to_end)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The lowest and the highest value that a position or a move can have.

    The bounds of a move are those of the position after it, negated::

        >>> -Bounds(-3, 0)
        Bounds(lowest=0, highest=3)

    Two facts about the same value combine to one::

        >>> (Bounds(0, INFINITY) & Bounds(-INFINITY, 0)).outcome
        <Outcome.DRAW: 'draw'>

    Moves are ranked in this order: wins, draws, unknown outcomes, losses. A win without a known
    length counts as the slowest that it can be, and so does a loss::

        >>> moves = [Bounds(-3, -3), Bounds(-9, -1), Bounds(-1, 5), Bounds(0, 0), Bounds(1, 9)]
        >>> sorted(reversed(moves), key=lambda move: move.order) == moves
        True
    """

    lowest: int = -INFINITY
    highest: int = INFINITY

    def __neg__(self) -> "Bounds":
        return Bounds(-self.highest, -self.lowest)

    def __and__(self, other: "Bounds") -> "Bounds":
        return Bounds(max(self.lowest, other.lowest), min(self.highest, other.highest))

    @property
    def order(self) -> tuple[int, int, int]:
        """Return a sort key: 2, 1, 0 and -1 for the outcomes, then the values."""
        if self.lowest > 0:
            return 2, self.lowest, -self.highest
        if self.highest < 0:
            return -1, self.highest, self.lowest
        return int(self.is_exact), self.lowest, self.highest

    @property
    def is_exact(self) -> bool:
        """Return whether the value is known."""
        return self.lowest == self.highest

    @property
    def at_least(self) -> Outcome:
        """Return the worst outcome that is possible."""
        return _outcome_of(self.lowest)

    @property
    def at_most(self) -> Outcome:
        """Return the best outcome that is possible."""
        return _outcome_of(self.highest)

    @property
    def outcome(self) -> Outcome:
        """Return the outcome, or UNKNOWN if more than one is possible."""
        return self.at_least if self.at_least is self.at_most else Outcome.UNKNOWN

    def score(self, plies_left: int) -> Score:
        """Return the score in a position with this number of empty cells.

        >>> str(Bounds(3, 3).score(plies_left=5)), str(Bounds(3, 5).score(plies_left=5))
        ('win in 3', 'win')
        """
        return _score_of(self.lowest, self.highest, plies_left)


@lru_cache(maxsize=65_536)
def _score_of(lowest: int, highest: int, plies_left: int) -> Score:
    is_exact = lowest == highest
    plies_to_end = plies_left + bool(lowest) - abs(lowest) if is_exact else None
    return Score(Bounds(lowest, highest).outcome, plies_to_end)


def _outcome_of(value: int) -> Outcome:
    return Outcome.WIN if value > 0 else Outcome.LOSS if value < 0 else Outcome.DRAW


def final_bounds(position: Position, side: Mark) -> Bounds:
    """Return the value of a finished game for a side."""
    value = position.plies_left + 1 if position.winner else 0
    value = value if position.winner is side else -value
    return Bounds(value, value)
