"""The sockets that a server listens on."""

import errno
import socket
from typing import Any, Final

from service.settings import Settings

ALL: Final = "::"  # both of IPv6 and of IPv4, whatever the system's default
SEND_BUFFER: Final = 131_072  # bytes of a connection in the system, which doubles it
RECEIVE_BUFFER: Final = 32_768  # likewise; one read takes no more from it
OF_PORT: Final = (errno.EADDRINUSE, errno.EACCES)


class ListenError(Exception):
    """An address cannot be listened on; says what to change."""


def listen(settings: Settings) -> list[socket.socket]:
    """A listening socket for each address of the host; raises ListenError."""
    sockets: list[socket.socket] = []
    try:
        addresses = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        for family, kind, protocol, _, address in addresses:
            sockets.append(socket.socket(family, kind, protocol))
            _listen(sockets[-1], address, is_dual=settings.host == ALL)
    except OSError as error:
        for each in sockets:
            each.close()
        raise ListenError(_advice(settings, error)) from error
    return sockets


def url_of(listener: socket.socket) -> str:
    """Where a socket listens."""
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _listen(listener: socket.socket, address: tuple[Any, ...], *, is_dual: bool) -> None:
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if listener.family == socket.AF_INET6:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, not is_dual)
    # Connections inherit both. Else the one may grow to 4 MB for a client that does not read, and
    # the other fills 256 KB of this process's memory at each read.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    listener.bind(address)
    listener.listen()  # the server sets the length of the backlog


def _advice(settings: Settings, error: OSError) -> str:
    """One line: the variable, what is wrong, and an example."""
    name, example = ("PORT", "8001") if error.errno in OF_PORT else ("HOST", "127.0.0.1")
    what = f"cannot listen on {settings.host} port {settings.port}: {error.strerror}"
    return f"NOUGHTS_{name}: {what}. Example: NOUGHTS_{name}={example}"
