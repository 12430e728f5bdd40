"""uvicorn's HTTP protocol, given each head whole and without its Upgrade header.

With httptools, uvicorn drops the body of a request that offers an upgrade, as Java's HttpClient
does by default (uvicorn issue 2722), and heads can have any size.
"""

import re
from collections import deque
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .settings import Settings

END: Final = b"\r\n\r\n"  # Of a head, and of a chunked body.
UPGRADE: Final = re.compile(rb"(?i)\r\nupgrade:[^\r\n]*")
NOT_HTTP: Final = re.compile(rb"[^A-Z]|[^\n]*+(?<!\r)\n")  # Such as TLS, or a line without CR.
MAX_PIECES: Final = 1_000  # Parsed before other connections get their turn; they take 2 ms.


class WholeHeadProtocol(HttpToolsProtocol):
    """A connection that parses a head, of at most `max_head` bytes, once all of it has arrived.

    A head up to twice the limits in the settings reaches the middleware, which responds with a
    problem. A URL of more than `max_url` bytes, which would take long to decode, is replaced by
    slashes. A chunked body can take `max_chunked` bytes, with trailers, which are ignored.
    """

    def __init__(self, settings: Settings, **of_uvicorn: Any) -> None:  # noqa: ANN401
        super().__init__(**of_uvicorn)
        self.max_url = 2 * settings.max_uri_bytes
        self.max_head = self.max_url + 2 * settings.max_header_bytes
        self.max_chunked = 8 * max(settings.max_body_bytes, 2**20)  # A chunk of one byte takes six.
        self.unparsed = bytearray()
        self.length = 0  # Unparsed bytes of a body that has a Content-Length.
        self.is_chunked = False  # True until a chunked body is complete.
        self.received = 0  # Bytes of a chunked body so far.
        self.is_yielding = False  # True while other connections have their turn.

    def data_received(self, data: bytes) -> None:
        self.unparsed += data
        if self.is_yielding:
            return
        for _ in range(MAX_PIECES):
            is_over = not self.unparsed or self.transport.is_closing()
            if is_over or not (piece := self._next_piece()):
                return
            super().data_received(piece)
        self.is_yielding = True
        self.transport.pause_reading()
        self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        """Parse the rest, after other connections had their turn."""
        self.is_yielding = False
        if not self.flow.read_paused:
            self.transport.resume_reading()
        self.data_received(b"")

    def _next_piece(self) -> bytes:
        """Remove and return bytes to parse, which belong to one head or to one body.

        A head has to wait until the request before it has its response.
        """
        if is_head := not self.length and not self.is_chunked:
            if self.cycle and not self.cycle.response_complete:
                self.flow.pause_reading()
                return b""
            self.unparsed = self.unparsed.lstrip(b"\r\n")
        end = self.unparsed.find(END)
        size = end + len(END) if end >= 0 else 0
        is_too_long = self.received > self.max_chunked
        if self.length:
            size = min(self.length, len(self.unparsed))
            self.length -= size
        elif self.is_chunked:
            size = size or max(0, len(self.unparsed) - len(END) + 1)  # The rest may be in the end.
            self.received += size
        else:
            is_too_long = (size or len(self.unparsed)) > self.max_head
        if is_too_long or (is_head and NOT_HTTP.match(self.unparsed)):
            self.send_400_response("Invalid HTTP request received.")
            return b""
        piece = bytes(self.unparsed[:size])
        del self.unparsed[:size]
        return UPGRADE.sub(b"", piece) if is_head else piece

    def on_url(self, url: bytes) -> None:
        super().on_url(url if len(url) <= self.max_url else b"/" * self.max_url)

    def on_headers_complete(self) -> None:
        headers = dict(self.headers)
        self.length = int(headers.get(b"content-length", 0))
        self.is_chunked = b"transfer-encoding" in headers
        self.received = 0
        super().on_headers_complete()
        self.headers = deque(maxlen=0)  # type: ignore[assignment]  # For any number of trailers.

    def on_message_complete(self) -> None:
        self.is_chunked = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.unparsed:
            self.data_received(b"")
