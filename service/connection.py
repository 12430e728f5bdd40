"""One connection: uvicorn's protocol on httptools, with bounds on what it holds and how it waits.

httptools would take in a head of any length and wait for it for ever. Here

- a head has so many bytes and so many seconds, else the answer is 414, 431 or 408;
- a connection on which nothing is asked is closed after a while;
- a client has so many seconds to take in an answer;
- of too many connections, the one that has kept us waiting the longest has to go.

What a head may hold exactly, and the body, are the business of service/api/limits.py: it comes
after the parser and can be exact, this comes before it and keeps memory bounded.
"""

import asyncio
from asyncio import TimerHandle
from secrets import token_hex
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from service.api.limits import LINGER_BYTES, headers_too_large, request_timeout, uri_too_long
from service.api.middleware import REQUEST_ID
from service.api.problems import ProblemError
from service.settings import Settings

LAST_CALL: Final = 0.5  # seconds in which a request may cross with our goodbye


class House:
    """What the connections of a server share: who waits, the longest first, and who must leave."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.waiting: dict[Connection, None] = {}
        self.is_closing = False

    def let_in(self, connection: "Connection") -> None:
        """Take in a connection, at the cost of another if there are too many."""
        self.waiting[connection] = None
        if len(connection.connections) > self.settings.max_connections:
            longest = next(iter(self.waiting))
            del self.waiting[longest]
            longest.transport.abort()


class Connection(HttpToolsProtocol):
    """A connection with bounds; `waiting` in the House until a whole request is there."""

    def __init__(self, house: House, **of_uvicorn: Any) -> None:  # noqa: ANN401  passed on
        super().__init__(**of_uvicorn)
        self.house = house
        self.settings = house.settings
        self._in_head = False
        self._head_bytes = 0  # of a head that came in several reads, but for the first of them
        self._dropped: int | None = None  # bytes since a refusal
        self._head_timer: TimerHandle | None = None
        self._send_timer: TimerHandle | None = None

    @property
    def is_answering(self) -> bool:
        """Whether a request has been taken whose answer is not complete."""
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the client in, and wait for a request."""
        super().connection_made(transport)
        self.house.let_in(self)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        self.house.waiting.pop(self, None)
        for timer in (self._head_timer, self._send_timer):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has come, or refuse a head that grows too long; after that, drop it."""
        if self._dropped is not None:
            self._drop(data)
            return
        was_in_head = self._in_head
        super().data_received(data)
        if self._in_head and was_in_head:
            self._head_bytes += len(data)
            self._check_head()
        self._watch_head()

    def on_message_begin(self) -> None:
        """Count a head from here."""
        super().on_message_begin()
        self._in_head = True
        self._head_bytes = 0

    def on_headers_complete(self) -> None:
        """Start to answer; who must leave gets the answer, and goodbye with it."""
        self._in_head = False
        super().on_headers_complete()
        if self.house.is_closing:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """Note that the client no longer keeps us waiting."""
        self.house.waiting.pop(self, None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, if there is to be one."""
        super().on_response_complete()
        if not self.is_answering and not self.transport.is_closing():
            self.house.waiting[self] = None

    def pause_writing(self) -> None:
        """Give the client some time to take in its answers."""
        super().pause_writing()
        seconds = self.settings.send_timeout
        self._send_timer = self.loop.call_later(seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has taken in what there was."""
        super().resume_writing()
        if self._send_timer:
            self._send_timer.cancel()

    def shutdown(self) -> None:
        """Answer what is asked, also what is already on its way to us, then leave."""
        if self.is_answering:
            self.cycle.keep_alive = False
        else:
            self.loop.call_later(LAST_CALL, self._leave)

    def _leave(self) -> None:
        if not self.is_answering:
            self.transport.close()

    def _watch_head(self) -> None:
        """Have a timer run if and only if there is nothing to do but to wait for a head."""
        waits = self._in_head or not self.is_answering
        if waits and not self._head_timer and not self.transport.is_closing():
            self._head_timer = self.loop.call_later(self.settings.receive_timeout, self._late)
        elif self._head_timer and not waits:
            self._head_timer.cancel()
            self._head_timer = None

    def _late(self) -> None:
        self._head_timer = None
        if self._in_head:
            self._refuse(request_timeout(self.settings))
        else:
            self.transport.close()

    def _check_head(self) -> None:
        """Refuse a head that no exact count could find short enough."""
        if self._head_bytes <= 2 * (self.settings.max_uri_bytes + self.settings.max_header_bytes):
            return
        if len(self.url) > self.settings.max_uri_bytes:
            self._refuse(uri_too_long(self.settings))
        else:
            self._refuse(headers_too_large(self.settings))

    def _refuse(self, refusal: ProblemError) -> None:
        """Answer, then drop what still comes: closing on unread data would take the answer back."""
        self._dropped = 0
        if self.is_answering:
            self.cycle.keep_alive = False  # the connection closes after the answers that are due
            return
        self.transport.write(_as_bytes(refusal))
        self.transport.write_eof()
        self._head_timer = self.loop.call_later(self.settings.receive_timeout, self.transport.abort)

    def _drop(self, data: bytes) -> None:
        self._dropped = (self._dropped or 0) + len(data)
        if self._dropped > LINGER_BYTES:
            self.transport.abort()


def _as_bytes(refusal: ProblemError) -> bytes:
    """A refusal as it goes over the wire; it is for everyone to read."""
    response = refusal.response()
    headers = {
        **response.headers,
        "connection": "close",
        "access-control-allow-origin": "*",
        REQUEST_ID.lower(): token_hex(16),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[response.status_code] + head.encode() + b"\r\n" + bytes(response.body)
