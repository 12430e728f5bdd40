"""`python -m benchmarks.matches BOARD PLAYER OPPONENT ...`: games of one player against others.

A board is written like 9,9,5: columns, rows, in a row. The player starts half of the games.
"""

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from benchmarks.attacker import attacker
from benchmarks.players import PROGRAMS
from benchmarks.positions import empty_board, title
from benchmarks.simple import SIMPLE, Player
from benchmarks.table import heading, table, tracked
from service.engine.board.position import Mark, Position, Status
from service.engine.play.choice import play_level
from service.engine.play.levels import Level

CERTAINTY = 1.96  # standard deviations to either side of a 95 % interval
CHUNK = 10  # games that a process plays in a row


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
PLAYERS: dict[str, Player] = {str(player): player for player in (*LEVELS, TRAPS)}
PLAYERS |= {**SIMPLE, "attacker": attacker}


def main() -> None:
    """Play the games named on the command line, and print wins, draws and losses."""
    names = [*PLAYERS, *PROGRAMS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matches", description=__doc__)
    parser.add_argument("board")
    parser.add_argument("player", choices=names, metavar="player", help=", ".join(names))
    parser.add_argument("opponents", choices=names, metavar="opponent", nargs="+")
    parser.add_argument("--games", type=int, default=100, help="against each opponent (100)")
    parser.add_argument("--first-seed", type=int, default=0, help="every game has its own (0)")
    given = parser.parse_args()
    start = empty_board(*map(int, given.board.split(",")))
    seeds = range(given.first_seed, given.first_seed + given.games)
    heading(f"{given.player} on {title(start)}: wins, draws and losses, and the share of points")
    for opponent in given.opponents:
        table([opponent, str(match(start, given.player, opponent, seeds))], [])


def match(start: Position, player: str, opponent: str, seeds: range) -> Result:
    """The result of one game with each seed, on all cores."""
    play = partial(_outcome, start, player, opponent)
    with ProcessPoolExecutor() as processes:
        played = processes.map(play, seeds, chunksize=CHUNK)
        outcomes = list(tracked(played, len(seeds), "games"))
    return Result(*map(outcomes.count, range(3)))


def _outcome(start: Position, player: str, opponent: str, seed: int) -> int:
    """0 if the player wins, 1 for a draw, else 2; with an even seed, it is X and starts."""
    side = Mark.O if seed % 2 else Mark.X
    players = {side: _player(player, start), side.opponent: _player(opponent, start)}
    won = winner(start, players, seed)
    return 0 if won is side else 1 if won is None else 2


@lru_cache
def _player(name: str, start: Position) -> Player:
    return PLAYERS[name] if name in PLAYERS else PROGRAMS[name](start.geometry)


def winner(start: Position, sides: dict[Mark, Player], seed: int) -> Mark | None:
    """The winner of a game that starts from a position."""
    position = start
    while position.status is Status.IN_PROGRESS:
        position = position.play(sides[position.side_to_move](position, seed))
    return position.winner


if __name__ == "__main__":
    main()
