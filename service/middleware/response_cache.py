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

MAX_ENTRIES: Final = 1_000  # Most of them take 4 KB.
MAX_RESPONSE: Final = 16_384  # Maximum bytes of a response's body.
MAX_REQUEST: Final = 512  # Maximum bytes of a path, a query and the headers that Vary names.
STORABLE: Final = re.compile("public, max-age=([0-9]+)")  # Responses with more are not stored.
# Requests with conditions or a body are not served from memory: a body can make them errors.
NOT_SERVED: Final = frozenset(
    (b"if-match", b"if-none-match", b"content-length", b"transfer-encoding")
)


class Entry(NamedTuple):
    """A response, with its last second, and with the route and number of nodes for the log."""

    expires: float
    start: Message
    body: Message
    route: BaseRoute | None
    nodes: int | None


class ResponseCacheMiddleware:
    """Middleware that serves a repeated GET from memory, unless it has conditions or a body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._entries: OrderedDict[object, Entry] = OrderedDict()  # The last one was used last.
        self._varying: set[bytes] = set()  # All names in the Vary of stored responses.

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_get = scope["type"] == "http" and scope["method"] == "GET"
        key = self._key(scope) if is_get and not context_of(scope).rejection else None
        entry = self._entries.get(key)
        if entry and entry.expires >= monotonic():
            self._entries.move_to_end(key)
            scope["route"] = entry.route
            context = context_of(scope)
            context.nodes, context.is_cached = entry.nodes, True
            await send(entry.start)
            await send(entry.body)
            return
        sent: list[Message] = []

        async def send_and_note(message: Message) -> None:
            if len(sent) < 3:  # A response in parts is not stored.
                sent.append(message)
            await send(message)

        await self.app(scope, receive, send_and_note if key else send)
        if len(sent) == 2:
            self._store(scope, *sent)

    def _key(self, scope: Scope) -> object:
        """Return what identifies the response; None for NOT_SERVED or too long a request."""
        parts = [scope["path"], scope["query_string"]]
        for name, value in scope["headers"]:
            if name in NOT_SERVED:
                return None
            if name in self._varying:
                parts += name, value
        return tuple(parts) if sum(map(len, parts)) <= MAX_REQUEST else None

    def _store(self, scope: Scope, start: Message, body: Message) -> None:
        """Store a response if it can be; to make room, drop the least recently requested one."""
        headers = Headers(raw=start["headers"])
        is_whole = start["status"] == 200 and not body.get("more_body")  # Or the client has left.
        storable = is_whole and STORABLE.fullmatch(headers.get("cache-control", ""))
        vary = headers.get("vary", "").lower().encode().replace(b" ", b"").split(b",")
        if storable and b"*" not in vary and len(body.get("body", b"")) <= MAX_RESPONSE:
            self._varying.update(vary)
            expires, nodes = monotonic() + int(storable[1]), context_of(scope).nodes
            if key := self._key(scope):
                self._entries[key] = Entry(expires, start, body, scope["route"], nodes)
                self._entries.move_to_end(key)
            if len(self._entries) > MAX_ENTRIES:
                self._entries.popitem(last=False)
