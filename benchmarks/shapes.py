"""`python -m benchmarks.shapes [max_nodes]`: all empty boards up to 9x9, next to release 1.2.0.

It takes minutes within the default budget, and more than an hour within the highest.
"""

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.boards import NOW, Engine
from benchmarks.positions import empty_board, title
from benchmarks.server import checkout
from benchmarks.table import duration, heading, paragraph, table
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES

MOST = 9  # columns
RELEASE = "bac029f"  # the commit of release 1.2.0


def main() -> None:
    """Print nodes, CPU time and unknown moves of each board that takes more than a look."""
    max_nodes = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_NODES
    heading(f"All empty boards up to {MOST}x{MOST} within {max_nodes:,} nodes")
    try:
        with checkout(RELEASE) as folder:
            found = list(_rows(Engine("1.2.0", NOW, folder), max_nodes))
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit("The git history lacks release 1.2.0.") from None
    solved = [sum(row[at] == "" for row in found) for at in (3, 6)]
    paragraph(f"Of {len(found)} boards, 1.2.0 solves {solved[0]}, and this version {solved[1]}.")
    names = ["1.2.0 nodes", "CPU", "?", "nodes", "CPU", "?", "nodes, relative"]
    table(["columns, rows, in a row", *names], [row for row in found if row[3] or row[6]])


def _rows(release: Engine, max_nodes: int) -> Iterator[list[str]]:
    for position in _boards():
        row, counts = [title(position)], []
        for engine in (release, Engine("now", NOW)):
            seconds, (nodes, unknown, *_) = engine.search_empty(position, max_nodes)
            counts.append(nodes)
            row += [f"{nodes:,}", duration(seconds), str(unknown or "")]
        yield [*row, f"{counts[1] / counts[0]:.2f}"]


def _boards() -> Iterator[Position]:
    sides = range(3, MOST + 1)
    for columns in sides:
        for rows in range(3, columns + 1):
            for in_a_row in range(3, columns + 1):
                yield empty_board(columns, rows, in_a_row)


if __name__ == "__main__":
    main()
