"""Measures each request, counts it and logs it, and tells the client its id and how long it took.

Routes are named by their template, and other paths by one name, so that no client can make new
series; neither metrics nor log hold anything of a query or a body.
"""

from collections.abc import Awaitable, Sequence
from time import perf_counter

from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.middleware.metrics import UNKNOWN, Metrics
from service.middleware.request_id import NAME, note_ids

RawHeaders = Sequence[tuple[bytes, bytes]]


class Telemetry:
    """Notes every request in the metrics and in the log, under an id that the answer has too.

    `headers` are those that every answer has, besides its id and its time.
    """

    def __init__(
        self, app: ASGIApp, routes: Sequence[BaseRoute], metrics: Metrics, headers: RawHeaders = ()
    ) -> None:
        self.app = app
        self.metrics = metrics
        self.headers = headers
        self.folders = [route.path for route in routes if isinstance(route, Mount)]
        self.paths = {route.path for route in routes if isinstance(route, Route)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        state = scope.setdefault("state", {})
        note_ids(scope["headers"], state)
        request_id = state["request_id"].encode()

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                state.setdefault("status", message["status"])  # the connection may have refused
                timing = b"total;dur=%.2f" % ((perf_counter() - started) * 1000)
                ours = ((NAME, request_id), (b"server-timing", timing))
                message["headers"] = [*message["headers"], *self.headers, *ours]
            return send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            seconds = perf_counter() - started
            path = scope["path"]
            self.metrics.note(self._route(path), scope["method"], seconds, state, path)

    def _route(self, path: str) -> str:
        """The template that a path belongs to."""
        if path in self.paths:
            return path
        within = (f"{folder}/*" for folder in self.folders if path.startswith(f"{folder}/"))
        return next(within, UNKNOWN)


def server_timing(seconds: float) -> str:
    """The value of the header Server-Timing (W3C Server Timing)."""
    return f"total;dur={seconds * 1000:.2f}"
