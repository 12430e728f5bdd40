"""The ids of a request, by which an answer, the log and a trace can be held together."""

import os
import re
from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any, Final

REQUEST_ID: Final = "X-Request-ID"
NAME: Final = REQUEST_ID.lower().encode()
VALID_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
BYTES: Final = 16  # of an id, so that no two are equal, on whichever replica
AT_ONCE: Final = 256  # ids for which randomness is fetched with one system call

TRACEPARENT: Final = b"traceparent"  # W3C Trace Context, 3.2
# Version 00 has 55 characters, a later one may go on, and ff is no version.
VALID_TRACE: Final = re.compile(
    rb"(?!ff|00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?"
)
IDS: Final = frozenset((NAME, TRACEPARENT))


def random_ids() -> Iterator[str]:
    """Ids without end, of 32 hexadecimal digits; nobody can guess one from the others.

    Each has its own bytes from the system's generator. A process that is forked off must not go on
    with the ids of its parent.
    """
    while True:
        digits = os.urandom(BYTES * AT_ONCE).hex()
        yield from (digits[i : i + 2 * BYTES] for i in range(0, len(digits), 2 * BYTES))


_ids: Final = random_ids()


def note_ids(headers: Iterable[tuple[bytes, bytes]], state: MutableMapping[str, Any]) -> None:
    """Put the `request_id` into the state of a scope, and the `trace_id` if the client sent one.

    A request that was refused before keeps the id under which that was done.
    """
    for name, value in headers:
        if name in IDS:  # one look-up for each header of each request, and usually no more
            _note_sent(name, value, state)
    if "request_id" not in state:
        state["request_id"] = next(_ids)


def _note_sent(name: bytes, value: bytes, state: MutableMapping[str, Any]) -> None:
    """Note the first id of its kind, if it is valid."""
    if name == NAME and VALID_ID.fullmatch(value):
        state.setdefault("request_id", value.decode())
    elif name == TRACEPARENT and (found := VALID_TRACE.fullmatch(value)):
        state.setdefault("trace_id", found[1].decode())
