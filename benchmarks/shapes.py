"""`python -m benchmarks.shapes [max_nodes]`: all empty boards up to 9x9, next to another revision.

The revision is REVISION of the environment, by default the newest release. It takes minutes within
the default budget, and more than an hour within the highest.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.positions import empty_board, title
from benchmarks.server import ROOT, checkout, compute, revision
from benchmarks.table import duration, heading, paragraph, table, tracked
from service.engine.budget import DEFAULT_NODES

SIDES = range(3, 10)
SHAPES = [
    (columns, rows, in_a_row)
    for columns in SIDES
    for rows in range(3, columns + 1)
    for in_a_row in range(3, columns + 1)
]
PROGRAM = """
from time import process_time
from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position
from service.engine.search.analyze import analyze

def run(asked):
    columns, rows, in_a_row, max_nodes = asked
    started = process_time()
    analysis = analyze(Position(Geometry(columns, rows, in_a_row), 0, 0, Mark.X), max_nodes)
    unknown = sum(move.score.outcome == "unknown" for move in analysis.moves)
    return analysis.nodes, process_time() - started, unknown, analysis.score.outcome
"""


def main() -> None:
    """Print nodes, CPU time, unknown moves and the value of each board that is not solved."""
    max_nodes = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_NODES
    heading(f"All empty boards up to {SIDES[-1]}x{SIDES[-1]} within {max_nodes:,} nodes")
    name = revision()
    with checkout(name) as folder:
        found = list(_rows(folder, max_nodes))
    paragraph(f"Of {len(found)} boards, each version finds so many values, and solves so many:")
    for version, unknown, value in ((name, 3, 4), ("this version", 7, 8)):
        values = sum(row[value] != "unknown" for row in found)
        table([version, str(values), str(sum(row[unknown] == "" for row in found))], [])
    names = [f"{name} nodes", "CPU", "?", "value", "nodes", "CPU", "?", "value", "relative nodes"]
    table(["columns, rows, in a row", *names], [row for row in found if row[3] or row[7]])


def _rows(folder: Path, max_nodes: int) -> Iterator[list[str]]:
    for shape in tracked(SHAPES, len(SHAPES), "boards"):
        row, counts = [title(empty_board(*shape))], []
        for each in (folder, ROOT):
            nodes, seconds, unknown, value = compute(each, PROGRAM, (*shape, max_nodes))
            counts.append(nodes)
            row += [f"{nodes:,}", duration(seconds), str(unknown or ""), value]
        yield [*row, f"{counts[1] / counts[0]:.2f}"]


if __name__ == "__main__":
    main()
