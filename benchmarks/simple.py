"""Simple players, and `python -m benchmarks.simple REVISION`: games of perfect against them.

Each of ten families weighs the lines through a cell in its own way, without the engine's search.
Traps were tuned with five of them, TUNED. The other five, HELD_OUT, measure whether traps also work
against strangers. Perfect of a revision and of this checkout play the same games, with traps.
"""

import argparse
import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import TextIO, cast

from benchmarks.positions import empty_board, title
from benchmarks.server import ROOT, checkout, exit_on_sigterm
from benchmarks.table import heading, table, tracked
from service.engine.board.geometry import Geometry, cells_of, lines
from service.engine.board.position import Mark, Position, Status

Player = Callable[[Position, int], int]  # takes a position and the game's seed, and returns a cell
Choices = Callable[[Position], list[int]]
Pair = tuple[float, float]  # the points of both revisions in the same game

BOARDS = [empty_board(*board) for board in ((5, 5, 4), (6, 6, 5), (7, 7, 5), (8, 8, 5), (9, 9, 5))]
GAMES = 40  # on each board, with each player: 200 with each
LEVEL = """
import sys
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.budget import turn_nodes
from service.engine.play.choice import best_traps
from service.engine.play.traps import with_traps
from service.engine.search.analyze import analyze
for line in sys.stdin:
    board, in_a_row, side = line.split()
    position = read_position(board, Mark(side), int(in_a_row))
    nodes = turn_nodes(position)
    moves = best_traps(with_traps(analyze(position, nodes), nodes))
    print(*[move.cell for move in moves], flush=True)
"""


def at_random(position: Position, seed: int) -> int:
    """Any legal move."""
    return _random(position, seed).choice(position.legal_moves)


def one_ply(position: Position, seed: int) -> int:
    """A move that completes a line, or blocks one, or any."""
    return _random(position, seed).choice(_urgent(position) or position.legal_moves)


def _random(position: Position, seed: int) -> Random:
    return Random(f"{seed} {position.x} {position.o}")


def _urgent(position: Position) -> list[int]:
    """The empty cells that complete a line or, if there are none, those that block one."""
    for marks in (position.own, position.other):
        missing = {line & ~marks for line in lines(position.geometry)}
        if cells := [cell for cell in cells_of(position.empty) if 1 << cell in missing]:
            return cells
    return []


@dataclass(frozen=True)
class Greedy:
    """A player that completes a line, or blocks one, or chooses a cell on the most valuable lines.

    A line with n marks of only one side is worth `base` ** n, times `own` or `other`. A cell is
    worth the sum of its lines or, with `best_line`, the best of them. With two plies, the worth of
    the opponent's best reply is subtracted. Among equal cells, the choice is random, with `center`
    only among those closest to the center.
    """

    own: int = 1
    other: int = 1
    base: int = 4
    best_line: bool = False
    plies: int = 1
    center: bool = False

    def __call__(self, position: Position, seed: int) -> int:
        """The cell that the player chooses."""
        cells = _urgent(position)
        if not cells:
            geometry, own, other = position.geometry, position.own, position.other
            worth = self.worth(geometry, own, other)
            if self.plies == 2:
                for cell in worth:
                    replies = self.worth(geometry, other, own | 1 << cell).values()
                    worth[cell] -= max(replies, default=0)
            cells = [cell for cell in worth if worth[cell] == max(worth.values())]
            if self.center:
                nearest = min(_distance(geometry, cell) for cell in cells)
                cells = [cell for cell in cells if _distance(geometry, cell) == nearest]
        return _random(position, seed).choice(cells)

    def worth(self, geometry: Geometry, own: int, other: int) -> dict[int, int]:
        """The worth of each empty cell for the side with the marks `own`."""
        worth = dict.fromkeys(cells_of(~(own | other) & (1 << geometry.size) - 1), 0)
        for line in lines(geometry):
            counts = (line & own).bit_count(), (line & other).bit_count()
            if not all(counts):
                value = (self.other if counts[1] else self.own) * self.base ** max(counts)
                for cell in cells_of(line & ~(own | other)):
                    worth[cell] = max(worth[cell], value) if self.best_line else worth[cell] + value
        return worth


