"""Work in the event loop a little at a time, so that other requests get their turn."""

import asyncio
from time import perf_counter
from typing import Final

MAX_SLICE: Final = 0.004  # seconds


class Pace:
    """Tells a long piece of work when to let others in; `slices` share the time of one."""

    def __init__(self, slices: int) -> None:
        self._seconds = MAX_SLICE / slices
        self._until = perf_counter() + self._seconds

    @property
    def is_over(self) -> bool:
        """Whether it is the turn of others."""
        return perf_counter() >= self._until

    async def breathe(self) -> None:
        """Let others in if it is their turn."""
        if self.is_over:
            await asyncio.sleep(0)
            self._until = perf_counter() + self._seconds
