"""The head of a request: what HTTP/1 asks of it beyond the grammar that the parser checks."""

import re
from collections.abc import Sequence
from typing import Final

VERSIONS: Final = ("1.0", "1.1")
NOT_IN_HOST: Final = re.compile(rb"[ \t\\]")

Headers = Sequence[tuple[bytes, bytes]]


def check_head(version: str, headers: Headers) -> None:
    """Raise ValueError if a head that can be parsed is not valid in HTTP/1."""
    if version not in VERSIONS:
        raise ValueError("not HTTP/1")
    host: bytes | None = None
    for name, value in headers:
        if name == b"host":
            if host is not None:
                raise ValueError("a request has one Host (RFC 9112, 3.2)")
            host = value
        elif name == b"transfer-encoding" and value.strip().lower() != b"chunked":
            raise ValueError("no transfer coding but chunked is supported")
    if host is None and version == "1.1":
        raise ValueError("a request has one Host (RFC 9112, 3.2)")
    if host and NOT_IN_HOST.search(host):
        raise ValueError("not a Host (RFC 3986, 3.2.2)")


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
