"""uvicorn's HTTP protocol with the limits on connections that uvicorn lacks (SECURITY.md).

Pass `functools.partial(LimitedProtocol, connections)` to uvicorn as `http`. Every other limit on a
request is in service/middleware/heads.py.
"""

import asyncio
import re
from http import HTTPStatus
from typing import Any, Final, Literal

import httptools
from starlette.responses import Response
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .context import KEY, RequestContext
from .metrics import Metrics
from .middleware.heads import MAX_FIELDS
from .problems.errors import ProblemError
from .settings import Settings

SLICE: Final = 4_096  # Bytes to parse before checking the limits again.
MAX_FRAMING: Final = 16_384  # Maximum bytes of a chunked body that are not data.
MAX_UNPARSED: Final = 262_144  # Maximum bytes of pipelined requests that wait to be parsed.
LAST_IDLE: Final = 1  # Seconds for which a connection may be idle while the server stops.
CHECK_SECONDS: Final = 1  # Seconds between the checks of a connection.
UPGRADE: Final = re.compile(rb"(?i)\r\nupgrade:[^\r\n]*")


class Connections:
    """The open connections of a server, and their limits."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        # A head up to twice the limits reaches the middleware, which adds headers to the problem.
        self.max_head = 2 * (settings.max_uri_bytes + settings.max_header_bytes)
        self.idle_timeout = settings.idle_timeout
        self.is_draining = False  # If true, a connection closes after its last response.
        self.open: set[LimitedProtocol] = set()
        self.waiting: dict[LimitedProtocol, None] = {}  # Those that wait, longest first.
        values: dict[str, dict[str, Any]] = {
            "bad_request": {},
            "request_timeout": {"seconds": settings.receive_timeout},
            "body_too_large": {"limit": settings.max_body_bytes},
            "uri_too_long": {"limit": settings.max_uri_bytes},
            "headers_too_large": {"limit": settings.max_header_bytes},
        }
        scope = {KEY: RequestContext("", None, "", settings.root_path)}
        self._problems = {
            code: to_bytes(ProblemError(code, **values[code]).response(scope)) for code in values
        }
        self._refused = metrics.problems
        text = "Connections closed because there were too many."
        self._evicted = metrics.counter("evicted_connections", text)
        metrics.gauge("connections", "Open connections.", lambda: len(self.open))
        limit = settings.max_connections
        metrics.gauge("max_connections", "Maximum number of open connections.", lambda: limit)

    def add(self, connection: "LimitedProtocol") -> None:
        """Add a connection; if there are too many, close the one waiting longest for its client."""
        self.open.add(connection)
        self.waiting[connection] = None
        if len(self.open) > self.settings.max_connections:
            evicted = next(iter(self.waiting))
            self.discard(evicted)
            evicted.transport.abort()
            self._evicted.inc()

    def discard(self, connection: "LimitedProtocol") -> None:
        """Forget a connection."""
        self.open.discard(connection)
        self.waiting.pop(connection, None)

    def problem(self, code: str) -> bytes:
        """Count a problem, and return its response."""
        self._refused.labels(code).inc()
        return self._problems[code]


def to_bytes(response: Response) -> bytes:
    """Encode a response as HTTP/1.1."""
    lines = [f"HTTP/1.1 {response.status_code} {HTTPStatus(response.status_code).phrase}".encode()]
    lines += [name + b": " + value for name, value in response.raw_headers]
    return b"\r\n".join([*lines, b"", bytes(response.body)])


class SafeTransport:
    """A transport that ignores data written after it is closed, as asyncio's transports do.

    uvloop's transports raise an error until the protocol learns that the connection is lost.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.is_closing = transport.is_closing
        self.get_write_buffer_size = transport.get_write_buffer_size
        self.close = transport.close
        self.abort = transport.abort

    def write(self, data: bytes) -> None:
        """Write data if the transport is open."""
        if not self._transport.is_closing():
            self._transport.write(data)


