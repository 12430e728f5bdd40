"""A bounded number of places, of which no client gets all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class OverloadedError(Exception):
    """All places that this client may hold are taken."""


class Shares:
    """Places shared among clients.

    A client holds at most `share` of them. The last quarter is kept for clients that hold none, so
    that a few greedy clients leave places for the others.
    """

    def __init__(self, places: int, share: int) -> None:
        self._places = places
        self._share = share
        self._held: Counter[str] = Counter()
        self.taken = 0

    @contextmanager
    def hold(self, client: str) -> Iterator[None]:
        """Hold a place for the duration of a block; raises OverloadedError at once."""
        self._check(self._held[client])
        self._held[client] += 1
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]

    def _check(self, held: int) -> None:
        places = self._places - self._places // 4 if held else self._places
        if held >= self._share or self.taken >= places:
            raise OverloadedError
