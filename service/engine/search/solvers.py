"""The choice of the search: the compiled one if it has been built, unless the position is small.

Both return the same values and node counts, so no response depends on the choice.
"""

import os
from collections.abc import Collection
from ctypes import CDLL
from functools import lru_cache

from service.engine.board.geometry import Geometry
from service.engine.board.position import Position
from service.engine.board.symmetry import representatives
from service.engine.budget import Budget
from service.engine.search.blocking import Blocking
from service.engine.search.compiled.interface import CompiledBlocking, CompiledSolver, load
from service.engine.search.compiled.playing import Estimates, estimate_moves
from service.engine.search.misere import MisereSearch
from service.engine.search.negamax import Search
from service.engine.search.solver import Blocker, Solver

NO_ESTIMATES = Estimates({}, 0)
FORCED = "python"  # the value of NOUGHTS_SEARCH that disables the compiled search


@lru_cache(maxsize=1)
def library() -> CDLL | None:
    """The compiled search; None if the Python one is in use."""
    return None if os.environ.get("NOUGHTS_SEARCH") == FORCED else load()


def search_name() -> str:
    """The search in use, "compiled" or "python"."""
    return "compiled" if library() else "python"


def new_solver(geometry: Geometry, budget: Budget, *, misere: bool, is_small: bool) -> Solver:
    """A cold search for the values of one game; for a small one, Python starts faster."""
    if (compiled := library()) and not is_small:
        return CompiledSolver(compiled, geometry, budget, misere=misere)
    return MisereSearch(geometry, budget) if misere else Search(geometry, budget)


def new_blocker(geometry: Geometry, budget: Budget, max_nodes: int) -> Blocker:
    """A cold search for proofs by blocking that enters at most this many nodes."""
    if compiled := library():
        return CompiledBlocking(compiled, geometry, budget, max_nodes)
    return Blocking(geometry, budget, max_nodes)


def playing_estimates(position: Position, cells: Collection[int], max_nodes: int) -> Estimates:
    """Return the playing search's estimates of moves; none in misère, or if it is not compiled.

    Moves that are symmetric to each other have the same estimate.
    """
    compiled = library()
    if not compiled or position.misere:
        return NO_ESTIMATES
    first_of = representatives(position)
    first = sorted({first_of[cell] for cell in cells})
    found = estimate_moves(compiled, position, first, max_nodes)
    return Estimates({cell: found.of_moves[first_of[cell]] for cell in cells}, found.nodes)
