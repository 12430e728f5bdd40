"""A replica with a fixed response, for what no real one does on request."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from time import sleep
from typing import Final

from tests.live import answering

SECONDS: Final = 0.2  # that a response takes


class Replica(ThreadingHTTPServer):
    """Counts requests, and how many of them it has at a time."""

    request_queue_size = 100

    def __init__(self, status: int, headers: dict[str, str]) -> None:
        self.status, self.headers = status, headers
        self.lock, self.count, self.active, self.most = Lock(), 0, 0, 0
        self.received: dict[str, str] = {}  # the headers of the last request
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"

    def enter(self, change: int) -> None:
        """Begin a request with 1, or end it with -1."""
        with self.lock:
            self.count += change > 0
            self.active += change
            self.most = max(self.most, self.active)


class Handler(BaseHTTPRequestHandler):
    """Responds to GET with the replica's status and headers, and no others."""

    protocol_version = "HTTP/1.1"
    server: Replica

    def do_GET(self) -> None:
        """Respond slowly."""
        self.server.enter(1)
        self.server.received = {name.lower(): value for name, value in self.headers.items()}
        sleep(SECONDS)
        self.send_response_only(self.server.status)
        for name, value in (self.server.headers | {"Content-Length": "2"}).items():
            self.send_header(name, value)
        self.server.enter(-1)
        self.end_headers()
        self.wfile.write(b"{}")


@contextmanager
def replica(status: int, **headers: str) -> Iterator[Replica]:
    """A running replica; `_` in the name of a header stands for `-`."""
    server = Replica(status, {k.replace("_", "-"): v for k, v in headers.items()})
    with answering(server):
        yield server
