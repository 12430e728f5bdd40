"""Finished responses in memory, so that a repeated request never reaches FastAPI.

A complete 200 under /v1 depends only on the request, unless it is `no-store`. The response to a GET
has an ETag, so a client that holds the response gets a 304 (RFC 9110, 13).
"""

from collections import OrderedDict
from collections.abc import Mapping
from itertools import chain
from typing import Final, NamedTuple

from prometheus_client import Counter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.middleware.limits import replaying
from service.middleware.negotiation import accepts_gzip, matching_etag, variants

MAX_STORED: Final = 10 * 2**20  # bytes
MAX_RESPONSE: Final = 16_384  # bytes
MAX_REQUEST: Final = 512  # bytes of a query or a body, with the relevant headers
OVERHEAD: Final = 2_048  # bytes that an entry takes besides the body of its response
ETAG: Final = b"etag"
CONTENT_LENGTH: Final = b"content-length"
ACCEPT_ENCODING: Final = b"accept-encoding"
# The headers that decide what a body means, which form a response has, and who can read it.
RELEVANT: Final = frozenset((b"content-type", b"content-encoding", b"accept-encoding", b"origin"))
NOT_IN_304: Final = frozenset((CONTENT_LENGTH, b"content-type", b"content-encoding", ETAG))

RawHeaders = list[tuple[bytes, bytes]]


class Stored(NamedTuple):
    """A finished response, and the ETag of its plain form."""

    status: int
    headers: RawHeaders
    body: bytes
    etag: str | None
    nodes: int | None


class ResponseCache:
    """Serves repeated requests from memory, conditional ones included, and HEAD as GET."""

    def __init__(self, app: ASGIApp, hits: Counter, max_header_bytes: int) -> None:
        self.app = app
        self._hits = hits
        self._max_header_bytes = max_header_bytes  # a longer head is for RequestLimits to reject
        self._stored: OrderedDict[object, Stored] = OrderedDict()
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request (ASGI)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sent = dict(scope["headers"])
        if scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        if ACCEPT_ENCODING in sent:
            scope = {**scope, "headers": _with_known_coding(scope)}
        if not scope["path"].startswith("/v1/"):
            await self.app(scope, receive, send)
            return
        key = None
        if _is_plain(scope, sent) and sum(map(len, chain(*sent.items()))) <= self._max_header_bytes:
            body, receive = await _read(receive) if CONTENT_LENGTH in sent else (b"", receive)
            key = _key(scope, body)
        stored = self._stored.get(key)
        if stored and b"if-match" not in sent:
            self._stored.move_to_end(key)
            self._hits.inc()
            scope["state"]["nodes"] = stored.nodes
            found = _revalidated(stored, scope) if b"if-none-match" in sent else stored
            headers = list(found.headers)  # middleware outside adds to it
            await send({"type": "http.response.start", "status": found.status, "headers": headers})
            await send({"type": "http.response.body", "body": found.body})
        else:
            await self.app(scope, receive, self._storing(key, scope, send))

    def _storing(self, key: object, scope: Scope, send: Send) -> Send:
        """A `send` that also stores the response, if it can be stored."""
        start: Stored | None = None

        async def send_and_store(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                etag = _tag_form(message)
                headers = list(message["headers"])
                start = Stored(message["status"], headers, b"", etag, scope["state"].get("nodes"))
            elif start:
                if key and _is_storable(start, message):
                    self._store(key, start._replace(body=message["body"]))
                start = None
            await send(message)

        return send_and_store

    def _store(self, key: object, stored: Stored) -> None:
        """Store a response, and drop the least recently requested ones."""
        if key not in self._stored:
            self._size += OVERHEAD + len(stored.body)
            self._stored[key] = stored
        while self._size > MAX_STORED:
            _, dropped = self._stored.popitem(last=False)
            self._size -= OVERHEAD + len(dropped.body)


def _tag_form(start: Message) -> str | None:
    """Give a compressed response its own ETag; returns the plain form's."""
    headers: RawHeaders = start["headers"]
    etag = next((value.decode() for name, value in headers if name == ETAG), None)
    if etag and (b"content-encoding", b"gzip") in headers:
        others = [header for header in headers if header[0] != ETAG]
        start["headers"] = [*others, (ETAG, variants(etag)[1].encode())]
    return etag


def _is_storable(start: Stored, message: Message) -> bool:
    """Whether a response is complete, short and a function of the request."""
    if start.status != 200 or (b"cache-control", b"no-store") in start.headers:
        return False
    return len(message.get("body", b"")) <= MAX_RESPONSE and not message.get("more_body")


def _revalidated(stored: Stored, scope: Scope) -> Stored:
    """The response, or 304 to a client that holds it."""
    held = stored.etag and matching_etag(variants(stored.etag), scope)
    if not held:
        return stored
    kept = [header for header in stored.headers if header[0] not in NOT_IN_304]
    return stored._replace(status=304, headers=[(ETAG, held.encode()), *kept], body=b"")


def _is_plain(scope: Scope, headers: Mapping[bytes, bytes]) -> bool:
    """Whether a request has one reading: no field twice, and a body of a short declared length."""
    length = headers.get(CONTENT_LENGTH, b"0")
    is_framed = b"host" in headers and b"transfer-encoding" not in headers and length.isdigit()
    return is_framed and int(length) <= MAX_REQUEST and len(headers) == len(scope["headers"])


def _key(scope: Scope, body: bytes) -> object:
    """What a response depends on; None if that is long."""
    query: bytes = scope["query_string"]
    relevant = [header for header in scope["headers"] if header[0] in RELEVANT]
    is_short = sum(map(len, (query, body, *chain(*relevant)))) <= MAX_REQUEST
    return (scope["method"], scope["path"], query, body, *relevant) if is_short else None


async def _read(receive: Receive) -> tuple[bytes, Receive]:
    """The body as far as it arrives, and a `receive` that replays its messages."""
    messages = [await receive()]
    while messages[-1].get("more_body"):
        messages.append(await receive())
    body = b"".join(message.get("body", b"") for message in messages)
    return body, replaying(messages, receive)


def _with_known_coding(scope: Scope) -> RawHeaders:
    """The request's headers, with `Accept-Encoding: gzip` if it accepts gzip, otherwise without.

    GZipMiddleware does not read weights: it would compress for a client that sends `gzip;q=0`.
    """
    others = [header for header in scope["headers"] if header[0] != ACCEPT_ENCODING]
    return [*others, (ACCEPT_ENCODING, b"gzip")] if accepts_gzip(scope) else others


def _without_body(send: Send) -> Send:
    """A `send` that leaves out the body of a response."""

    async def send_head(message: Message) -> None:
        await send({**message, "body": b""} if "body" in message else message)

    return send_head
