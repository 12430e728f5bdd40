"""`python -m benchmarks.shapes [max_nodes]`: all empty boards up to 9x9, next to another revision.

The revision is REVISION of the environment, by default the newest release. It takes minutes within
the default budget, and more than an hour within the highest.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.positions import empty_board, title
from benchmarks.server import ROOT, checkout, revision
from benchmarks.table import duration, heading, paragraph, table
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES

MOST = 9  # columns
PROGRAM = """
import json, sys
from time import process_time
from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position
from service.engine.search.analyze import analyze
columns, rows, in_a_row, max_nodes = json.loads(sys.argv[1])
position = Position(Geometry(columns, rows, in_a_row), 0, 0, Mark.X)
started = process_time()
analysis = analyze(position, max_nodes)
unknown = sum(move.score.outcome == "unknown" for move in analysis.moves)
print(json.dumps([analysis.nodes, process_time() - started, unknown]))
"""


def main() -> None:
    """Print nodes, CPU time and unknown moves of each board that takes more than a look."""
    max_nodes = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_NODES
    heading(f"All empty boards up to {MOST}x{MOST} within {max_nodes:,} nodes")
    name = revision()
    with checkout(name) as folder:
        found = list(_rows(folder, max_nodes))
    solved = [sum(row[at] == "" for row in found) for at in (3, 6)]
    paragraph(f"Of {len(found)} boards, {name} solves {solved[0]}, and this version {solved[1]}.")
    names = [f"{name} nodes", "CPU", "?", "nodes", "CPU", "?", "nodes, relative"]
    table(["columns, rows, in a row", *names], [row for row in found if row[3] or row[6]])


def _rows(folder: Path, max_nodes: int) -> Iterator[list[str]]:
    for position in _boards():
        row, counts = [title(position)], []
        for each in (folder, ROOT):
            nodes, seconds, unknown = _search(each, position, max_nodes)
            counts.append(nodes)
            row += [f"{nodes:,}", duration(seconds), str(unknown or "")]
        yield [*row, f"{counts[1] / counts[0]:.2f}"]


def _search(folder: Path, position: Position, max_nodes: int) -> tuple[int, float, int]:
    """Nodes, CPU seconds and the number of unknown moves, with the engine in this folder."""
    geometry = position.geometry
    game = json.dumps([geometry.columns, geometry.rows, geometry.in_a_row, max_nodes])
    command = [sys.executable, "-c", PROGRAM, game]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True)
    nodes, seconds, unknown = json.loads(done.stdout)
    return nodes, seconds, unknown


def _boards() -> Iterator[Position]:
    sides = range(3, MOST + 1)
    for columns in sides:
        for rows in range(3, columns + 1):
            for in_a_row in range(3, columns + 1):
                yield empty_board(columns, rows, in_a_row)


if __name__ == "__main__":
    main()
