"""The parsing of requests on one connection, with bounds on what it holds.

httptools accepts a head of any length, and uvicorn starts all requests that arrive together. Here

- a head has a maximum of bytes, else the answer is 414 or 431;
- a body has a maximum of bytes for its framing, so that tiny chunks are refused;
- at most SLICE bytes, and two requests, are parsed before other connections have their turn;
- while a request waits for its answer, or the client does not read, nothing more is parsed.

The exact size of a head, and that of a body, are checked by service/middleware/limits.py: it comes
after the parser and can be exact, this comes before it and keeps memory bounded.
"""

import asyncio
import re
from collections import deque
from time import perf_counter
from typing import Any, Final
from urllib.parse import unquote

from httptools import (
    HttpParserCallbackError,
    HttpParserError,
    HttpParserUpgrade,
    HttpRequestParser,
    parse_url,
)
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from service.http.cycle import Cycle
from service.http.head import check_head, head_without_upgrade
from service.problems.errors import ProblemError
from service.problems.handlers import METHODS
from service.settings import Settings

SLICE: Final = 1_024  # bytes parsed at a time
HEAD_END: Final = b"\r\n\r\n"
MAX_FRAMING: Final = 16_384  # bytes of a body in chunks that are not of the body itself
# RFC 9112, 3; the end may be yet to come.
REQUEST_LINE: Final = re.compile(
    rb"(?:\r\n)*([!#$%&'*+.^_`|~0-9A-Za-z-]+) [^ \r\n]+(?: HTTP/1\.[01]\r\n|\Z)"
)


