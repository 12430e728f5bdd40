"""The five levels of play; people can beat all but the last."""

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


DESCRIPTIONS: Final = {
    Level.BEGINNER: "Looks two moves ahead, and often overlooks even an immediate win.",
    Level.EASY: "Never misses an immediate win, but may overlook the other side's.",
    Level.MEDIUM: "Never misses an immediate win or block, but may overlook forks.",
    Level.HARD: "Sees every win and loss within four moves; only a longer plan beats it.",
    Level.PERFECT: "Always plays a best move. Loses only if the position is already lost or too "
    "hard to solve.",
}


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level below perfect chooses.

    It looks `plies` ahead and never misses a win or loss within `sure` plies. Moves are grouped by
    their points, in steps of `tolerance`; moves in one group are equally likely. The best group
    is overlooked in up to `oversights` of 100 cases, and less often the lower the next group is;
    the next group is overlooked by the same rule. So moves with fewer points are played less often.
    """

    plies: int
    sure: int
    tolerance: int
    oversights: int


# Chosen with `make ladder`, so that each level beats the one below, or nearly all games are draws.
SKILLS: Final = {
    Level.BEGINNER: Skill(plies=2, sure=0, tolerance=30, oversights=80),
    Level.EASY: Skill(plies=2, sure=1, tolerance=20, oversights=55),
    Level.MEDIUM: Skill(plies=3, sure=2, tolerance=14, oversights=50),
    Level.HARD: Skill(plies=4, sure=4, tolerance=4, oversights=12),
}
