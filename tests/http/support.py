"""How the tests ask a real server, also as no client should."""

import json
import re
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from tests.live import Service

MEGABYTE = 2**20
PATIENCE = 60.0  # seconds for whatever has to happen
BOARD = b'{"board": "XO./.X./..O"}'


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; the names of headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


class Server:
    """A running service, seen from outside."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.pid = service.process.pid
        self.port = int(service.url.rpartition(":")[2])

    @property
    def memory(self) -> int:
        """Resident bytes."""
        return self._memory("VmRSS")

    @property
    def peak(self) -> int:
        """The most resident bytes since the last `forget_peak`."""
        return self._memory("VmHWM")

    @property
    def files(self) -> int:
        """Open files, without the three that it shares with each search worker."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir())) - 3 * len(self.workers)

    @property
    def threads(self) -> int:
        """Threads."""
        return len(list(Path(f"/proc/{self.pid}/task").iterdir()))

    @property
    def workers(self) -> list[int]:
        """The ids of its search workers."""
        return [int(pid) for pid in self._read(f"task/{self.pid}/children").split()]

    def forget_peak(self) -> None:
        """Let the peak begin anew."""
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def _memory(self, kind: str) -> int:
        found = re.search(rf"{kind}:\s*(\d+) kB", self._read("status"))
        assert found
        return int(found[1]) * 1024

    def _read(self, name: str) -> str:
        return Path(f"/proc/{self.pid}/{name}").read_text()

    def connect(self) -> socket.socket:
        """A new connection."""
        return connect(self.port)

    def say(self, *parts: bytes) -> bytes:
        """All that comes back on a connection until the server closes it."""
        with self.connect() as connection:
            for part in parts:
                connection.sendall(part)
            return read_all(connection)

    def ask(self, *parts: bytes) -> list[Answer]:
        """All answers on a connection until the server closes it."""
        return answers(self.say(*parts))

    def get(self, path: str) -> Answer:
        """The answer to a GET on a connection of its own."""
        [answer] = self.ask(request("GET", path, close=True))
        return answer


@contextmanager
def serving(**settings: str) -> Iterator[Server]:
    """A server that is gone at the end, at the latest."""
    service = Service(**settings)
    try:
        yield Server(service)
    finally:
        service.stop()


def connect(port: int) -> socket.socket:
    """A new connection to a port of this machine."""
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # each part goes at once
    return connection


def request(
    method: str, target: str, body: bytes = b"", *fields: str, close: bool = False
) -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {target} HTTP/1.1", "Host: x", *fields]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    if close:
        lines.append("Connection: close")
    return "\r\n".join([*lines, "", ""]).encode() + body


def read_all(connection: socket.socket) -> bytes:
    """What comes until the other side closes or resets."""
    received = bytearray()
    try:
        while more := connection.recv(65_536):
            received += more
    except ConnectionResetError:
        pass
    return bytes(received)


def answers(received: bytes) -> list[Answer]:
    """The answers in what was received, all of them complete."""
    found: list[Answer] = []
    at = 0
    while at < len(received):
        end = received.find(b"\r\n\r\n", at)
        head = received[at : end if end >= 0 else None]
        assert end >= 0, f"half an answer: {head!r}"
        start, *lines = head.decode().split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines)
        headers = {name.lower(): value for name, value in fields.items()}
        length = int(headers.get("content-length", 0))
        at = end + 4 + length
        assert len(received) >= at, f"half an answer: {head!r}"
        found.append(Answer(int(start.split()[1]), headers, received[at - length : at]))
    return found


def reset(connection: socket.socket) -> None:
    """Close in the rudest way, which leaves nothing behind here either."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def wait_until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Return as soon as the condition holds."""
    deadline = monotonic() + patience
    while not condition():
        assert monotonic() < deadline, "this has not come about in time"
        sleep(0.01)


def code(answer: Answer) -> str:
    """The code of a problem that is complete in all its parts."""
    assert answer.headers["content-type"] == "application/problem+json"
    # Without an Origin, only the server's own problems name the origins.
    any_origin = answer.headers.get("access-control-allow-origin") == "*"
    assert any_origin or "Origin" in answer.headers["vary"]
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-request-id"]
    problem = json.loads(answer.body)
    assert problem["status"] == answer.status
    return str(problem["code"])


LIVEZ = request("GET", "/livez")
LAST = request("GET", "/livez", close=True)
