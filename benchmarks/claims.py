"""Section `claims`: draws on empty boards that need more nodes than the service allows.

They have no certificate in `proofs`, so they depend on the search. It takes half an hour on one
core, so it runs only if it is named.
"""

from benchmarks.positions import empty_board, title
from benchmarks.server import ROOT, compute
from benchmarks.table import duration, heading, paragraph, table

MAX_NODES = 10**9
PROGRAM = """
from resource import RUSAGE_SELF, getrusage
from time import process_time
from service.engine.board.geometry import Geometry
from service.engine.budget import Budget
from service.engine.search.compiled.interface import CompiledSearch, library

def run(asked):
    sides, max_nodes = asked
    geometry, budget, started = Geometry(*sides), Budget(max_nodes), process_time()
    search = CompiledSearch(library(), "noughts_breaker_wins", geometry, budget)
    is_proved = search(0, 0, True)  # Not even the side that starts can win.
    memory = getrusage(RUSAGE_SELF).ru_maxrss
    return bool(is_proved), budget.nodes, process_time() - started, memory
"""
DRAWS = ((9, 6, 5), (8, 7, 5), (9, 7, 5), (8, 8, 5))  # columns, rows, in a row


def run() -> None:
    """Prove each draw in its own process."""
    heading("Proofs: draws on empty boards beyond the highest max_nodes")
    paragraph(f"Within {MAX_NODES:,} nodes. A draw is proved by blocking.")
    for sides in DRAWS:
        is_proved, nodes, seconds, kibibytes = compute(ROOT, PROGRAM, (sides, MAX_NODES))
        result = "proved" if is_proved else "not proved"
        memory = f"{kibibytes / 1_024:.0f} MiB"
        name = title(empty_board(*sides))
        table([name, result, f"{nodes:,} nodes", duration(seconds), memory], [])
