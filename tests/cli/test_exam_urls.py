"""`exam --url`: players at URLs, and the causes of their faults."""

import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event
from time import monotonic
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from tests.cli.conftest import Run
from tests.engine.exam.players import perfect
from tests.live import answering

EMPTY = "The URL returned no cell for `.../.../... X`. "
NEEDED = "The response to `.../.../... X` must be a cell from 0 to 80, and it was {}. Send a number"
LATE = f"{EMPTY}The response took longer than --timeout allows."
SHORT = f"{EMPTY}The response ended before its announced length."
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
DRIPS = {"headers": (b"", b"4"), "body": (b"\r\n", b"4"), "chunks": (CHUNKED, b"1\r\n4\r\n")}
stopping = Event()


class Handler(BaseHTTPRequestHandler):
    """A player whose path names what is wrong with it, if anything."""

    def do_GET(self) -> None:
        """Respond with a perfect player's cell in the form of the query, or in another way."""
        parts = urlsplit(self.path)
        match parts.path.split("/")[1:]:
            case ["status", code]:
                self.send_response(int(code))
                self.send_header("Location", self.path)
                self.end_headers()
            case ["drip", where]:
                head, piece = DRIPS[where]
                self.wfile.write(OK + head)
                while not stopping.wait(0.1):
                    self.wfile.write(piece)
            case ["silent"]:
                stopping.wait()
            case ["closes"]:
                pass
            case ["raw" | "text" as kind, *_]:
                head = (OK + b"\r\n") * (kind == "text")
                self.wfile.write(head + parse_qs(parts.query)["t"][0].encode())
            case _:
                query = parse_qs(parts.query)
                [board], [side], [form] = query["b"], query["s"], query["form"]
                self.send_response(200)
                self.end_headers()
                self.wfile.write((form % perfect(side, board.replace("/", ""))).encode())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    stopping.clear()  # The fixture can be set up again, after tests of another module.
    with answering(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as url:
        yield url
        stopping.set()


@pytest.mark.parametrize(
    "form", ["%d", "%d.0", "\ufeff%d\r\n", '{"cell":%d}', '{"move":{"cell":%d.0,"row":0}}']
)
def test_player_at_a_url_passes(run: Run, address: str, form: str) -> None:
    done = run("exam --side X --url", f"{address}/?b={{board}}&s={{side}}&form={quote(form)}")
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/status/500", f"{EMPTY}The HTTP status was 500 (Internal Server Error)."),
        ("/status/404", f"{EMPTY}The HTTP status was 404 (Not Found)."),
        ("/status/599", f"{EMPTY}The HTTP status was 599 (unknown)."),
        ("/status/302", f"{EMPTY}Its redirects cannot be followed (HTTP status 302)."),
        *((f"/drip/{where}", LATE) for where in DRIPS),
        ("/silent", LATE),
        ("/closes", f"{EMPTY}The connection was closed before the end of the response."),
        ("/raw?t=220%20ESMTP", f"{EMPTY}The response was not HTTP."),
        (f"/raw?t={quote(OK + b'Content-Length: 2')}%0D%0A%0D%0A4", SHORT),
        (f"/raw?t={quote(OK + CHUNKED)}5%0D%0A4", SHORT),
        ("/text?t=<html>", NEEDED.format("'<html>'")),
        ("/text?t={%22bestMove%22:4}", NEEDED.format("""'{"bestMove":4}'""")),
        ("/text?t={%22move%22:{%22row%22:1}}", NEEDED.format("""'{"move":{"row":1}}'""")),
        ("/text?t=[4]", NEEDED.format("'[4]'")),
        ("/text?t=true", NEEDED.format("'true'")),
        (f"/text?t={'[' * 5000}", NEEDED.format(f"'{'[' * 12}...{'[' * 13}'")),
        ("/text?t=%20", NEEDED.format("empty")),
    ],
)
def test_fault_of_a_url_is_named_within_the_limit(
    run: Run, address: str, path: str, message: str
) -> None:
    before = monotonic()
    timeout = 0.5 if "--timeout" in message else 30
    done = run(f"exam --side X --timeout {timeout} --url", address + path)
    assert (done.code, done.err.startswith(message)) == (2, True), done.err
    assert monotonic() - before < 60


def test_causes_without_a_connection_are_told_apart(run: Run, address: str) -> None:
    with socket.socket() as unused:  # It is bound, but does not listen.
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        refused = run("exam --side X --url", url).err
    assert refused.startswith(f"{EMPTY}The connection was refused. Is the player running?")
    unknown = run("exam --side X --url", "http://player.invalid/").err
    assert unknown.startswith(f"{EMPTY}The host name cannot be resolved.")
    plain = run("exam --side X --url", address.replace("http:", "https:")).err
    assert plain.startswith(f"{EMPTY}There was no TLS connection.")


@pytest.mark.parametrize("url", ["player.py", "ftp://h/", "http://", "http://[::1", "http://h:x/"])
def test_invalid_url_is_rejected(run: Run, url: str) -> None:
    fault = f"{EMPTY}The request failed." if url.startswith("http:") else "--url must begin with h"
    done = run("exam --side X --url", url)
    assert (done.code, done.err.startswith(fault)) == (2, True), done.err


def test_proxy_in_the_way_of_a_url_is_named(
    run: Run, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = f"{address}/?b={{board}}&s={{side}}&form=%25d"
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # Nothing listens there.
    advice = "It was requested through http_proxy. To avoid this, set no_proxy=127.0.0.1."
    assert run("exam --side X --url", question).err.endswith(f"{advice}\n")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert run("exam --side X --url", question).code == 0
