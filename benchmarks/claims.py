"""Section `claims`: values of empty boards that need more nodes than the service allows.

They have no certificate in `proofs`, so they depend on the search. It takes half an hour on one
core, so it runs only if it is named.
"""

from typing import NamedTuple

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
    sides, max_nodes, cell, plies = asked
    geometry, budget, started = Geometry(*sides), Budget(max_nodes), process_time()
    if cell is None:  # Not even the side that starts can win.
        is_proved = CompiledSearch(library(), "noughts_breaker_wins", geometry, budget)(0, 0, True)
    else:
        value = geometry.size + 1 - plies
        search = CompiledSearch(library(), "noughts_normal", geometry, budget)
        is_proved = -search(0, 1 << cell, -value, 1 - value) >= value
    memory = getrusage(RUSAGE_SELF).ru_maxrss
    return bool(is_proved), budget.nodes, process_time() - started, memory
"""


class Claim(NamedTuple):
    """The value of an empty board: a draw, or a win of the first side with a move at a cell."""

    sides: tuple[int, int, int]  # columns, rows, in a row
    cell: int | None = None
    plies: int | None = None  # maximum

    def __str__(self) -> str:
        return "draw" if self.cell is None else f"{self.cell} wins within {self.plies} plies"


CLAIMS = (
    Claim((9, 6, 5)),
    Claim((8, 7, 5)),
    Claim((9, 4, 4), cell=13, plies=23),
    Claim((9, 7, 5)),
    Claim((8, 8, 5)),
)


def run() -> None:
    """Prove each claim in its own process."""
    heading("Proofs: values of empty boards beyond the highest max_nodes")
    paragraph(f"Within {MAX_NODES:,} nodes. A draw is proved by blocking, and a win by alpha-beta.")
    for claim in CLAIMS:
        asked = (claim.sides, MAX_NODES, claim.cell, claim.plies)
        is_proved, nodes, seconds, kibibytes = compute(ROOT, PROGRAM, asked)
        result = "proved" if is_proved else "not proved"
        memory = f"{kibibytes / 1_024:.0f} MiB"
        name = title(empty_board(*claim.sides))
        table([name, str(claim), result, f"{nodes:,} nodes", duration(seconds), memory], [])
