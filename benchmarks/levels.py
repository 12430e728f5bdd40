"""Section `levels`: how the levels score on larger boards, compared with release 1.1.0."""

import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from statistics import median
from typing import NamedTuple

from benchmarks.builds import Build
from benchmarks.games import Result, Timed, pairing
from benchmarks.players import GREEDY, Player, at_random, one_ply
from benchmarks.positions import empty_board, title
from benchmarks.programs import PROGRAMS, start_installed
from benchmarks.server import checkout
from benchmarks.table import Figure, duration, heading, paragraph, report, table
from service.engine.board.geometry import Geometry
from service.engine.board.position import Position
from service.engine.play.levels import Level

RELEASE = "7c36bbf"  # the commit of release 1.1.0
BOARDS = [empty_board(size, size, 5) for size in (9, 8, 7)]
LARGEST = BOARDS[0]  # the targets are for this board, and the other opponents only play on it
GAMES = {Level.PERFECT: 20, Level.HARD: 100, Level.MEDIUM: 100}  # against each greedy player
OTHER_GAMES = 20  # of each level against each other opponent
CHUNK = 10  # games that a process plays in a row
TARGETS = {  # percent of points against each greedy player; True for a minimum, False for a maximum
    Level.PERFECT: [(98, True)],
    Level.HARD: [(95, True)],
    Level.MEDIUM: [(40, True), (70, False)],
}


def _always(player: Player, _geometry: Geometry) -> Player:
    return player


SIMPLE = {"random": at_random, "one-ply": one_ply}
OPPONENTS: dict[str, Callable[[Geometry], Player]] = {
    **{name: partial(_always, player) for name, player in (GREEDY | SIMPLE).items()},
    **{program.name: program.start for program in PROGRAMS},
}


class Match(NamedTuple):
    """Games of a level of a build against an opponent."""

    start: Position
    level: Level
    opponent: str
    build: Build

    @property
    def games(self) -> int:
        """The number of games."""
        return GAMES[self.level] if self.opponent in GREEDY else OTHER_GAMES


class Played(NamedTuple):
    """The result of some games, and the seconds of each move of the level."""

    result: Result
    seconds: list[float]


def run() -> None:
    """Play all games, then print the results of each board, then the targets."""
    with ExitStack() as stack:
        now = Build("now")
        builds = [now]
        try:
            builds.append(Build("1.1.0", stack.enter_context(checkout(RELEASE))))
        except (OSError, subprocess.CalledProcessError):
            paragraph("Release 1.1.0 is left out because the git history lacks it.")
        others = [*SIMPLE, *start_installed(LARGEST.geometry)]
        found = _play(
            [
                Match(start, level, opponent, build)
                for start in BOARDS
                for level in GAMES
                for opponent in (*GREEDY, *(others if start == LARGEST else ()))
                for build in (builds if opponent in GREEDY else [now])
            ]
        )
    for start in BOARDS:
        heading(f"Levels: wins, draws and losses, and the share of points on {title(start)}")
        columns = [text for build in builds for text in (build.name, "time per move")]
        table(["", *columns], _rows(found, start, builds))
    paragraph("The times are the median and the longest, while all cores are busy.")
    heading(f"Levels: targets on {title(LARGEST)}")
    report(_figures(found, now))


def _play(matches: list[Match]) -> dict[Match, Played]:
    """The results of all matches, on all cores."""
    jobs = [
        (match, range(first, min(first + CHUNK, match.games)))
        for match in matches
        for first in range(0, match.games, CHUNK)
    ]
    found = {match: Played(Result(0, 0, 0), []) for match in matches}
    with ProcessPoolExecutor() as processes:
        parts = processes.map(_played, *zip(*jobs, strict=True))
        for (match, _), (result, seconds) in zip(jobs, parts, strict=True):
            before = found[match]
            found[match] = Played(before.result.plus(result), before.seconds + seconds)
    return found


def _played(match: Match, seeds: range) -> Played:
    opponent = OPPONENTS[match.opponent](match.start.geometry)
    with match.build.start(match.level) as player:
        timed = Timed(player)
        return Played(pairing(match.start, timed, opponent, seeds), timed.seconds)


def _rows(found: dict[Match, Played], start: Position, builds: list[Build]) -> Iterator[list[str]]:
    """A row for each level and opponent on a board."""
    for level in GAMES:
        for opponent in OPPONENTS:
            played = [found.get(Match(start, level, opponent, build)) for build in builds]
            if any(played):
                cells = [text for each in played for text in _shown(each)]
                yield [f"{level} against {opponent}", *cells]


def _shown(played: Played | None) -> tuple[str, str]:
    """The result and the times; empty for a match that was not played."""
    if not played:
        return "", ""
    times = f"{duration(median(played.seconds))}, {duration(max(played.seconds))}"
    return str(played.result), times


def _figures(found: dict[Match, Played], build: Build) -> Iterator[Figure]:
    for level, targets in TARGETS.items():
        for opponent in GREEDY:
            score = found[Match(LARGEST, level, opponent, build)].result.score
            for target, at_least in targets:
                yield Figure(f"{level} against {opponent}", score * 100, target, at_least, " %")