class ParsingProtocol(HttpToolsProtocol):
    """Turns bytes into requests; a subclass decides how to refuse and when to wait."""

    cycle: Cycle

    def __init__(self, settings: Settings, **of_uvicorn: Any) -> None:  # noqa: ANN401
        super().__init__(**of_uvicorn)
        self.settings = settings
        self.unread: deque[bytes] = deque()
        self.in_head = False
        self.begun = perf_counter()  # when the last head began, or the connection
        self.previous: Cycle | None = None  # the request before the last one
        self._parse_handle: asyncio.Handle | None = None
        self._parsed = 0  # bytes since a head began, or since a body began
        self._body_bytes = 0

    @property
    def is_answering(self) -> bool:
        """Whether a request has been accepted whose answer is not complete."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def is_in_body(self) -> bool:
        """Whether a request has been accepted whose body is not complete."""
        return self.is_answering and self.cycle.more_body

    def refuse(self, problem: ProblemError) -> None:
        """Answer a request that cannot be accepted, and parse nothing more."""
        raise NotImplementedError

    def after_parsing(self) -> None:
        """Called whenever a slice has been parsed."""
        raise NotImplementedError

    def add_unread(self, data: bytes) -> None:
        """Parse this after everything that came before it."""
        if len(data) <= SLICE:
            self.unread.append(data)
        else:
            self.unread.extend(data[i : i + SLICE] for i in range(0, len(data), SLICE))
        if not self._parse_handle:
            self.parse()

    def parse_later(self) -> None:
        """Parse the next slice in the next turn of the event loop."""
        if self.unread and not self._parse_handle:
            self._parse_handle = self.loop.call_soon(self.parse)

    def stop_parsing(self) -> None:
        """Drop what is unread."""
        self.unread.clear()
        if self._parse_handle:
            self._parse_handle.cancel()

    def parse(self) -> None:
        """Parse one slice, up to a request that has to be answered first."""
        self._parse_handle = None
        self._unset_keepalive_if_required()
        if self.unread and self._may_parse():
            self._parse_slice(self._next_slice())
        if self.unread:
            self.flow.pause_reading()
            if self._may_parse():
                self.parse_later()
        elif not self.is_answering or self._takes_body():
            self.flow.resume_reading()
        self.after_parsing()

    def _takes_body(self) -> bool:
        """Whether more of a body is to come, and the application leaves little of it waiting."""
        return self.is_in_body and len(self.cycle.body) <= HIGH_WATER_LIMIT

    def _next_slice(self) -> bytes:
        """The next bytes to parse, up to the end of the first head if there is another.

        What is parsed of a request takes a hundred times the memory of its bytes.
        """
        data = self.unread.popleft()
        if data.count(HEAD_END) < 2:
            return data
        end = data.index(HEAD_END) + len(HEAD_END)
        self.unread.appendleft(data[end:])
        return data[:end]

    def _may_parse(self) -> bool:
        """Whether there is neither a request to be answered first nor an answer to be read."""
        return self.is_in_body or not (self.is_answering or self.flow.write_paused)

    def _parse_slice(self, data: bytes) -> None:
        self._parsed += len(data)
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade as upgrade:
            after = data[upgrade.args[0] :]
            self.unread.extendleft(part for part in (after, self._plain_head()) if part)
            self.parser = HttpRequestParser(self)
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        except HttpParserError as error:
            self.logger.debug("Invalid HTTP request received.")
            ours = isinstance(error, HttpParserCallbackError)  # of on_headers_complete
            is_unknown = not ours and self._is_unknown_method(data)
            self.refuse(ProblemError("not_implemented" if is_unknown else "bad_request"))
        else:
            self._check_parsed()

    def _is_unknown_method(self, data: bytes) -> bool:
        """Whether what cannot be parsed is a request line, but for a method that HTTP has not.

        After another request in the same slice it does not matter: there is no answer then.
        """
        begins_here = self.in_head and not self._parsed
        line = REQUEST_LINE.match(data) if begins_here else None
        return line is not None and line[1].decode() not in METHODS

    def _plain_head(self) -> bytes:
        """The last head without its upgrade, to be parsed again: now the parser skips no body."""
        method, version = self.parser.get_method(), self.parser.get_http_version()
        return head_without_upgrade(method, self.url, version, self.headers)

    def _check_parsed(self) -> None:
        """Refuse a head that no exact count could find short enough, and a body of tiny chunks."""
        settings, framing = self.settings, self._parsed - self._body_bytes
        if self.is_in_body:
            if framing > MAX_FRAMING:
                too_large = ProblemError("body_too_large", limit=settings.max_body_bytes)
                self.refuse(
                    too_large
                    if self._body_bytes
                    else ProblemError("headers_too_large", limit=settings.max_header_bytes)
                )
        elif framing > 2 * (settings.max_uri_bytes + settings.max_header_bytes):
            is_long_uri = self.in_head and len(self.url) > settings.max_uri_bytes
            self.refuse(
                ProblemError("uri_too_long", limit=settings.max_uri_bytes)
                if is_long_uri
                else ProblemError("headers_too_large", limit=settings.max_header_bytes)
            )

    def on_message_begin(self) -> None:
        """Begin a head."""
        super().on_message_begin()
        self.in_head = True
        self.begun = perf_counter()
        self._parsed = self._body_bytes = 0

    def on_headers_complete(self) -> None:
        """Start to answer; raises ValueError, which is an error to the parser."""
        if self.parser.should_upgrade():
            if self.parser.get_method() == b"CONNECT":
                raise ValueError("this is not a proxy")
            return
        version = self.parser.get_http_version()
        check_head(version, self.headers)
        self._complete_scope(version)
        cycle = self._new_cycle(version)
        self.previous, self.cycle = self.cycle, cycle
        if self.previous is None or self.previous.response_complete:
            self._start_asgi_task(cycle, self.app)
        else:
            self.pipeline.appendleft((cycle, self.app))
        self.in_head = False
        self._parsed = self._body_bytes = 0
        self.headers = []  # fields after the body are not among those of the head

    def _complete_scope(self, version: str) -> None:
        url = parse_url(self.url)
        path = url.path.decode("ascii")
        self.scope["method"] = self.parser.get_method().decode("ascii")
        self.scope["http_version"] = version
        self.scope["path"] = unquote(path) if "%" in path else path
        self.scope["raw_path"] = url.path
        self.scope["query_string"] = url.query or b""

    def _new_cycle(self, version: str) -> Cycle:
        return Cycle(
            scope=self.scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=False,
            default_headers=[],
            message_event=asyncio.Event(),
            expect_100_continue=self.expect_100_continue and version != "1.0",
            keep_alive=version != "1.0" and self.parser.should_keep_alive(),
            on_response=self.on_response_complete,
        )

    def on_body(self, body: bytes) -> None:
        """Accept a piece of a body."""
        super().on_body(body)
        self._body_bytes += len(body)

    def on_message_complete(self) -> None:
        """Note that the request is complete, but for one that is to be parsed again."""
        if not self.in_head and not self.cycle.response_complete:
            self.cycle.more_body = False
            self.cycle.message_event.set()
