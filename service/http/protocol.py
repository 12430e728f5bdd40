"""One connection: uvicorn's protocol on httptools, with bounds on what it holds and how it waits.

httptools would take in a head of any length and wait for it for ever, and uvicorn would start on
all requests that come at once. Here

- a head has so many bytes and so many seconds, else the answer is 414, 431 or 408;
- while a request waits for its answer, what comes after it is left unread;
- a connection on which nothing is asked is closed after a while;
- a client has so many seconds to take in an answer;
- of too many connections, the one that has kept us waiting the longest has to go.

What a head may hold exactly, and the body, are checked by
service/middleware/limits.py: it comes after the parser and can be exact, this comes before it and
keeps memory bounded.
"""

import asyncio
from asyncio import TimerHandle
from collections import deque
from time import perf_counter
from typing import Any, Final

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from service.http.head import as_bytes, check_head, head_without_upgrade
from service.middleware.limits import (
    LINGER_BYTES,
    bad_request,
    headers_too_large,
    request_timeout,
    uri_too_long,
)
from service.middleware.metrics import UNKNOWN, Metrics
from service.middleware.request_id import request_id_of
from service.schemas.problems import ProblemError
from service.settings import Settings

SLICE: Final = 1_024  # bytes parsed at a time; some fifty requests fit in at most
LAST_CALL: Final = 0.5  # seconds in which a request may cross with our goodbye


