"""Section `scale`: a million positions, by more processes: `--jobs`, and the program for Dask."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from benchmarks.positions import empty_board, random_positions
from benchmarks.server import ROOT, Server, peak_mebibytes
from benchmarks.table import Figure, duration, heading, paragraph, report, table
from service.engine.board.notation import write_board
from tests.docs.pages import block

SEED = 20_260
LINES = 20_000
FILES = 3  # with as many lines each, for Dask, which takes some seconds to start
ROUNDS = 3
MIN_JOBS = 1.7  # speed of two processes, relative to one
MIN_DASK = 1.6  # of two workers
MAX_GROWTH = 1.1  # of memory, for ten times as many lines
COMMAND = [sys.executable, "-m", "service", "analyze", "--stdin", "--in-a-row", "4"]


def run() -> None:
    """Analyze positions of 4x4 with one process and with two."""
    heading("Scale: positions of 4x4, four in a row, analyzed by one process and by two")
    paragraph(
        f"{LINES:,} random positions from a file. The time is the best of {ROUNDS} alternating "
        "rounds, from start to end. Memory is the highest resident size of any one process."
    )
    positions = random_positions(empty_board(4, 4, 4), range(4, 10), LINES, SEED)
    boards = [write_board(position).replace("/", "") for position in positions]
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "boards-0.txt").write_text("\n".join(boards))
        (folder / "few").write_text("\n".join(boards[: LINES // 10]))
        report([*_jobs(folder), _dask(folder)])


def _jobs(folder: Path) -> list[Figure]:
    boards = folder / "boards-0.txt"
    seconds: dict[int, list[float]] = {1: [], 2: []}
    memory = 0.0
    for _ in range(ROUNDS):
        for jobs, found in seconds.items():
            started = perf_counter()
            memory = _analyze(boards, jobs)
            found.append(perf_counter() - started)
    few = _analyze(folder / "few", 2)
    table(
        ["--jobs", "seconds", "positions/s"],
        [
            [str(jobs), duration(min(each)), f"{LINES / min(each):,.0f}"]
            for jobs, each in seconds.items()
        ],
    )
    return [
        Figure("--jobs 2: speed, to --jobs 1", _ratio(seconds), MIN_JOBS, at_least=True),
        Figure(f"--jobs 2: memory, to {LINES // 10:,} positions", memory / few, MAX_GROWTH),
    ]


def _analyze(boards: Path, jobs: int) -> float:
    """Run the command, and return the highest memory of any of its processes, in MiB."""
    highest = 0.0
    with (
        boards.open() as lines,
        subprocess.Popen(
            [*COMMAND, f"--jobs={jobs}"], cwd=ROOT, stdin=lines, stdout=subprocess.DEVNULL
        ) as process,
    ):
        while process.poll() is None:
            with suppress(OSError, RuntimeError):  # a process has just ended
                for each in [process.pid, *Server(0, process.pid).children]:
                    highest = max(highest, peak_mebibytes(each))
            sleep(0.1)
    return highest


def _dask(folder: Path) -> Figure:
    for number in range(1, FILES):
        (folder / f"boards-{number}.txt").write_bytes((folder / "boards-0.txt").read_bytes())
    program = block(ROOT / "docs" / "scale.md", "python")
    seconds: dict[int, list[float]] = {}
    for workers in (1, 2):
        (folder / "scores.py").write_text(program.replace("n_workers=2", f"n_workers={workers}"))
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        started = perf_counter()
        subprocess.run([sys.executable, "scores.py"], cwd=folder, env=environment, check=True)
        seconds[workers] = [perf_counter() - started]
    name = f"Dask, two workers: speed, to one, {FILES * LINES:,} positions"
    return Figure(name, _ratio(seconds), MIN_DASK, at_least=True)


def _ratio(seconds: dict[int, list[float]]) -> float:
    return min(seconds[1]) / min(seconds[2])
