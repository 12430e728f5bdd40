"""How the tests call a real server, including in ways that no client should."""

import socket
import struct

from tests.asgi import Answer
from tests.live import Service, children

PATIENCE = 60.0  # seconds for anything that has to happen
BOARD = b'{"board": "XO./.X./..O"}'


class Server(Service):
    """A running service, seen from outside."""

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.url.rpartition(":")[2])

    @property
    def is_idle(self) -> bool:
        """Whether no search runs and no request waits for one."""
        return not self.metric("requests_pending") + self.metric("searches_running")

    @property
    def errors(self) -> list[str]:
        """The errors in its log."""
        return [line for line in self.log if '"error"' in line or "Traceback" in line]

    @property
    def workers(self) -> list[int]:
        """The ids of its search workers."""
        return children(self.process.pid)

    def connect(self, address: str = "127.0.0.1") -> socket.socket:
        """A new connection of a client at this address of this machine."""
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (address, 0))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # parts are sent at once
        return connection

    def say(self, *parts: bytes, address: str = "127.0.0.1") -> bytes:
        """Everything that comes back on a new connection until the server closes it."""
        with self.connect(address) as connection:
            for part in parts:
                connection.sendall(part)
            return read_all(connection)

    def ask(self, *parts: bytes, address: str = "127.0.0.1") -> list[Answer]:
        """All responses on a new connection until the server closes it."""
        return answers(self.say(*parts, address=address))

    def get(self, path: str) -> Answer:
        """The response to a GET on a new connection."""
        [answer] = self.ask(request("GET", path, close=True))
        return answer

    def metric(self, name: str) -> int:
        """The value of a metric, with its labels if it has any."""
        return self.count(f"noughts_{name} ")

    def wait(self) -> int:
        """The exit code; raises TimeoutExpired if the end takes longer than PATIENCE."""
        self.process.wait(PATIENCE)
        return self._end()


def request(
    method: str, target: str, body: bytes = b"", *fields: str, close: bool = False
) -> bytes:
    lines = [f"{method} {target} HTTP/1.1", "Host: x", *fields]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    if close:
        lines.append("Connection: close")
    return "\r\n".join([*lines, "", ""]).encode() + body


def read_all(connection: socket.socket) -> bytes:
    """Everything that arrives until the other side closes or resets."""
    received = bytearray()
    try:
        while more := connection.recv(65_536):
            received += more
    except ConnectionResetError:
        pass
    return bytes(received)


def answers(received: bytes) -> list[Answer]:
    """The responses received, all of them complete."""
    found: list[Answer] = []
    at = 0
    while at < len(received):
        end = received.find(b"\r\n\r\n", at)
        head = received[at : end if end >= 0 else None]
        assert end >= 0, f"an incomplete response: {head!r}"
        start, *lines = head.decode().split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines)
        headers = {name.lower(): value for name, value in fields.items()}
        length = int(headers.get("content-length", 0))
        at = end + 4 + length
        assert len(received) >= at, f"an incomplete response: {head!r}"
        found.append(Answer("", int(start.split()[1]), headers, received[at - length : at]))
    return found


def reset(connection: socket.socket) -> None:
    """Close with a reset, which leaves nothing behind on this side either."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


CHUNKED = request(
    *("POST", "/v1/analysis", b""),
    *("Transfer-Encoding: chunked", "Content-Type: application/json"),
)
LIVEZ = request("GET", "/livez")
LAST = request("GET", "/livez", close=True)