class ConnectionRegistry:
    """What the connections of a server share: who waits, the longest first, and who must leave."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.most = settings.max_connections
        self.waiting: dict[Connection, None] = {}
        self.is_closing = False

    def admit(self, connection: "Connection") -> None:
        """Take in a connection, at the cost of another if there are too many."""
        self.waiting[connection] = None
        if len(connection.connections) > self.most:
            longest = next(iter(self.waiting))
            del self.waiting[longest]
            longest.transport.abort()


class Flow(FlowControl):
    """Reads on only when nothing is unread, whoever asks for it."""

    def __init__(self, transport: asyncio.Transport, unread: deque[bytes]) -> None:
        super().__init__(transport)
        self.unread = unread

    def resume_reading(self) -> None:
        """Read on, unless there is enough to do."""
        if not self.unread:
            super().resume_reading()


class Connection(HttpToolsProtocol):
    """A connection with bounds; `waiting` in the registry until a whole request is there."""

    def __init__(self, registry: ConnectionRegistry, **of_uvicorn: Any) -> None:  # noqa: ANN401  passed on
        super().__init__(**of_uvicorn)
        self.registry = registry
        self.settings = registry.settings
        self._unread: deque[bytes] = deque()
        self._in_head = False
        self._begun = perf_counter()  # the last head, or waiting for the first
        self._held = 0  # bytes parsed since a head has begun, or since a piece of a body
        self._before: RequestResponseCycle | None = None  # the request ahead of the last one
        self._dropped: int | None = None  # bytes since a refusal
        self._wait_timer: TimerHandle | None = None
        self._send_timer: TimerHandle | None = None

    @property
    def is_answering(self) -> bool:
        """Whether a request has been taken whose answer is not complete."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def _is_in_body(self) -> bool:
        return self.is_answering and self.cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the client in, and wait for a request."""
        super().connection_made(transport)
        self.flow = Flow(transport, self._unread)
        self.registry.admit(self)
        self._watch_head()
        if self.registry.is_closing:
            self.shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything; uvicorn's timer too, which it would keep after a reset."""
        self.registry.waiting.pop(self, None)
        self._unset_keepalive_if_required()
        for timer in (self._wait_timer, self._send_timer):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has come; after a refusal, drop it."""
        if self._dropped is None:
            self._unread.extend(data[i : i + SLICE] for i in range(0, len(data), SLICE))
            self._parse()
        else:
            self._drop(data)

    def _parse(self) -> None:
        """Parse what is unread, up to a request that has to be answered before."""
        self._unset_keepalive_if_required()
        while self._unread and (self._is_in_body or not self.is_answering):
            self._parse_slice(self._unread.popleft())
        if self._unread:
            self.flow.pause_reading()
        elif not self.is_answering:
            self.flow.resume_reading()
        elif self.registry.is_closing:
            self._disable_keep_alive()
        self._watch_head()

    def _parse_slice(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade as upgrade:
            after = data[upgrade.args[0] :]
            self._unread.extendleft(part for part in (after, self._plain_head()) if part)
            self.parser = HttpRequestParser(self)
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        except HttpParserError:
            self.logger.debug("Invalid HTTP request received.")
            self._refuse(bad_request())
        else:
            self._held += len(data)
            if self._held > 2 * (self.settings.max_uri_bytes + self.settings.max_header_bytes):
                self._refuse(self._too_much())

    def _plain_head(self) -> bytes:
        """The last head without its upgrade, to be parsed again: now the parser skips no body."""
        method, version = self.parser.get_method(), self.parser.get_http_version()
        return head_without_upgrade(method, self.url, version, self.headers)

    def _too_much(self) -> ProblemError:
        """The answer to a head that no exact count could find short enough."""
        if self._in_head and len(self.url) > self.settings.max_uri_bytes:
            return uri_too_long(self.settings)
        return headers_too_large(self.settings)

    def on_message_begin(self) -> None:
        """Count a head from here."""
        super().on_message_begin()
        self._in_head = True
        self._begun = perf_counter()
        self._held = 0

    def on_headers_complete(self) -> None:
        """Start to answer; raises ValueError, which is an error to the parser."""
        if self.parser.should_upgrade():
            if self.parser.get_method() == b"CONNECT":
                raise ValueError("we are no proxy")
            return
        version = self.parser.get_http_version()
        check_head(version, self.headers)
        self.expect_100_continue &= version != "1.0"
        self._before = self.cycle
        super().on_headers_complete()
        self._in_head = False
        self.headers = []  # fields after the body are not among those of the head

    def on_body(self, body: bytes) -> None:
        """Take in a piece of a body."""
        super().on_body(body)
        self._held = 0

    def on_message_complete(self) -> None:
        """Note that the client no longer keeps us waiting."""
        if not self.parser.should_upgrade():
            self.registry.waiting.pop(self, None)
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on with the next request, or wait for it, if there is to be one."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._await_end()
        elif not self.is_answering:
            self.registry.waiting[self] = None
            if self._unread or self._in_head:
                self._parse()
            elif self.registry.is_closing:
                self.shutdown()

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
            self._disable_keep_alive()
        else:
            self.loop.call_later(LAST_CALL, self._leave)

    def _disable_keep_alive(self) -> None:
        """Have the last answer say so, if it can still do that and is the last."""
        if not (self._unread or self.cycle.more_body or self.cycle.response_started):
            self.cycle.keep_alive = False

    def _leave(self) -> None:
        if not self.is_answering and not self._in_head:
            self._close()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which nothing has been asked for a while."""
        self._close()

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
            self._await_end()

    def _await_end(self) -> None:
        """Give the client some time to take in the last that it is sent."""
        if self._wait_timer:
            self._wait_timer.cancel()
        seconds = self.settings.send_timeout
        self._wait_timer = self.loop.call_later(seconds, self.transport.abort)

    def _watch_head(self) -> None:
        """Have a timer run if and only if there is nothing to do but to wait for a head."""
        if self._dropped is not None or self.transport.is_closing():
            return
        if not self.is_answering and not self._wait_timer:
            self._wait_timer = self.loop.call_later(
                self.settings.receive_timeout, self._on_head_timeout
            )
        elif self.is_answering and self._wait_timer:
            self._wait_timer.cancel()
            self._wait_timer = None

    def _on_head_timeout(self) -> None:
        if self._in_head:
            self._refuse(request_timeout(self.settings))
        else:
            self._close()

    def _refuse(self, problem: ProblemError) -> None:
        """Answer, then drop what still comes: closing on unread data would take the answer back.

        If answers are due, the connection just closes after them.
        """
        in_head, in_body = self._in_head, self._is_in_body
        self._in_head = False
        self._dropped = 0
        self._unread.clear()
        if in_body:
            self._end_body()
        if self.is_answering:
            self.cycle.keep_alive = False
            return
        asked: Any = self.scope if in_head or in_body else {"headers": [], "state": {}}
        state = asked["state"]
        state["status"] = problem.status_code
        request_id = state.setdefault("request_id", request_id_of(asked["headers"]))
        seconds = perf_counter() - self._begun
        if not in_body:  # else Telemetry notes it: it has taken the request
            method = self.parser.get_method().decode() if in_head and self.url else UNKNOWN
            self.registry.metrics.note(UNKNOWN, method, seconds, state)
        self.transport.write(as_bytes(problem.response(), request_id, seconds))
        self.transport.write_eof()
        self._await_end()

    def _end_body(self) -> None:
        """Take back the last request, whose body is broken, unless it has an answer already."""
        self.cycle.message_event.set()
        if self.cycle.response_started:
            self.cycle.more_body = False
            return
        self.cycle.disconnected = True
        if self.pipeline:
            self.pipeline.popleft()
        self.cycle = self._before  # type: ignore[assignment]  # None, as at first

    def _drop(self, data: bytes) -> None:
        self._dropped = (self._dropped or 0) + len(data)
        if self._dropped > LINGER_BYTES:
            self.transport.abort()
