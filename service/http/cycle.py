"""One request and its response: uvicorn's cycle, which writes a whole response at once."""

from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

WITHOUT_BODY: Final = (204, 304)
MAX_JOINED: Final = 65_536  # bytes of a body; a longer one is shared by all that it is written to


class Cycle(RequestResponseCycle):
    """Holds the head of a response back until the first piece of its body.

    What is sent to a client that has left is dropped.
    """

    _head: bytes = b""

    async def send(self, message: Any) -> None:  # noqa: ANN401  an ASGI message
        """Send a part of the response (ASGI)."""
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected or self.transport.is_closing():
            self.disconnected = True
        elif message["type"] == "http.response.start":
            self._start(message)
        else:
            self._continue(message.get("body", b""), more=message.get("more_body", False))

    def _start(self, message: dict[str, Any]) -> None:
        """Make the head."""
        self.response_started = True
        self.waiting_for_100_continue = False
        has_body = message["status"] not in WITHOUT_BODY and self.scope["method"] != "HEAD"
        self.chunked_encoding = has_body
        lines = [STATUS_LINE[message["status"]]]
        for name, value in message["headers"]:
            if name == b"content-length":
                self.chunked_encoding = False
            elif name == b"connection" and value == b"close":
                self.keep_alive = False
                continue
            lines += (name, b": ", value, b"\r\n")
        if not self.keep_alive:
            lines.append(b"connection: close\r\n")
        if self.chunked_encoding:
            lines.append(b"transfer-encoding: chunked\r\n")
        self._head = b"".join((*lines, b"\r\n"))

    def _continue(self, body: bytes, *, more: bool) -> None:
        """Write a piece of the body, and the head if it is the first."""
        head, self._head = self._head, b""
        if self.scope["method"] == "HEAD":
            body = b""
        elif self.chunked_encoding:
            body = _chunk(body, is_last=not more)
        if len(body) <= MAX_JOINED:
            body = head + body
        elif head:
            self.transport.write(head)
        if body:
            self.transport.write(body)
        if not more:
            self._complete()

    def _complete(self) -> None:
        self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()


def _chunk(body: bytes, *, is_last: bool) -> bytes:
    """A piece of a body in chunked transfer coding (RFC 9112, 7.1)."""
    chunk = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
    return chunk + b"0\r\n\r\n" if is_last else chunk
