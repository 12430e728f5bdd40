"""Call the deep search in C through ctypes."""

import ctypes
import logging
from collections.abc import Callable
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char,
    c_char_p,
    c_int,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)
from functools import lru_cache
from mmap import ACCESS_COPY, mmap
from pathlib import Path
from typing import Any
from weakref import WeakMethod

from ...board.geometry import Geometry, cells_of, lines
from ...board.symmetry import symmetries
from ...budget import Budget
from .build import LIBRARY, seal

# The sizes of a table: primes of which 2 is a primitive root (search.c). An entry takes 24 bytes,
# so the two tables of the largest search have 216 MB, but use memory only for pages written to.
SLOTS = (1_019, 16_067, 130_021, 1_000_003, 4_000_037, 8_000_051)
MAX_BLOCKING_SLOTS = 1_000_003
SEAL_BYTES = 32
POLL_NODES = 100_000  # Maximum number of nodes before Python handles signals.
WORD = (1 << 64) - 1
Pause = CFUNCTYPE(c_int)

logger = logging.getLogger("noughts")


def slots_for(nodes: int) -> int:
    """Return the number of slots for a search of at most this many nodes."""
    return next((slots for slots in SLOTS if slots >= nodes), SLOTS[-1])


class SharedBudget(Structure):
    """The C structure `budget` of search.h."""

    _fields_ = (
        ("nodes", c_int64),
        ("pause_at", c_int64),
        ("pause", Pause),
        ("stopped", c_int),
    )


class Cells(Structure):
    """The C structure `cells` of cells.h."""

    _fields_ = (("low", c_uint64), ("high", c_uint64))


def _cells(bits: int) -> Cells:
    return Cells(bits & WORD, bits >> 64)


def load(path: Path = LIBRARY) -> ctypes.CDLL | None:
    """Return the library, or None if it is missing, damaged or outdated.

    A damaged library could end the process with a signal, so it is checked before it is loaded.
    """
    try:
        content = path.read_bytes()
        if content[-SEAL_BYTES:] != seal(content[:-SEAL_BYTES]):
            logger.warning("%s is damaged or outdated. The search runs in Python", path.name)
            return None
        library = ctypes.CDLL(str(path))
    except OSError:  # The file is missing, or was built for another system.
        return None
    library.noughts_new.restype = c_void_p
    library.noughts_new.argtypes = (
        *(POINTER(SharedBudget), c_int, c_int, c_int, c_char_p, c_int, c_char_p),
        *(c_void_p, c_uint32),
    )
    library.noughts_table_bytes.restype = c_size_t
    library.noughts_table_bytes.argtypes = (c_uint32,)
    library.noughts_free.argtypes = (c_void_p,)
    library.noughts_normal.argtypes = (c_void_p, Cells, Cells, c_int, c_int)
    library.noughts_misere.argtypes = (c_void_p, Cells, Cells, c_int, c_int)
    library.noughts_holds.argtypes = (c_void_p, Cells, Cells, c_int)
    library.noughts_estimate_moves.restype = c_int64
    library.noughts_estimate_moves.argtypes = (
        *(c_int, c_int, c_int, c_char_p, c_char_p),
        *(POINTER(c_uint8), c_int, c_int64, POINTER(c_int)),
    )
    return library


class CompiledSearch:
    """A search in C with its own table; it counts its nodes in a Budget, and pauses for it."""

    def __init__(
        self, library: ctypes.CDLL, geometry: Geometry, budget: Budget, slots: int
    ) -> None:
        self._library = library
        self._budget = budget
        self._error: BaseException | None = None
        # A weak reference avoids a cycle, so the table is freed as soon as the search is deleted.
        pause = WeakMethod(self._pause)
        self._shared = SharedBudget(pause=Pause(lambda: _call(pause)))
        self._table = _zeros(library.noughts_table_bytes(slots))
        self._search = library.noughts_new(
            ctypes.byref(self._shared),
            geometry.size,
            geometry.in_a_row,
            len(lines(geometry)),
            cells_of_lines(geometry),
            len(symmetries(geometry)),
            b"".join(map(bytes, symmetries(geometry))),
            ctypes.addressof(self._table),
            slots,
        )
        if not self._search:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_search", None):
            self._library.noughts_free(self._search)

    def call(self, function: Any, own: int, other: int, *arguments: int) -> int:  # noqa: ANN401
        """Return the result of a library function; raise what Budget.pause raises."""
        self._shared.nodes = self._budget.nodes
        self._plan_pause()
        result: int = function(self._search, _cells(own), _cells(other), *arguments)
        self._budget.nodes = self._shared.nodes
        if self._error:
            try:
                raise self._error
            finally:
                self._error = None  # The error refers to this frame, which is a cycle.
        return result

    def _plan_pause(self) -> None:
        self._shared.pause_at = min(self._budget.pause_at, self._shared.nodes + POLL_NODES)

    def _pause(self) -> int:
        """Pause as the budget requires when the library calls this; return 1 to end the search.

        An exception cannot pass through C, so `call` raises it.
        """
        try:
            self._budget.nodes = self._shared.nodes
            if self._budget.nodes == self._budget.pause_at:
                self._budget.pause()
            self._plan_pause()
        except BaseException as error:  # noqa: BLE001  whatever it is, call() raises it
            self._error = error
            return 1
        return 0


def _zeros(size: int) -> ctypes.Array[c_char]:
    """Return an array of zeros that uses memory only for the pages written to."""
    return (c_char * size).from_buffer(mmap(-1, size, access=ACCESS_COPY))


def _call(pause: WeakMethod[Callable[[], int]]) -> int:
    method = pause()
    return method() if method else 1


class DeepSearch:
    """A search for the values of positions (negamax.c, misere.c), as in alpha_beta.py."""

    def __init__(
        self, library: ctypes.CDLL, geometry: Geometry, budget: Budget, *, misere: bool
    ) -> None:
        self._function = library.noughts_misere if misere else library.noughts_normal
        self._search = CompiledSearch(library, geometry, budget, slots_for(budget.max_nodes))

    def __call__(self, own: int, other: int, alpha: int, beta: int) -> int:
        """Return the value of a position for the side to move, like `search` in alpha_beta.py."""
        return self._search.call(self._function, own, other, alpha, beta)


class Blocking:
    """A search for proofs that a side cannot win (blocking.c)."""

    def __init__(self, library: ctypes.CDLL, geometry: Geometry, budget: Budget) -> None:
        self._function = library.noughts_holds
        slots = min(slots_for(budget.max_nodes), MAX_BLOCKING_SLOTS)
        self._search = CompiledSearch(library, geometry, budget, slots)

    def holds(self, maker: int, breaker: int, *, maker_to_move: bool) -> bool:
        """Return whether a proof is found that the breaker can block every line of the maker."""
        return bool(self._search.call(self._function, maker, breaker, maker_to_move))


@lru_cache(maxsize=256)
def cells_of_lines(geometry: Geometry) -> bytes:
    """Return the cells of all lines as bytes, `in_a_row` for each line."""
    return bytes(cell for line in lines(geometry) for cell in cells_of(line))