class LimitedProtocol(HttpToolsProtocol):
    """A connection with limits on heads, chunk framing, idle time and unread responses."""

    def __init__(self, limits: Connections, **of_uvicorn: Any) -> None:  # noqa: ANN401
        super().__init__(**of_uvicorn)
        self.limits = limits
        self.phase: Literal["between", "head", "body"] = "between"  # Of the request being parsed.
        self.excess = 0  # Bytes of the request's head, or of its body without the data.
        self.unparsed = b""
        self.unsent = 0  # Bytes of responses that were unsent at the last check.
        self.since = self.loop.time()  # When the client last made progress.

    @property
    def is_serving(self) -> bool:
        """Return whether a response is due."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def is_served_last(self) -> bool:
        """Return whether a response is due and no further request has begun to arrive."""
        return self.is_serving and self.phase == "between" and not self.pipeline

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.transport = SafeTransport(transport)  # type: ignore[assignment]
        self.limits.add(self)
        self.watch()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.limits.discard(self)
        super().connection_lost(None)  # With an error, uvicorn would keep its timer.

    def data_received(self, data: bytes) -> None:
        """Parse the data that has arrived, until a request must wait for an earlier response."""
        self.unparsed += data
        while self.unparsed and not (self.pipeline or self.transport.is_closing()):
            piece, self.unparsed = self.unparsed[:SLICE], self.unparsed[SLICE:]
            size = len(piece)
            if self.phase == "between" and b"upgrade:" in piece.lower():
                piece = _without_upgrade(piece)
            super().data_received(piece)
            self._check_size(size)
        if len(self.unparsed) > MAX_UNPARSED:
            self.transport.abort()
        elif self.unparsed:
            self.flow.pause_reading()
        elif data and self.limits.is_draining and self.is_served_last:
            self.cycle.keep_alive = False

    def _check_size(self, parsed: int) -> None:
        """Count parsed bytes; refuse a head that is too long, or a body with too much framing."""
        self.excess += parsed
        is_head_large = self.excess > self.limits.max_head or len(self.headers or ()) > MAX_FIELDS
        if self.phase == "head" and is_head_large:
            self.refuse("headers_too_large" if self.headers else "uri_too_long")
        elif self.phase == "body" and self.excess > MAX_FRAMING:
            self.refuse("body_too_large")

    def on_message_begin(self) -> None:
        self.phase, self.excess, self.since = "head", 0, self.loop.time()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if self.parser.should_upgrade():  # The parser would skip the body.
            raise httptools.HttpParserError
        super().on_headers_complete()
        self.phase, self.excess = "body", 0
        self.headers = []  # Fields after a chunked body are not headers of the request.

    def on_body(self, body: bytes) -> None:
        self.excess -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.phase = "between"
        super().on_message_complete()
        self._note_who_waits()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.since = self.loop.time()
        self._note_who_waits()
        if self.unparsed:
            self.data_received(b"")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._note_who_waits()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._note_who_waits()

    def _note_who_waits(self) -> None:
        """Record whether the connection is waiting for its client to send or to read."""
        if self.is_serving and self.phase == "between" and not self.flow.write_paused:
            self.limits.waiting.pop(self, None)
        else:
            self.limits.waiting.setdefault(self)

    def shutdown(self) -> None:
        """Keep the connection open, unlike uvicorn: unparsed requests may have arrived."""

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Respond to a request that is not HTTP."""
        self.refuse("bad_request")

    def refuse(self, code: str) -> None:
        """Send a problem, then close the connection.

        If an earlier response is still due, close after it, without sending the problem.
        """
        self.unparsed = b""
        if self.pipeline or (self.is_serving and self.phase != "body"):
            self.cycle.keep_alive = False
        elif not self.transport.is_closing():
            if not (self.is_serving and self.cycle.response_started):
                self.transport.write(self.limits.problem(code))
            self.transport.close()

    def watch(self) -> None:
        """Check the connection every second until it is lost."""
        if self in self.limits.open:
            self.check(self.loop.time())
            self.loop.call_later(CHECK_SECONDS, self.watch)

    def check(self, now: float) -> None:
        """Close the connection if its client is too slow; `now` is the event loop's time."""
        waited, settings, before = now - self.since, self.limits.settings, self.unsent
        self.unsent = self.transport.get_write_buffer_size()
        if self.unsent != before:
            self.since = now
        elif self.unsent:
            if waited > settings.send_timeout:
                self.transport.abort()
        elif not self.is_serving:
            if self.phase == "between" and waited > self.limits.idle_timeout:
                self.transport.close()
            elif self.phase == "head" and waited > settings.receive_timeout:
                self.refuse("request_timeout")
            elif self.phase == "body" and waited > settings.receive_timeout:
                self.transport.close()  # It has rejected the request before its body.


def _without_upgrade(piece: bytes) -> bytes:
    """Return the start of a request without its Upgrade headers, which the service ignores."""
    head, end, rest = piece.partition(b"\r\n\r\n")
    return UPGRADE.sub(b"", head) + end + rest
