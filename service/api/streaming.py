"""Responses that are sent while they are made."""

from contextlib import suppress

from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from service.api.disconnects import until_disconnect


class Stream(StreamingResponse):
    """A response whose body comes from an iterator, which ends when the client leaves.

    Starlette does this with anyio, whose import at the first such response would hold the event
    loop for 20 ms.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Answer one request (ASGI)."""
        with suppress(ClientDisconnect):
            await until_disconnect(receive, self.stream_response(send))
