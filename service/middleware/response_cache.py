"""Keep responses in memory, so that a repeated request does not reach FastAPI.

Requests reach the cache normalized, with bodies that have already been received. A 200 response
depends only on the request, unless its Cache-Control contains `no-cache` or `no-store`.
"""

from collections import OrderedDict
from typing import Final, NamedTuple

from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_STORED: Final = 10 * 2**20  # Maximum bytes of all entries together.
MAX_RESPONSE: Final = 16_384  # Maximum bytes of a response's body.
MAX_REQUEST: Final = 512  # Maximum bytes of a query, a body and RELEVANT headers together.
OVERHEAD: Final = 2_048  # Bytes that an entry takes in addition to the response's body.
# The request headers on which a response can depend.
RELEVANT: Final = frozenset(
    (
        *(b"accept", b"accept-encoding", b"content-encoding", b"content-type"),
        *(b"if-match", b"if-none-match", b"origin"),
    )
)


class Entry(NamedTuple):
    """A response, with the route and the number of nodes for the log."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    route: BaseRoute | None
    nodes: int | None


class ResponseCacheMiddleware:
    """Middleware that serves repeated requests from memory."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._entries: OrderedDict[object, Entry] = OrderedDict()
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        key = _key(scope)
        entry = self._entries.get(key)
        if not entry:
            await self.app(scope, receive, self._storing(key, scope, send) if key else send)
            return
        self._entries.move_to_end(key)
        scope["route"] = entry.route
        scope["state"] |= {"nodes": entry.nodes, "is_cached": True}
        await send({"type": "http.response.start", "status": 200, "headers": entry.headers})
        await send({"type": "http.response.body", "body": entry.body})

    def _storing(self, key: object, scope: Scope, send: Send) -> Send:
        """Return a `send` that also stores the response, if it can be stored."""
        start: Message | None = None

        async def send_and_store(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message if _is_storable(message) else None
            elif start:
                body = message.get("body", b"")
                if len(body) <= MAX_RESPONSE and not message.get("more_body"):
                    nodes = scope["state"].get("nodes")
                    self._store(key, Entry([*start["headers"]], body, scope["route"], nodes))
                start = None
            await send(message)

        return send_and_store

    def _store(self, key: object, entry: Entry) -> None:
        """Store a response; to make room, drop the least recently requested responses."""
        if key not in self._entries:
            self._size += OVERHEAD + len(entry.body)
            self._entries[key] = entry
        while self._size > MAX_STORED:
            _, dropped = self._entries.popitem(last=False)
            self._size -= OVERHEAD + len(dropped.body)


def _is_storable(start: Message) -> bool:
    """Return whether a response depends only on its request."""
    control = dict(start["headers"]).get(b"cache-control", b"")
    return start["status"] == 200 and b"no-" not in control


def _key(scope: Scope) -> object:
    """Return the parts of a request that its response depends on; None if they are too long."""
    parts = [scope["method"], scope["path"], scope["query_string"], scope["state"]["body"]]
    size = len(scope["query_string"]) + len(scope["state"]["body"])
    for name, value in scope["headers"]:
        if name in RELEVANT:
            parts += name, value
            size += len(name) + len(value)
    return tuple(parts) if size <= MAX_REQUEST else None
