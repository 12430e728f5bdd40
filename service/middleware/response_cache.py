"""Keep responses in memory, so that a repeated GET does not reach FastAPI.

As in any HTTP cache (RFC 9111), a response is stored only if its Cache-Control is `public` with a
`max-age`, until that age, and separately for each value of the request headers that its Vary names.
The cache is part of the origin server, so it adds no Age.
"""

import re
from collections import OrderedDict
from time import monotonic
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..context import context_of

MAX_STORED: Final = 10 * 2**20  # Maximum bytes of all entries together.
MAX_RESPONSE: Final = 16_384  # Maximum bytes of a response's body.
MAX_REQUEST: Final = 512  # Maximum bytes of a path, a query and the headers that Vary names.
OVERHEAD: Final = 2_048  # Bytes that an entry takes in addition to the response's body.
STORABLE: Final = re.compile("public, max-age=([0-9]+)")  # Responses with more are not stored.
CONDITIONS: Final = frozenset((b"if-match", b"if-none-match"))


class Entry(NamedTuple):
    """A response, with its last second, and with the route and number of nodes for the log."""

    expires: float
    headers: list[tuple[bytes, bytes]]
    body: bytes
    route: BaseRoute | None
    nodes: int | None


class ResponseCacheMiddleware:
    """Middleware that serves a repeated GET from memory, unless it has conditions."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._entries: OrderedDict[object, Entry] = OrderedDict()
        self._size = 0
        self._varying: set[bytes] = set()  # All names in the Vary of stored responses.

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""
        if scope["type"] != "http" or scope["method"] != "GET" or not (key := self._key(scope)):
            await self.app(scope, receive, send)
            return
        entry = self._entries.get(key)
        if not entry or entry.expires < monotonic():
            await self.app(scope, receive, self._storing(scope, send))
            return
        self._entries.move_to_end(key)
        scope["route"] = entry.route
        context = context_of(scope)
        context.nodes, context.is_cached = entry.nodes, True
        start = {"type": "http.response.start", "status": 200, "headers": [*entry.headers]}
        await send(start)  # Other middleware can change the copied list.
        await send({"type": "http.response.body", "body": entry.body})

    def _key(self, scope: Scope) -> object:
        """Return what identifies the response; None for a condition or too long a request."""
        path, query = scope["path"], scope["query_string"]
        parts, size = [path, query], len(path) + len(query)
        for name, value in scope["headers"]:
            if name in CONDITIONS:
                return None
            if name in self._varying:
                parts += name, value
                size += len(name) + len(value)
        return tuple(parts) if size <= MAX_REQUEST else None

    def _storing(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that also stores the response, if it can be stored."""
        start: Message | None = None

        async def send_and_store(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = {**message, "headers": [*message["headers"]]}
            elif start:
                if not message.get("more_body"):
                    self._store(scope, start, message.get("body", b""))
                start = None
            await send(message)

        return send_and_store

    def _store(self, scope: Scope, start: Message, body: bytes) -> None:
        """Store a response; to make room, drop the least recently requested responses."""
        headers = Headers(raw=start["headers"])
        storable = STORABLE.fullmatch(headers.get("cache-control", ""))
        vary = headers.get("vary", "").lower().encode().replace(b" ", b"").split(b",")
        if start["status"] != 200 or not storable or b"*" in vary or len(body) > MAX_RESPONSE:
            return
        self._varying.update(vary)
        if key := self._key(scope):
            self._drop(key)
            expires, nodes = monotonic() + int(storable[1]), context_of(scope).nodes
            self._entries[key] = Entry(expires, start["headers"], body, scope["route"], nodes)
            self._size += OVERHEAD + len(body)
        while self._size > MAX_STORED:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: object) -> None:
        if entry := self._entries.pop(key, None):
            self._size -= OVERHEAD + len(entry.body)
