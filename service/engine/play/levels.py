"""Define the five levels of play."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """The levels of play, weakest first."""

    BEGINNER = "beginner"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    PERFECT = "perfect"


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level below perfect chooses.

    The level looks `plies` plies ahead and never misses a win or loss within `horizon` plies. Moves
    are grouped by their points, in steps of `tolerance`; the moves in a group are equally likely.
    In up to `blunder_percent` percent of cases, the best group is overlooked, but less often if the
    next group is much worse; the next group is overlooked by the same rule. With `reach`, only
    moves within this many rows and columns of a mark are considered, if there are any.
    """

    plies: int
    horizon: int
    tolerance: int
    blunder_percent: int
    reach: int | None = None


# Chosen with `make ladder`: each level beats the level below it, or nearly all games are draws.
SKILLS: Final = {
    Level.BEGINNER: Skill(plies=2, horizon=0, tolerance=30, blunder_percent=80),
    Level.EASY: Skill(plies=2, horizon=1, tolerance=20, blunder_percent=55),
    Level.MEDIUM: Skill(plies=3, horizon=2, tolerance=14, blunder_percent=50, reach=2),
    Level.HARD: Skill(plies=4, horizon=4, tolerance=4, blunder_percent=12),
}
# In misère, a side wins by its opponent's move, not by its own, so wins are one ply farther away.
MISERE_SKILLS: Final = SKILLS | {
    Level.EASY: Skill(plies=3, horizon=2, tolerance=20, blunder_percent=55),
    Level.MEDIUM: Skill(plies=4, horizon=3, tolerance=9, blunder_percent=50),
}
