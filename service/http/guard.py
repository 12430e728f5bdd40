"""The guard of a connection: the bounds on clients that uvicorn lacks (listed in SECURITY.md)."""

import asyncio
import logging
from functools import partial
from typing import Any, ClassVar, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from service.middleware.connections import CURRENT
from service.problems import heads
from service.problems.errors import ProblemError
from service.shares import client_at

TICK: Final = 0.5  # seconds between two checks of the time limits
SLICE: Final = 4_096  # bytes of a chunked body parsed at a time
MAX_FRAMING: Final = 16_384  # bytes of it that are not data
LINGER_BYTES: Final = 32 * 2**20  # of a rejected request, dropped so that the response is read
END: Final = b"\r\n\r\n"  # of a head, and of a chunked body
MAX_NEW: Final = 32  # connections of one client in a tick that do not take turns

logger = logging.getLogger("noughts")


class Inner(HttpToolsProtocol):
    """uvicorn's protocol, to which its guard is the transport."""

    guard: "Guard"

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self.guard.framing -= len(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.guard.in_body = False
        if self.guard.answering:
            self.guard.server.waiting.pop(self.guard, None)


class Guard(asyncio.Protocol):
    """Stands between the event loop and uvicorn, to which it passes one request at a time."""

    server: ClassVar[Any]  # a Server
    transport: asyncio.Transport
    problem: ProblemError | None = None  # of a request that cannot be received
    rest: int | None = 0  # bytes of its body still to parse; None if it is chunked
    in_body = answering = begun = joins = parsing = failed = closed = False
    unread = held = b""  # held: the head of the response, sent with its body
    turn: asyncio.Task[None] | None = None  # while the connection waits for its turn
    fields = framing = dropped = unsent = 0

    def __init__(self, **of_uvicorn: Any) -> None:  # noqa: ANN401
        self.server.accept = partial(type(self), **of_uvicorn)
        self.new_inner = partial(Inner, **of_uvicorn)
        self.since = self.server.clock  # when the client last did something

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.get_extra_info = transport.get_extra_info
        self.pause_reading = self.transport.pause_reading
        self.resume_reading = self.transport.resume_reading
        self.client = client_at((transport.get_extra_info("peername") or [""])[0])  # or it left
        logger.debug("connection from %s opened", self.client)
        self._connect_inner()
        self.server.admit(self)
        if self.server.new[self.client] > MAX_NEW:
            self.turn = asyncio.create_task(self._take_turn())

    async def _take_turn(self) -> None:
        """Wait until no connections arrive; uvloop accepts one in each cycle of its loop."""
        async with self.server.turn:
            before = 0
            while len(self.server.open) > before:
                before = len(self.server.open)
                await asyncio.sleep(0)
        self.turn = None
        if not self.closed:
            self.transport.resume_reading()
            self.advance()

    def _connect_inner(self) -> None:
        self.inner = self.new_inner()
        self.inner.guard = self
        self.inner.connection_made(cast("asyncio.Transport", self))
        self.pause_writing = self.inner.pause_writing  # type: ignore[method-assign]
        self.resume_writing = self.inner.resume_writing  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        logger.debug("connection from %s closed", self.client)
        self.abort()
        self.server.open.discard(self)
        self.inner.connection_lost(None)  # with an error, uvicorn would keep its timer
        del self.inner, self.pause_writing, self.resume_writing  # which refer to this

    def data_received(self, data: bytes) -> None:
        if self.closed or self.problem or (self.in_body and self.begun):
            self.dropped += len(data)
            if self.dropped > LINGER_BYTES:
                self.abort()
        if not (self.closed or self.problem):
            if not (self.unread or self.in_body or self.answering):
                self.since = self.server.clock
            self.unread = self.unread + data if self.unread else data
            self.advance()

    def advance(self) -> None:
        """Parse up to the end of a request; read on when everything is parsed."""
        while self.unread and not self.turn and (self.in_body or not self.answering):
            if self.closed or not (self._parse_body() if self.in_body else self._parse_head()):
                break
        if self.unread and (self.turn or self.answering) and not self.in_body:
            self.transport.pause_reading()
        elif not (self.in_body or self.answering or self.closed):
            self.transport.resume_reading()

    def _parse_head(self) -> bool:
        """Start the next request; return whether there is one."""
        unread, limit = self.unread.lstrip(b"\r\n"), self.server.max_head
        end = unread.find(END)
        if end < 0 and len(self.unread) <= limit:
            return False
        size = end + len(END) if end >= 0 else len(unread)
        head, self.unread = unread[:size], unread[size:]
        head = heads.without_upgrade(head)
        lines = head.count(b"\n")
        large = end < 0 or size > limit or lines > heads.MAX_LINES
        if large or head.startswith(heads.NOT_HTTP) or not self._begin(head):
            self._reject(heads.unparsable(head, self.server.settings, is_too_large=large), head)
            return False
        self.since = self.server.clock
        self.framing = self.dropped = self.rest = 0
        if self.in_body:
            self.rest, self.fields = heads.content_length(head), lines - 2
            self.transport.resume_reading()
        return True

    def _begin(self, head: bytes) -> bool:
        """Pass on a head; return whether uvicorn could parse it."""
        self.in_body, self.answering, self.begun = True, True, False
        CURRENT.set(self)
        return self._parse(head)

    def _parse_body(self) -> bool:
        """Pass on a piece of a body, and nothing of the next request; return whether it could."""
        if self.rest is None:
            size = min(len(self.unread), SLICE)
            end = self.unread.find(END, 0, size)
            size = end + len(END) if end >= 0 else max(size - len(END) + 1, 0)
            self.framing += size
        else:
            size = min(len(self.unread), self.rest)
            self.rest -= size
        piece, self.unread = self.unread[:size], self.unread[size:]
        if not self._parse(piece):
            self.refuse(ProblemError("bad_request"))
        elif self.framing > MAX_FRAMING:
            self.refuse(ProblemError("body_too_large", limit=self.server.settings.max_body_bytes))
        return size > 0 and not self.problem

    def _parse(self, piece: bytes) -> bool:
        """Have uvicorn parse something; return whether it could."""
        self.parsing, self.failed = True, False
        self.inner.data_received(piece)
        self.parsing = False
        return not self.failed

    def check(self) -> None:
        """Enforce the time limits."""
        now, settings, before = self.server.clock, self.server.settings, self.unsent
        self.unsent = self.transport.get_write_buffer_size()
        if self.unsent != before:
            self.since = now
        if self.unsent or self.closed:
            self.server.waiting[self] = None
            if now - self.since >= settings.send_timeout:
                self.abort()
        elif self.in_body or (self.unread.strip() and not self.answering):
            if now - self.since >= settings.receive_timeout:
                late = ProblemError("request_timeout", seconds=settings.receive_timeout)
                self.refuse(late) if self.in_body else self._reject(late, self.unread)
        elif not self.answering and now - self.since >= self.server.patience:
            self.transport.close()

    def answered(self) -> None:
        """Go on with the next request, or wait for it."""
        self.answering, self.begun = False, self.in_body
        if not self.closed:
            self._flush()
            self.since = self.server.clock
            self.server.waiting[self] = None
            if self.has_more():
                asyncio.get_running_loop().call_soon(self.advance)

    def has_more(self) -> bool:
        """Whether the client is sending more than the request."""
        return bool(self.in_body or self.unread or not self.transport.is_reading())

    def refuse(self, problem: ProblemError) -> None:
        """Have the application respond with a problem, unless a response has begun; then close."""
        self.problem, self.unread = problem, b""
        if self.begun:
            self.close()
        else:
            self.inner.on_body(b"")  # the application receives what there is, and the problem

    def _reject(self, problem: ProblemError, head: bytes) -> None:
        """Refuse a request that cannot be parsed: uvicorn gets another one."""
        self.problem, self.unread, self.parsing = problem, b"", True
        self.inner.connection_lost(None)  # its parser accepts nothing after an error
        self._connect_inner()
        self._begin(heads.replacement(head))

    def abort(self) -> None:
        """Close at once."""
        self.closed = True
        self.server.waiting.pop(self, None)
        self.transport.abort()

    def is_closing(self) -> bool:
        return self.closed or self.transport.is_closing()

    def write(self, data: bytes) -> None:
        if self.parsing:
            self.failed = True  # what uvicorn writes meanwhile is its own 400
        elif self.joins:
            self.held, self.joins = data, False
        elif not self.is_closing():
            self._flush(data)

    def _flush(self, *data: bytes) -> None:
        held, self.held = self.held, b""
        if held or data:
            self.transport.writelines((held, *data))  # without a copy: clients share long data

    def close(self) -> None:
        """Close, but not while the client is sending: it could not read the response."""
        is_idle = not (self.in_body or self.answering)
        if not (self.parsing or self.closed or (is_idle and self.server.is_closing)):
            self._flush()
            lingers = self.has_more() and not self.transport.is_closing()
            self.closed, self.unread, self.since = True, b"", self.server.clock
            if lingers:
                self.transport.resume_reading()
                self.transport.write_eof()
            else:
                self.transport.close()
