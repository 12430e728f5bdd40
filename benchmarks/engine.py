"""Section `engine`: the time to score every move of 3x3 positions.

Other programs and release 1.1.0 score the same positions.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.contestants import MINIMAX, NOUGHTS, Contestant, cold_points, easyai, openspiel
from benchmarks.positions import empty_board, unfinished_positions
from benchmarks.server import ROOT, checkout
from benchmarks.table import Figure, duration, heading, paragraph, report, table, times
from service.engine.board.position import Position
from service.engine.search.solvers import FORCED

EMPTY_BOARD = empty_board(3, 3, 3)
TARGETS = {"plain minimax": 800, "easyAI": 60}  # times as long as Noughts, on the empty board
RELEASE = "7c36bbf"  # the commit of release 1.1.0
ROUNDS = 5
TARGET = 0.6  # of the release's time per position
PROGRAM = """
import gc
from time import perf_counter
from benchmarks.positions import empty_board, unfinished_positions
from service.engine.search.analyze import {analyze} as analyze
positions = unfinished_positions(empty_board(3, 3, 3))
gc.disable()
started = perf_counter()
for position in positions:
    analyze(position, 1_000_000, None)
print((perf_counter() - started) / len(positions))
"""
NOW, THEN = PROGRAM.format(analyze="analyze"), PROGRAM.format(analyze="analyze_uncached")


def run() -> None:
    """Check that all contestants agree, then time them, then count nodes and memory."""
    heading("Engine: every move scored, 3x3")
    contestants = _contestants()
    positions = unfinished_positions(EMPTY_BOARD)
    moves = _check_agreement(contestants, positions)
    names = ", ".join(contestant.name for contestant in contestants)
    paragraph(
        f"{names} agree on the outcome and distance of all {moves:,} moves of {len(positions):,} "
        "positions; OpenSpiel finds no distances. Searches are cold: no results are cached, and "
        "search tables start empty. Only Noughts' time includes ranks and best play."
    )
    one = _time("The empty board", contestants, [EMPTY_BOARD], rounds=15, repeats=100)
    ours = one[NOUGHTS.name]
    report(
        Figure(f"{name}, relative to Noughts", one[name] / ours, target, at_least=True)
        for name, target in TARGETS.items()
        if name in one
    )
    title = f"All {len(positions):,} unfinished positions that X started, in full"
    _time(title, contestants, positions, rounds=ROUNDS)
    _compare_with_release()


def _compare_with_release() -> None:
    """Print the mean time per position, next to release 1.1.0 if the git history has it."""
    heading("All of these positions: mean time of a cold analysis, next to 1.1.0")
    try:
        with checkout(RELEASE) as folder:
            report(_figure(search, folder) for search in ("compiled", FORCED))
    except (OSError, subprocess.CalledProcessError):
        paragraph("Release 1.1.0 is left out because the git history lacks it.")


def _figure(search: str, folder: Path) -> Figure:
    """The ratio of the medians of interleaved rounds."""
    rounds = [(_mean(NOW, ROOT, search), _mean(THEN, folder, search)) for _ in range(ROUNDS)]
    now, then = map(median, zip(*rounds, strict=True))
    name = f"{search}: {duration(now)}, 1.1.0: {duration(then)}; relative to 1.1.0"
    return Figure(name, now / then, TARGET)


def _mean(program: str, folder: Path, search: str) -> float:
    """The mean seconds per position, in a new process with the service in this folder."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=os.environ | {"NOUGHTS_SEARCH": search, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return float(done.stdout)


def _contestants() -> list[Contestant]:
    """Noughts and the other programs, as far as they are installed."""
    found = [NOUGHTS, MINIMAX]
    for contestant in (easyai, openspiel):
        try:
            found.append(contestant())
        except ImportError as error:
            paragraph(f"A program is left out ({error}). Run `make bench` to install it.")
    return found


def _check_agreement(contestants: Sequence[Contestant], positions: Sequence[Position]) -> int:
    """The number of moves, which all score alike; raises SystemExit if two contestants differ."""
    moves = 0
    for position in positions:
        exact = cold_points(position)
        outcomes = {cell: (score > 0) - (score < 0) for cell, score in exact.items()}
        moves += len(exact)
        for contestant in contestants:
            expected = exact if contestant.distances else outcomes
            if contestant.prepare(position)() != expected:
                raise SystemExit(f"{contestant.name} and {NOUGHTS.name} differ on {position}.")
    return moves


def _time(
    title: str,
    contestants: Sequence[Contestant],
    positions: Sequence[Position],
    rounds: int,
    repeats: int = 1,
) -> dict[str, float]:
    """Print and return each contestant's median seconds for all of these positions.

    Noughts repeats them in each round, because it is too fast to be measured otherwise.
    """
    heading(f"{title} (medians of {rounds} interleaved rounds, gc off)")
    samples: dict[str, list[float]] = {contestant.name: [] for contestant in contestants}
    for _ in range(rounds):
        for contestant in contestants:
            count = repeats if contestant is NOUGHTS else 1
            calls = [contestant.prepare(position) for position in positions] * count
            gc.collect()
            gc.disable()
            started = perf_counter()
            for call in calls:
                call()
            samples[contestant.name].append((perf_counter() - started) / count)
            gc.enable()
    seconds = {name: median(found) for name, found in samples.items()}
    ours = seconds[NOUGHTS.name]
    rows = [
        [name, duration(total), duration(total / len(positions)), times(total / ours)]
        for name, total in seconds.items()
    ]
    table(["", "in all", "per position", "relative to Noughts"], rows)
    return seconds
