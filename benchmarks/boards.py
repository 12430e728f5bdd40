"""Section `boards`: the search on larger boards, empty and early in the game.

To add an empty board, add it to EMPTY_BOARDS.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.positions import empty_board, random_positions, title
from benchmarks.server import ROOT, checkout
from benchmarks.table import duration, heading, paragraph, table, times
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES
from service.engine.search.analyze import analyze
from service.engine.search.solvers import FORCED, search_name

SEED = 20_260
RELEASE = "ba5caad"  # the commit of release 1.0.0
LARGE_NODES = 5_000_000  # for boards that need more than the default budget
EMPTY_BOARDS = (
    *((3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (6, 6, 4), (6, 6, 5)),
    *((7, 5, 5), (8, 5, 5), (7, 6, 5), (8, 8, 6), (9, 9, 7), (9, 9, 5), (7, 6, 4), (7, 7, 4)),
)
HARD_BOARDS = EMPTY_BOARDS[-2:]  # searched with LARGE_NODES
MISERE_BOARDS = ((3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4))
SAMPLED, EARLY, COUNT = empty_board(5, 5, 4), range(1, 9), 200  # game, numbers of marks, positions
PROGRAM = """
import json, sys
from time import process_time
from service.engine.{analyze} import analyze
from service.engine.{geometry} import Geometry
from service.engine.{position} import Mark, Position
columns, rows, in_a_row, misere, max_nodes = json.loads(sys.argv[1])
position = Position(Geometry(columns, rows, in_a_row), 0, 0, Mark.X, misere)
started = process_time()
analysis = analyze(position, max_nodes)
seconds = process_time() - started
unknown = sum(move.score.outcome == "unknown" for move in analysis.moves)
found = [analysis.nodes, unknown, analysis.score.outcome, analysis.score.plies_to_end]
print(json.dumps([seconds, found]))
"""
NOW = PROGRAM.format(analyze="search.analyze", geometry="board.geometry", position="board.position")
THEN = PROGRAM.format(analyze="analysis", geometry="geometry", position="position")


class Engine(NamedTuple):
    """A way to run an analysis: the program, its folder, and the value of NOUGHTS_SEARCH."""

    name: str
    program: str
    folder: Path = ROOT
    search: str = ""

    def search_empty(self, position: Position, max_nodes: int) -> tuple[float, list[Any]]:
        """CPU seconds for an empty board; nodes, number of unknown moves, outcome and plies."""
        geometry = position.geometry
        game = [geometry.columns, geometry.rows, geometry.in_a_row, position.misere, max_nodes]
        done = subprocess.run(
            [sys.executable, "-c", self.program, json.dumps(game)],
            cwd=self.folder,
            env=os.environ | {"NOUGHTS_SEARCH": self.search},
            stdout=subprocess.PIPE,
            check=True,
        )
        seconds, found = json.loads(done.stdout)
        return seconds, found


def run() -> None:
    """Solve empty boards and random early positions."""
    heading("Boards: every move of the empty board scored, cold")
    paragraph(
        f"Nodes, CPU time and unknown moves within {DEFAULT_NODES:,} nodes, or {LARGE_NODES:,} for "
        "7,6,4 and 7,7,4."
    )
    boards = [empty_board(*size) for size in EMPTY_BOARDS]
    boards += [empty_board(*size, misere=True) for size in MISERE_BOARDS]
    with ExitStack() as stack:
        engines = _engines(stack)
        names = [f"{engine.name} {what}" for engine in engines for what in ("nodes", "CPU", "?")]
        columns = ["columns, rows, in a row", *names, "compiled is", "outcome", "plies"]
        table(columns, [_row(engines, board) for board in boards])
    _solve_sample()


def _engines(stack: ExitStack) -> list[Engine]:
    """Release 1.0.0 if the git history has it, and this search in Python and compiled."""
    found = []
    try:
        found.append(Engine("1.0.0", THEN, stack.enter_context(checkout(RELEASE))))
    except (OSError, subprocess.CalledProcessError):
        paragraph("Release 1.0.0 is left out because the git history lacks it.")
    found.append(Engine("Python", NOW, search=FORCED))
    return [*found, Engine("compiled", NOW)] if search_name() != FORCED else found


def _row(engines: Sequence[Engine], position: Position) -> list[str]:
    """The results for one board; raises SystemExit if both searches solve it and differ."""
    geometry = position.geometry
    is_hard = (geometry.columns, geometry.rows, geometry.in_a_row) in HARD_BOARDS
    max_nodes = LARGE_NODES if is_hard else DEFAULT_NODES
    answers = {engine.name: engine.search_empty(position, max_nodes) for engine in engines}
    row = [title(position)]
    for seconds, (nodes, unknown, _, _) in answers.values():
        row += [f"{nodes:,}", duration(seconds), str(unknown or "")]
    seconds, found = answers["Python"]
    compiled_seconds, compiled = answers.get("compiled", (seconds, found))
    if found[1] == compiled[1] == 0 and found[2:] != compiled[2:]:
        raise SystemExit(f"Python and compiled differ on {title(position)}: {found}, {compiled}")
    *_, outcome, plies = compiled
    return [*row, times(seconds / compiled_seconds), outcome, str(plies or "")]


def _solve_sample() -> None:
    """Print the cost of random early positions of a game."""
    heading(f"Boards: {COUNT} random early positions of {title(SAMPLED)}, {LARGE_NODES:,} nodes")
    nodes, seconds, solved = [], [], 0
    for position in random_positions(SAMPLED, EARLY, COUNT, SEED):
        started = perf_counter()
        analysis = analyze(position, LARGE_NODES, None)
        seconds.append(perf_counter() - started)
        nodes.append(analysis.nodes)
        solved += analysis.solved
    rows = [
        ["nodes", f"{median(nodes):,.0f}", f"{max(nodes):,}"],
        ["time", duration(median(seconds)), duration(max(seconds))],
    ]
    table([f"{solved} solved", "median", "worst"], rows)