def _distance(geometry: Geometry, cell: int) -> int:
    """Twice the larger of the distances from the middle row and the middle column."""
    row, column = divmod(cell, geometry.columns)
    return max(abs(2 * row - geometry.rows + 1), abs(2 * column - geometry.columns + 1))


TUNED: dict[str, Player] = {
    "greedy": Greedy(best_line=True),
    "greedy-extending": Greedy(own=2, best_line=True),
    "greedy-blocking": Greedy(other=2, best_line=True),
    "greedy-summing": Greedy(),
    "greedy-blocking-first": Greedy(other=64, best_line=True, center=True),
}
HELD_OUT: dict[str, Player] = {
    "greedy-central": Greedy(own=2, base=3, center=True),
    "greedy-mixed": Greedy(other=2, base=3),
    "greedy-guarding": Greedy(other=64, base=2),
    "greedy-ahead": Greedy(best_line=True, plies=2),
    "greedy-ahead-central": Greedy(other=2, plies=2, center=True),
}
SIMPLE: dict[str, Player] = {"random": at_random, "one-ply": one_ply, **TUNED, **HELD_OUT}


@contextmanager
def perfect(folder: Path) -> Iterator[Choices]:
    """The moves among which perfect with traps chooses, with the engine in a folder."""
    command = [sys.executable, "-c", LEVEL]
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl+C ends it only when its games are over
    ) as process:
        sent, received = cast("tuple[TextIO, TextIO]", (process.stdin, process.stdout))

        @lru_cache(maxsize=None)
        def choices(position: Position) -> list[int]:
            in_a_row = position.geometry.in_a_row
            print(position, in_a_row, position.side_to_move, file=sent, flush=True)
            return [int(cell) for cell in received.readline().split()]

        yield choices


def points(start: Position, choices: Choices, opponent: Player, seed: int) -> float:
    """1 for a win of perfect, and 0.5 for a draw; with an even seed, it is X and starts."""
    side, position = Mark.O if seed % 2 else Mark.X, start
    while position.status is Status.IN_PROGRESS and _is_open(position):
        if position.side_to_move is side:
            cell = _random(position, seed).choice(choices(position))
        else:
            cell = opponent(position, seed)
        position = position.play(cell)
    return 0.5 if not position.winner else float(position.winner is side)


def _is_open(position: Position) -> bool:
    """Whether a side can still complete a line."""
    return any(not (line & position.x and line & position.o) for line in lines(position.geometry))


def main() -> None:
    """Play all games, those of one seed on every board first; Ctrl+C prints the games so far."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.simple", description=__doc__)
    parser.add_argument("revision", help="of the perfect to compare with, such as 1.3.0")
    parser.add_argument("--tuned", action="store_true", help="against TUNED, not HELD_OUT")
    parser.add_argument("--games", type=int, default=GAMES, help=f"on each board ({GAMES})")
    given = parser.parse_args()
    opponents = TUNED if given.tuned else HELD_OUT
    exit_on_sigterm()
    results: dict[str, list[Pair]] = {title(start): [] for start in BOARDS}
    with (
        checkout(given.revision) as folder,
        perfect(folder) as old,
        perfect(ROOT) as new,
        suppress(KeyboardInterrupt),
    ):
        games = list(product(range(given.games), BOARDS, opponents.values()))
        for seed, start, opponent in tracked(games, len(games), "pairs of games"):
            pair = points(start, old, opponent, seed), points(start, new, opponent, seed)
            results[title(start)].append(pair)
    heading(f"Mean points of perfect against {len(opponents)} simple players, and losses")
    results["all"] = list(chain(*results.values()))
    columns = ["board", "games", given.revision, "this checkout", "difference", "losses"]
    table(columns, [[board, *_summary(pairs)] for board, pairs in results.items() if pairs[1:]])


def _summary(pairs: list[Pair]) -> list[str]:
    """The number of games, both means, their difference with its standard error, and the losses."""
    gains = [new - old for old, new in pairs]
    means = [f"{fmean(each):.3f}" for each in zip(*pairs, strict=True)]
    difference = f"{fmean(gains):+.3f} ± {stdev(gains) / math.sqrt(len(gains)):.3f}"
    losses = " and ".join(str(each.count(0)) for each in zip(*pairs, strict=True))
    return [str(len(pairs)), *means, difference, losses]


if __name__ == "__main__":
    main()
