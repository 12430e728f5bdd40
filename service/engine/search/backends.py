"""Choose the search: the compiled search if it has been built, otherwise the search in Python.

Positions with few empty cells are always searched in Python, which starts faster. Both searches
find the same values; without C, larger positions are solved only as far as PYTHON_NODES allows.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ctypes import CDLL
from functools import lru_cache
from typing import Literal

from ..board.position import Position
from .compiled.interface import load

PYTHON_NODES = 50_000  # On a large board, these take about two seconds.
# A small search in Python takes less time than loading the library and creating a table.
SMALL_BOARD = 9  # Maximum cells of a small board.
FEW_CELLS, FEW_CELLS_MISERE = 6, 3  # Maximum empty cells of small positions on larger boards.


SearchName = Literal["compiled", "python"]
_selected: ContextVar[SearchName] = ContextVar("search", default="compiled")


@contextmanager
def using(search: SearchName) -> Iterator[None]:
    """Use a search in the block, or the search in Python if the compiled one is not built."""
    token = _selected.set(search)
    try:
        yield
    finally:
        _selected.reset(token)


@lru_cache(maxsize=1)
def _built() -> CDLL | None:
    return load()


def library() -> CDLL | None:
    """Return the library of the compiled search, or None if it is not built or not selected."""
    return _built() if _selected.get() == "compiled" else None


def search_name() -> SearchName:
    """Return the search in use for larger positions, "compiled" or "python"."""
    return "compiled" if library() else "python"


def is_small(position: Position) -> bool:
    """Return whether a position is small enough to be searched in Python."""
    few = FEW_CELLS_MISERE if position.misere else FEW_CELLS
    return position.geometry.size <= SMALL_BOARD or position.plies_left <= few
