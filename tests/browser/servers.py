"""Servers of the tests: a service that stops for a while, and files on another origin."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

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


@contextmanager
def origin(folder: Path) -> Iterator[str]:
    """Serve the files of a folder from another origin."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
