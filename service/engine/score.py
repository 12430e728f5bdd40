"""Represent the score of a position or a move, as in the API."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Self


class Outcome(StrEnum):
    """The outcome with best play, for the side to move in the position analyzed."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"

    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
        return _SIGNS[self]


@dataclass(frozen=True, slots=True)
class Score:
    """An outcome and, if it is proved, the plies to the end from the position analyzed."""

    outcome: Outcome
    plies_to_end: int | None

    @classmethod
    @lru_cache(maxsize=1_024)
    def of_value(cls, value: int, plies_left: int) -> Self:
        """Return the score of a search value in a position with this many empty cells."""
        if value == 0:
            return cls(Outcome.DRAW, plies_left)
        return cls(Outcome.WIN if value > 0 else Outcome.LOSS, plies_left + 1 - abs(value))

    @property
    def of_the_move_before(self) -> "Score":
        """Return the score of the move that leads to a position with this score, for its mover."""
        turned = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN}
        plies = None if self.plies_to_end is None else self.plies_to_end + 1
        return Score(turned.get(self.outcome, self.outcome), plies)

    @property
    def points(self) -> int | None:
        """100 - plies_to_end for a win, its negative for a loss, 0 for a draw; None if unknown."""
        if self.plies_to_end is None:
            return None
        if self.outcome is Outcome.DRAW:
            return 0
        points = 100 - self.plies_to_end
        return points if self.outcome is Outcome.WIN else -points


_SIGNS = {Outcome.WIN: 1, Outcome.DRAW: 0, Outcome.LOSS: -1}
UNKNOWN = Score(Outcome.UNKNOWN, None)
