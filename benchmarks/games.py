"""Games between two players, and their results."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from benchmarks.players import Player
from service.engine.board.position import Mark, Position, Status
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level

CERTAINTY = 1.96  # standard deviations to either side of a 95 % interval


class Result(NamedTuple):
    """Games of one player against another, from the first one's point of view."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)

    @property
    def score(self) -> float:
        """The share of points: 1 for a win, and 0.5 for a draw."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def elo(self) -> tuple[int, int] | None:
        """The difference in Elo points, and half the width of its 95 % interval.

        None if one side has won every game, because there is no upper bound then.
        """
        score = self.score
        if score in (0, 1):
            return None
        squares = self.wins * (1 - score) ** 2 + self.draws * (0.5 - score) ** 2
        variance = (squares + self.losses * score**2) / self.games
        steepness = 400 / math.log(10) / (score * (1 - score))
        error = CERTAINTY * math.sqrt(variance / self.games) * steepness
        return round(400 * math.log10(score / (1 - score))), round(error)

    def __str__(self) -> str:
        return f"{self.wins}–{self.draws}–{self.losses}: {self.score:.1%}"

    def turned(self) -> "Result":
        """The same games from the other player's point of view."""
        return Result(self.losses, self.draws, self.wins)


@dataclass(frozen=True)
class LevelPlayer:
    """A level of this checkout, in this process."""

    level: Level
    traps: bool = False

    def __call__(self, position: Position, seed: int) -> int:
        """The cell that the level plays."""
        return play_level(position, self.level, seed, traps=self.traps)

    def __str__(self) -> str:
        return f"{self.level}+traps" if self.traps else self.level


LEVELS = tuple(LevelPlayer(level) for level in Level)
TRAPS = LevelPlayer(Level.PERFECT, traps=True)


def winner(start: Position, sides: dict[Mark, Player], seed: int) -> Mark | None:
    """The winner of a game that starts from a position."""
    position = start
    while position.status is Status.IN_PROGRESS:
        position = position.play(sides[position.side_to_move](position, seed))
    return position.winner


def pairing(start: Position, player: Player, opponent: Player, seeds: Iterable[int]) -> Result:
    """Games of two players; with even seeds the first of them is X and moves first."""
    results = []
    for seed in seeds:
        side = Mark.O if seed % 2 else Mark.X
        won = winner(start, {side: player, side.opponent: opponent}, seed)
        results.append(0 if won is side else 1 if won is None else 2)
    return Result(*(results.count(kind) for kind in range(3)))
