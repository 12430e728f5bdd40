"""A request id for every request, so that an answer and the log can be held together."""

import os
import re
from collections.abc import Iterable, Iterator
from typing import Final

REQUEST_ID: Final = "X-Request-ID"
NAME: Final = REQUEST_ID.lower().encode()
VALID_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
BYTES: Final = 16  # of an id, so that no two are equal, on whichever replica
AT_ONCE: Final = 256  # ids for which randomness is fetched with one system call


def random_ids() -> Iterator[str]:
    """Ids without end, of 32 hexadecimal digits; nobody can guess one from the others.

    Each has its own bytes from the system's generator. A process that is forked off must not go on
    with the ids of its parent.
    """
    while True:
        digits = os.urandom(BYTES * AT_ONCE).hex()
        yield from (digits[i : i + 2 * BYTES] for i in range(0, len(digits), 2 * BYTES))


_ids: Final = random_ids()


def request_id_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The client's own id where it is valid, else a new one."""
    for name, value in headers:
        if name == NAME:
            return value.decode() if VALID_ID.fullmatch(value) else next(_ids)
    return next(_ids)
