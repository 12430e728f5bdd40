"""Choose the search, and call the compiled search, written in C, through ctypes."""

import ctypes
import logging
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from ctypes import CFUNCTYPE, Structure, c_char, c_int, c_int64, c_size_t, c_uint8, c_uint64
from functools import lru_cache
from mmap import ACCESS_COPY, mmap
from pathlib import Path
from typing import Literal

from ...board.geometry import MAX_SIDE, Geometry, cells_of, lines
from ...board.position import Position
from ...board.symmetry import representatives, symmetries
from ...budget import Budget, BudgetSpentError
from .build import LIBRARY, seal

# An entry of a table takes 24 bytes, so the two tables of the largest search have 216 MB, but use
# memory only for pages written to.
MAX_SLOTS, MAX_BLOCKING_SLOTS, ESTIMATE_SLOTS = 8_000_000, 1_000_000, 500_000
SEAL_BYTES = 32
POLL_NODES = 100_000  # Maximum number of nodes before Python handles signals.
SearchName = Literal["compiled", "python"]
Pause = CFUNCTYPE(c_int64, c_int64)
MovesArray, EstimatesArray = c_uint8 * MAX_SIDE**2, c_int * MAX_SIDE**2

_selected: ContextVar[SearchName] = ContextVar("search", default="compiled")
logger = logging.getLogger("noughts")


class SharedBudget(Structure):
    """The C structure `budget` of search.h."""

    _fields_ = (("nodes", c_int64), ("pause_at", c_int64), ("pause", Pause), ("stopped", c_int))


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
    return library


@contextmanager
def using(search: SearchName) -> Iterator[None]:
    """Use a search in the block, or the search in Python if the compiled one is not built."""
    token = _selected.set(search)
    try:
        yield
    finally:
        _selected.reset(token)


_built = lru_cache(maxsize=1)(load)


def library() -> ctypes.CDLL | None:
    """Return the library of the compiled search, or None if it is not built or not selected."""
    return _built() if _selected.get() == "compiled" else None


def search_name() -> SearchName:
    """Return the search in use for larger positions, "compiled" or "python"."""
    return "compiled" if library() else "python"


class CompiledSearch:
    """A compiled search with its own table; it counts nodes in a Budget, whose `pause` it calls.

    The C function is noughts_normal (negamax.c) or noughts_misere (misere.c), which return the
    value of a position as in alpha_beta.py, noughts_breaker_wins (blocking.c), which returns
    whether it has proved that a side cannot win, or noughts_estimate (estimate.c).
    """

    def __init__(  # noqa: PLR0913  the board and the lines that count are independent
        self,
        library: ctypes.CDLL,
        function: str,
        geometry: Geometry,
        budget: Budget,
        slots: int | None = None,
        *,
        only_lines: tuple[int, ...] | None = None,
    ) -> None:
        """With `only_lines`, only these lines count, and no symmetry is used."""
        self._function = getattr(library, function)
        self._budget = budget
        self._shared = SharedBudget()
        slots = slots or max(1, min(budget.max_nodes, MAX_SLOTS))
        size = library.noughts_bytes(slots)
        # Zeros that use memory only for the pages written to.
        self._search = c_char.from_buffer(mmap(-1, size, access=ACCESS_COPY))
        images, counted = symmetries(geometry), lines(geometry)
        if only_lines is not None:
            images, counted = (), only_lines
        library.noughts_start(
            ctypes.byref(self._search),
            ctypes.byref(self._shared),
            geometry.size,
            geometry.in_a_row,
            len(counted),
            bytes([cell for line in counted for cell in cells_of(line)]),
            len(images),
            b"".join(map(bytes, images)),
            slots,
        )

    def __call__(self, own: int, other: int, *arguments: object) -> int:
        """Return the result of the C function; raise the errors of `Budget.pause`."""
        errors: list[BaseException] = []
        pauses = _pauses(self._budget, errors)
        self._shared.nodes, self._shared.pause_at = self._budget.nodes, next(pauses)
        self._shared.pause = Pause(pauses.send)
        marks = (Cells(bits, bits >> 64) for bits in (own, other))
        result: int = self._function(ctypes.byref(self._search), *marks, *arguments)
        self._budget.nodes = self._shared.nodes
        if self._shared.stopped:
            raise errors.pop()
        return result


def estimate_moves(
    position: Position, cells: Collection[int], budget: Budget, *, traps: bool = False
) -> dict[int, int]:
    """Estimate moves of an unfinished position on a scale from -99 to 99 (best for the mover).

    With `traps`, the opponent is taken for a simple player. In misère, or without C, return no
    estimates.

    Of several equally good moves, the search gives only one the highest estimate. So it is given
    one move of each group of symmetric moves, and the others get the same estimate. Once the limit
    of the budget is reached, the estimates are those found so far.
    """
    compiled = library()
    if not compiled or position.misere:
        return {}
    first_of = representatives(position)
    first = sorted({first_of[cell] for cell in cells})
    moves, estimates = MovesArray(*first), EstimatesArray()
    geometry = position.geometry
    search = CompiledSearch(compiled, "noughts_estimate", geometry, budget, ESTIMATE_SLOTS)
    with suppress(BudgetSpentError):
        search(position.own, position.other, moves, len(first), estimates, traps)
    # The search has sorted `moves`; beyond them, the arrays contain zeros.
    found = dict(zip(moves[: len(first)], estimates, strict=False))
    return {cell: found[first_of[cell]] for cell in cells}


def _pauses(budget: Budget, errors: list[BaseException]) -> Generator[int, int]:
    """Return, for the number of nodes at which a search pauses, that of its next pause.

    An exception ends the search, by a next pause that is not later. It cannot pass through C, so it
    is added to `errors`. Python may run the handler of a signal whenever a function begins, which
    is before its first `try`. So this is a generator, which is within its `try` by then.
    """
    try:
        while True:
            budget.nodes = yield min(budget.pause_at, budget.nodes + POLL_NODES)
            if budget.nodes == budget.pause_at:
                budget.pause()
    except GeneratorExit:
        raise
    except BaseException as error:  # noqa: BLE001  whatever it is, __call__ raises it
        errors.append(error)
    yield 0
