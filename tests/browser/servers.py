"""Servers of the tests: a service that stops for a while, a stream, files on another origin."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from playwright.sync_api import Page

from tests.live import Service


@contextmanager
def gone(service: Service) -> Iterator[None]:
    """The service is stopped within this context."""
    service.stop()
    try:
        yield
    finally:
        service.start()


class Quiet(SimpleHTTPRequestHandler):
    """A file server that logs nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing."""


class Stream:
    """A stream of events that come when the test sends them."""

    def __init__(self) -> None:
        self._events: SimpleQueue[bytes | None] = SimpleQueue()

    def send(self, name: str, data: dict[str, Any]) -> None:
        """Send one event."""
        self._events.put(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())

    def end(self) -> None:
        """Send no more."""
        self._events.put(None)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._events.get, None)


def handler_of(stream: Stream) -> type[BaseHTTPRequestHandler]:
    """Answers every request with the events of a stream, as they come."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for event in stream:
                self.wfile.write(event)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    return Handler


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[str]:
    """Serve in a thread; yields the address."""
    with server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@contextmanager
def origin(folder: Path) -> Iterator[str]:
    """Serve the files of a folder from another origin."""
    handler = partial(Quiet, directory=folder)
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as url:
        yield url


@contextmanager
def streamed(page: Page) -> Iterator[Stream]:
    """A stream in the place of every analysis stream of a page: no search is too fast for it."""
    stream = Stream()
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), handler_of(stream))) as url:
        page.route(re.compile("/v1/analysis/stream"), lambda route: route.continue_(url=url))
        yield stream
        stream.end()
