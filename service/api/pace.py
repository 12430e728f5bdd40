"""Long computations in the event loop, in slices, so that other requests get their turn."""

import asyncio
from time import perf_counter
from typing import Final

MAX_SLICE: Final = 0.004  # seconds


class Pace:
    """Tells a computation when to pause; `slices` of them together take the time of one slice."""

    def __init__(self, slices: int) -> None:
        self._seconds = MAX_SLICE / slices
        self._until = perf_counter() + self._seconds

    @property
    def is_over(self) -> bool:
        """Whether the slice is used up."""
        return perf_counter() >= self._until

    async def breathe(self) -> None:
        """Let other requests run if the slice is used up."""
        if self.is_over:
            await asyncio.sleep(0)
            self._until = perf_counter() + self._seconds
