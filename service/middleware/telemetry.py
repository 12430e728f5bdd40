"""Measures each request, counts it, logs it, and tells the client how long it took.

Routes are named by their template, and other paths by one name, so that no client can make new
series; neither metrics nor log hold anything of a query or a body. Of a path that is not found the
log holds the start.
"""

from collections.abc import Sequence
from time import perf_counter

from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.middleware.metrics import UNKNOWN, Metrics


class Telemetry:
    """Notes every request in the metrics and in the log."""

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute], metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.folders = [route.path for route in routes if isinstance(route, Mount)]
        self.paths = {route.path for route in routes if isinstance(route, Route)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        state = scope.setdefault("state", {})

        async def send_with_timing(message: Message) -> None:
            if message["type"] == "http.response.start":
                state.setdefault("status", message["status"])  # the connection may have refused
                timing = server_timing(perf_counter() - started)
                message["headers"].append((b"server-timing", timing.encode()))
            await send(message)

        try:
            await self.app(scope, receive, send_with_timing)
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
