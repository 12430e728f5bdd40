"""A request id for every request, so that an answer and the log can be held together."""

import os
import re
from collections.abc import Iterable, Iterator
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    sent = next((value for name, value in headers if name == NAME), b"")
    return sent.decode() if VALID_ID.fullmatch(sent) else next(_ids)


class RequestId:
    """Gives each request an id, the client's own where it is valid, and answers with it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        request_id = state.setdefault("request_id", request_id_of(scope["headers"])).encode()

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"].append((NAME, request_id))
            await send(message)

        await self.app(scope, receive, send_with_id)
