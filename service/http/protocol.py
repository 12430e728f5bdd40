"""One connection: how long it waits for its client, and how it is closed.

uvicorn waits for a head and for a body without a limit. Here

- a head has a maximum of seconds, and so has a body, else the answer is 408;
- a connection without a request is closed after a while, and so is one whose client does not read;
- of too many connections, one that waits for its client is closed.
"""

import asyncio
import logging
from asyncio import TimerHandle
from time import perf_counter
from typing import Any, Final

from service.http.flow import Flow
from service.http.parsing import ParsingProtocol
from service.http.refusal import refusal
from service.http.registry import ConnectionRegistry
from service.middleware.clients import client_at, unmapped
from service.middleware.limits import LINGER_BYTES
from service.middleware.metrics import UNKNOWN
from service.problems.errors import ProblemError

CLOSE_DELAY: Final = 0.5  # seconds for a request that is on its way when the server stops

logger = logging.getLogger("noughts")


class Connection(ParsingProtocol):
    """A connection with bounds; evictable while the server waits for its client."""

    def __init__(self, registry: ConnectionRegistry, **of_uvicorn: Any) -> None:  # noqa: ANN401
        super().__init__(registry.settings, **of_uvicorn)
        self.registry = registry
        self.peer = ""
        self._dropped: int | None = None  # bytes since a refusal
        self._wait_timer: TimerHandle | None = None
        self._send_timer: TimerHandle | None = None
        self._unsent = 0  # bytes when the timer was set

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the client, and wait for a request."""
        super().connection_made(transport)
        if self.client:
            self.client = (unmapped(self.client[0]), self.client[1])
            self.peer = client_at(self.client[0])
        logger.debug("connection from %s opened", self.client)
        self.flow = Flow(transport, self.unread)
        self.registry.admit(self)
        self._watch_request()
        if self.registry.is_closing:
            self.shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything; uvicorn's timer too, which it would keep after a reset."""
        logger.debug("connection from %s closed", self.client)
        self.registry.wait_no_longer(self)
        self._unset_keepalive_if_required()
        self.stop_parsing()
        for timer in (self._wait_timer, self._send_timer):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has come; after a refusal, drop it."""
        if self._dropped is None:
            self.add_unread(data)
        else:
            self._drop(data)

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self.registry.wait_for(self)
        self._watch_reading()

    def _watch_reading(self) -> None:
        """Give the client `send_timeout` seconds to read something."""
        self._unsent = self.transport.get_write_buffer_size()
        self._send_timer = self.loop.call_later(self.settings.send_timeout, self._on_send_timeout)

    def _on_send_timeout(self) -> None:
        """Close the connection of a client that does not read, or that the end waits for."""
        has_read = self.transport.get_write_buffer_size() < self._unsent
        if has_read and not self.registry.is_closing:
            self._watch_reading()
        else:
            self.transport.abort()

    def resume_writing(self) -> None:
        """Go on: the client has read what it was sent."""
        super().resume_writing()
        if self._send_timer:
            self._send_timer.cancel()
        if self.is_answering and not self.is_in_body:
            self.registry.wait_no_longer(self)
        self.parse_later()

    def after_parsing(self) -> None:
        """Wait for a head, or say that the last answer is the last."""
        if self.registry.is_closing and self.is_answering:
            self._disable_keep_alive()
        self._watch_request()

    def on_headers_complete(self) -> None:
        """Start to answer, and give the client the same time again for the body."""
        super().on_headers_complete()
        self._stop_waiting()

    def on_message_complete(self) -> None:
        """Note that the server no longer waits for the client."""
        super().on_message_complete()
        if not self.in_head:
            self.registry.wait_no_longer(self)

    def on_response_complete(self) -> None:
        """Go on with the next request, or wait for it, if there is to be one."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._abort_later()
        elif not self.is_answering:
            self.registry.wait_for(self)
            if self.unread or self.in_head:
                self.parse()
            elif self.registry.is_closing:
                self.shutdown()

    def shutdown(self) -> None:
        """Answer what has been asked, and what is already on its way, then close."""
        if self.is_answering:
            self._disable_keep_alive()
        else:
            self.loop.call_later(CLOSE_DELAY, self._close_if_idle)

    def _disable_keep_alive(self) -> None:
        """Let the last answer say that it is the last, if it still can.

        While reading is paused, more requests may have come.
        """
        more_may_follow = self.unread or self.in_head or self.flow.read_paused
        if not (more_may_follow or self.cycle.more_body or self.cycle.response_started):
            self.cycle.keep_alive = False

    def _close_if_idle(self) -> None:
        if not self.is_answering and not self.in_head:
            self._close()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which nothing has been asked for `idle_timeout` seconds."""
        self._close()

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
            self._abort_later()

    def _abort_later(self) -> None:
        """Give the client `send_timeout` seconds to read the last that it is sent."""
        if self._wait_timer:
            self._wait_timer.cancel()
        seconds = self.settings.send_timeout
        self._wait_timer = self.loop.call_later(seconds, self.transport.abort)

    def _watch_request(self) -> None:
        """Have a timer run if and only if the server waits for a head or a body."""
        if self._dropped is not None or self.transport.is_closing():
            return
        is_waiting = self.is_in_body or not self.is_answering
        if is_waiting and not self._wait_timer:
            seconds = self.settings.receive_timeout
            self._wait_timer = self.loop.call_later(seconds, self._on_request_timeout)
        elif not is_waiting:
            self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._wait_timer:
            self._wait_timer.cancel()
            self._wait_timer = None

    def _on_request_timeout(self) -> None:
        if self.in_head or self.is_in_body:
            self.refuse(ProblemError("request_timeout", seconds=self.settings.receive_timeout))
        else:
            self._close()

    def refuse(self, problem: ProblemError) -> None:
        """Answer, then drop what still comes: closing on unread data would take the answer back.

        If answers are due, the connection just closes after them.
        """
        in_head, in_body = self.in_head, self.is_in_body
        self.in_head = False
        self._dropped = 0
        self.stop_parsing()
        if in_body:
            self._end_body()
        if self.is_answering:
            self.cycle.keep_alive = False
            return
        scope: Any = self.scope if in_head or in_body else {"headers": [], "state": {}}
        seconds = perf_counter() - self.begun
        self.transport.write(refusal(problem, scope, seconds))
        if not in_body:  # else Telemetry notes it, which has accepted the request
            method = self.parser.get_method().decode() if in_head and self.url else UNKNOWN
            self.registry.metrics.note(UNKNOWN, method, seconds, scope["state"])
        self.transport.write_eof()
        self._abort_later()

    def _end_body(self) -> None:
        """Take back the last request, whose body is broken, unless it has an answer already."""
        self.cycle.message_event.set()
        if self.cycle.response_started:
            self.cycle.more_body = False
            return
        self.cycle.disconnected = True
        if self.pipeline:
            self.pipeline.popleft()
        self.cycle = self.previous  # type: ignore[assignment]  # None, as at first

    def _drop(self, data: bytes) -> None:
        self._dropped = (self._dropped or 0) + len(data)
        if self._dropped > LINGER_BYTES:
            self.transport.abort()
