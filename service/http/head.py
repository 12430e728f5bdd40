"""Heads as they come and go: what is asked of one beyond its grammar, and how refusals look."""

from collections.abc import Sequence
from typing import Final

from starlette.responses import Response
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from service.middleware.cors import EXPOSED
from service.middleware.request_id import REQUEST_ID
from service.middleware.telemetry import server_timing

VERSIONS: Final = ("1.0", "1.1")
IN_NO_HOST: Final = (b" ", b"\t", b"\\")

Headers = Sequence[tuple[bytes, bytes]]


def check_head(version: str, headers: Headers) -> None:
    """Raise ValueError if a head that can be parsed is none of HTTP/1."""
    if version not in VERSIONS:
        raise ValueError("this is another protocol")
    hosts = _values(headers, b"host")
    if len(hosts) > 1 or (not hosts and version == "1.1"):
        raise ValueError("a request has one Host (RFC 9112, 3.2)")
    if hosts and any(byte in hosts[0] for byte in IN_NO_HOST):
        raise ValueError("this is no Host (RFC 3986, 3.2.2)")
    if any(value.strip().lower() != b"chunked" for value in _values(headers, b"transfer-encoding")):
        raise ValueError("we undo no other coding, and half a body is none")


def head_without_upgrade(method: bytes, url: bytes, version: str, headers: Headers) -> bytes:
    """A head that asks for an upgrade as a plain one."""
    lines = [b"%b %b HTTP/%b" % (method, url, version.encode())]
    for name, value in headers:
        if name == b"connection":
            tokens = [token for token in value.split(b",") if token.strip().lower() != b"upgrade"]
            lines.append(b"connection: " + b",".join(tokens))
        elif name != b"upgrade":
            lines.append(b"%b: %b" % (name, value))
    return b"\r\n".join((*lines, b"", b""))


def as_bytes(refusal: Response, request_id: str, seconds: float) -> bytes:
    """A refusal as it goes over the wire; it is for everyone to read."""
    headers = {
        **refusal.headers,
        "connection": "close",
        "access-control-allow-origin": "*",
        "access-control-expose-headers": ", ".join(EXPOSED),
        "server-timing": server_timing(seconds),
        REQUEST_ID.lower(): request_id,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[refusal.status_code] + head.encode() + b"\r\n" + bytes(refusal.body)


def _values(headers: Headers, name: bytes) -> list[bytes]:
    return [value for other, value in headers if other == name]
