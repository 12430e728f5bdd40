"""What a position or a move is worth, in the words of the wire."""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """How the game ends with best play, for the side to move of the position asked about."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Score:
    """A proved outcome and the plies to the end of the game, from the position asked about."""

    outcome: Outcome
    plies_to_end: int

    @property
    def points(self) -> int:
        """100 - plies_to_end for a win, the negative of that for a loss, 0 for a draw."""
        points = 100 - self.plies_to_end
        return {Outcome.WIN: points, Outcome.DRAW: 0, Outcome.LOSS: -points}[self.outcome]
