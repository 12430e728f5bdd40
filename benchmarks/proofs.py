"""Section `proofs`: empty boards that proofs by blocking solve, with the score of every first move.

`python -m benchmarks.shapes` measures all boards.
"""

from time import process_time

from benchmarks.positions import empty_board, title
from benchmarks.table import duration, heading, paragraph, table
from service.engine.analysis import Analysis
from service.engine.budget import DEFAULT_NODES, MAX_NODES
from service.engine.search.analyze import analyze
from service.engine.search.solvers import search_name

BOARDS = ((9, 8, 6), (8, 6, 5), (7, 7, 5))


def run() -> None:
    """Solve the boards within both budgets."""
    heading(f"Proofs: every first move of the empty board, cold, {search_name()}")
    found = [_solve(*board, nodes) for board in BOARDS for nodes in (DEFAULT_NODES, MAX_NODES)]
    table(["columns, rows, in a row", "budget", "nodes", "CPU"], [row for row, _ in found])
    for row, analysis in found[::2]:
        paragraph(f"{row[0]}: {_scores(analysis)}")


def _solve(columns: int, rows: int, in_a_row: int, max_nodes: int) -> tuple[list[str], Analysis]:
    position = empty_board(columns, rows, in_a_row)
    started = process_time()
    analysis = analyze(position, max_nodes)
    seconds = process_time() - started
    nodes = [f"{max_nodes:,}", f"{analysis.nodes:,}"]
    return [title(position), *nodes, duration(seconds)], analysis


def _scores(analysis: Analysis) -> str:
    """The cells of the moves with each score, as in "draw in 9 plies at cells 0, 1, 2"."""
    cells: dict[str, list[str]] = {}
    for move in analysis.moves:
        score = f"{move.score.outcome} in {move.score.plies_to_end} plies"
        cells.setdefault(score, []).append(str(move.cell))
    return "; ".join(f"{score} at cells {', '.join(each)}" for score, each in cells.items())
