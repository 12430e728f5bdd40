"""Section `turns`: the time `perfect` takes per move, on boards of all sizes."""

from collections.abc import Iterator
from statistics import median

from benchmarks.builds import Build
from benchmarks.games import Timed, winner
from benchmarks.players import GREEDY
from benchmarks.positions import empty_board, title
from benchmarks.table import Figure, duration, heading, paragraph, report, table
from service.engine.board.position import Mark, Position
from service.engine.play.levels import Level
from service.engine.search.solvers import FORCED, search_name

BUILDS = [Build("compiled")] if search_name() != FORCED else []
BUILDS.append(Build("Python", search=FORCED))
TARGETS = {"compiled": 1, "Python": 3}  # seconds: the median; the longest can take twice as long
OPPONENT, GREEDY_PLAYER = next(iter(GREEDY.items()))
BOARDS = (
    *((3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 5, 4), (6, 6, 4), (6, 6, 5), (7, 6, 4), (7, 7, 4)),
    *((7, 7, 5), (8, 8, 5), (9, 8, 6), (9, 9, 3), (9, 9, 4), (9, 9, 5), (9, 9, 6)),
)
MISERE_BOARDS = ((3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 6, 4), (7, 7, 5), (9, 9, 5))


def run() -> None:
    """Play one game on each board, with each search."""
    heading("Turns: time per move of perfect")
    paragraph(
        f"The median and the longest time in one game against `{OPPONENT}`. `perfect` moves first, "
        "with the default budget of a turn."
    )
    starts = [empty_board(*size) for size in BOARDS]
    starts += [empty_board(*size, misere=True) for size in MISERE_BOARDS]
    seconds = {build.name: [_game(build, start) for start in starts] for build in BUILDS}
    rows = [
        [title(start), str(len(games[0])), *(_shown(game) for game in games)]
        for start, *games in zip(starts, *seconds.values(), strict=True)
    ]
    table(["columns, rows, in a row", "moves", *seconds], rows)
    report(figure for name, games in seconds.items() for figure in _figures(name, games))


def _figures(name: str, games: list[list[float]]) -> Iterator[Figure]:
    target = TARGETS[name]
    yield Figure(f"{name}: median of the slowest board", max(map(median, games)), target, unit=" s")
    yield Figure(f"{name}: longest", max(map(max, games)), 2 * target, unit=" s")


def _game(build: Build, start: Position) -> list[float]:
    """The seconds of each move of perfect."""
    with build.start(Level.PERFECT) as player:
        timed = Timed(player)
        winner(start, {Mark.X: timed, Mark.O: GREEDY_PLAYER}, seed=0)
    return timed.seconds


def _shown(seconds: list[float]) -> str:
    return f"{duration(median(seconds))}, {duration(max(seconds))}"
