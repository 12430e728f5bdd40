"""Section `memory`: the time and memory of one analysis that spends all of its budget.

It is sent to a worker as the service has it, a fresh process for each, at its low priority.
"""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.positions import empty_board, title
from benchmarks.server import cpu_seconds, stop
from benchmarks.table import duration, heading, paragraph, table
from service.engine.analysis import Analysis, Progress
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES, MAX_NODES
from service.engine.tasks import AnalysisTask, Task
from service.search_pool.worker import HEADER, pack

HARD = (empty_board(9, 9, 5), empty_board(7, 7, 5), empty_board(5, 5, 4, misere=True))
OTHERS = (empty_board(9, 9, 6), empty_board(8, 8, 4), empty_board(9, 9, 5, misere=True))
IDLE = AnalysisTask(empty_board(3, 3, 3), DEFAULT_NODES)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a worker took for a task: seconds, and bytes at its peak and afterwards."""

    wall: float
    cpu: float
    peak: int
    after: int


def run() -> None:
    """Print what hard empty boards take at the default and at the highest budget."""
    _measure(HARD)


def run_in_full() -> None:
    """The same with more boards."""
    _measure(HARD + OTHERS)


def _measure(positions: tuple[Position, ...]) -> None:
    heading("Memory and time of one request at most: a worker on an empty board too hard to solve")
    paragraph(
        "Each row is a fresh process of service/search_pool/worker.py; memory is resident, "
        "the interpreter included."
    )
    rows = [_row("3,3,3 (to compare)", IDLE)]
    for max_nodes in (DEFAULT_NODES, MAX_NODES):
        rows += [_row(title(position), AnalysisTask(position, max_nodes)) for position in positions]
    columns = ["columns, rows, in a row", "nodes", "solved", "seconds", "CPU"]
    table([*columns, "nodes/s of CPU", "peak memory", "kept after"], rows)


def _row(name: str, task: AnalysisTask) -> list[str]:
    with _worker() as worker:
        analysis, cost = _cost(worker, task)
    return [
        name,
        f"{analysis.nodes:,}",
        "yes" if analysis.solved else "no",
        duration(cost.wall),
        duration(cost.cpu),
        f"{analysis.nodes / cost.cpu:,.0f}" if cost.cpu > 0.1 else "",
        f"{cost.peak / 2**20:,.0f} MiB",
        f"{cost.after / 2**20:,.0f} MiB",
    ]


Worker = subprocess.Popen[bytes]


@contextmanager
def _worker() -> Iterator[Worker]:
    """A worker that has started, for the length of the block."""
    command = [sys.executable, "-m", "service.search_pool.worker"]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        _answer(worker, IDLE)
        yield worker
    finally:
        stop(worker)


def _cost(worker: Worker, task: AnalysisTask) -> tuple[Analysis, Cost]:
    """The answer to a task, and what it took."""
    cpu, wall = cpu_seconds(worker.pid), perf_counter()
    analysis = _answer(worker, task)
    wall, cpu = perf_counter() - wall, cpu_seconds(worker.pid) - cpu
    return analysis, Cost(wall, cpu, _bytes(worker, "VmHWM"), _bytes(worker, "VmRSS"))


def _answer(worker: Worker, task: Task) -> Analysis:
    """What comes after the reports."""
    if not (worker.stdin and worker.stdout):
        raise RuntimeError("The worker has no pipes.")
    worker.stdin.write(pack(task))
    worker.stdin.flush()
    while True:
        header = worker.stdout.read(HEADER.size)
        message = pickle.loads(worker.stdout.read(*HEADER.unpack(header)))  # noqa: S301  our own
        if isinstance(message, Analysis):
            return message
        if not isinstance(message, Progress):
            raise TypeError(f"A worker sent {message!r}.")


def _bytes(worker: Worker, name: str) -> int:
    """A figure of /proc/PID/status; VmHWM is the most that was ever resident (Linux only)."""
    status = Path(f"/proc/{worker.pid}/status").read_text()
    _, _, after = status.partition(f"{name}:")
    return 1024 * int(after.split(maxsplit=1)[0])
