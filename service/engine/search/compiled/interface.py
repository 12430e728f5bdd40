"""Call the compiled search, written in C, through ctypes."""

import ctypes
import logging
from ctypes import CFUNCTYPE, Structure, c_char, c_int, c_int64, c_size_t, c_uint64
from functools import lru_cache
from mmap import ACCESS_COPY, mmap
from pathlib import Path

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
Pause = CFUNCTYPE(c_int)

logger = logging.getLogger("noughts")


def slots_for(nodes: int) -> int:
    """Return the number of table slots for a search of at most this many nodes."""
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
    """The C structure `cells` of cells.h; a number put in a field is cut to its low 64 bits."""

    _fields_ = (("low", c_uint64), ("high", c_uint64))


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
    library.noughts_bytes.restype = c_size_t
    library.noughts_estimate_moves.restype = c_int64
    return library


class CompiledSearch:
    """A compiled search with its own table; it counts nodes in a Budget, whose `pause` it calls.

    The C function is noughts_normal (negamax.c) or noughts_misere (misere.c), which return the
    value of a position as in alpha_beta.py, or noughts_holds (blocking.c), which returns whether it
    has proved that a side cannot win.
    """

    def __init__(
        self,
        library: ctypes.CDLL,
        function: str,
        geometry: Geometry,
        budget: Budget,
        max_slots: int = SLOTS[-1],
    ) -> None:
        self._function = library[function]
        self._budget = budget
        self._shared = shared = SharedBudget()
        self._errors = errors = list[BaseException]()

        # It must not refer to `self`: that cycle would keep the table after the search.
        def pause() -> int:
            """Call `Budget.pause` if that is due; return 1 to end the search.

            An exception cannot pass through C, so `__call__` raises it.
            """
            try:
                budget.nodes = shared.nodes
                if budget.nodes == budget.pause_at:
                    budget.pause()
                shared.pause_at = _next_pause(budget)
            except BaseException as error:  # noqa: BLE001  whatever it is, __call__ raises it
                errors.append(error)
                return 1
            return 0

        shared.pause = Pause(pause)
        slots = slots_for(min(budget.max_nodes, max_slots))
        size = library.noughts_bytes(slots)
        # Zeros that use memory only for the pages written to.
        self._search = (c_char * size).from_buffer(mmap(-1, size, access=ACCESS_COPY))
        library.noughts_start(
            self._search,
            ctypes.byref(shared),
            geometry.size,
            geometry.in_a_row,
            len(lines(geometry)),
            cells_of_lines(geometry),
            len(symmetries(geometry)),
            b"".join(map(bytes, symmetries(geometry))),
            slots,
        )

    def __call__(self, own: int, other: int, *arguments: int) -> int:
        """Return the result of the C function; raise the errors of `Budget.pause`."""
        self._shared.nodes = self._budget.nodes
        self._shared.pause_at = _next_pause(self._budget)
        marks = (Cells(bits, bits >> 64) for bits in (own, other))
        result: int = self._function(self._search, *marks, *arguments)
        self._budget.nodes = self._shared.nodes
        if self._errors:
            raise self._errors.pop()
        return result


def _next_pause(budget: Budget) -> int:
    return min(budget.pause_at, budget.nodes + POLL_NODES)


@lru_cache(maxsize=256)
def cells_of_lines(geometry: Geometry) -> bytes:
    """Return the cells of all lines as bytes, `in_a_row` for each line."""
    return bytes(cell for line in lines(geometry) for cell in cells_of(line))
