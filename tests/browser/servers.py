"""What a test does with servers: the service goes away for a while, another origin has files."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tests.live import Service


@contextmanager
def gone(service: Service) -> Iterator[None]:
    """While nobody answers."""
    service.stop()
    try:
        yield
    finally:
        service.start()


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a word about each."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing."""


@contextmanager
def origin(folder: Path) -> Iterator[str]:
    """Another origin, on which there are the files of a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
