"""The head of a request, as bytes: what it declares, and what is wrong with it."""

import re
from typing import Final

from service.problems.errors import ProblemError
from service.settings import Settings

# Of a head with 100 fields: once parsed, a short field takes a hundred times its bytes.
MAX_LINES: Final = 102
NOT_HTTP: Final = (b"PRI ", b"CONNECT ")  # after these, httptools expects another protocol
# The methods of RFC 9110, PATCH (RFC 5789) and QUERY.
METHODS: Final = frozenset(
    ("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY")
)
REQUEST_LINE: Final = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+) [^ \r\n]+ HTTP/1\.[01]\r\n")
UPGRADE: Final = re.compile(rb"(?i)\r\nupgrade:[^\r\n]*")
LENGTH: Final = re.compile(rb"(?i)\r\ncontent-length:[ \t]*([0-9]+)")
METHOD: Final = re.compile(rb"(?:GET|HEAD|POST|OPTIONS)(?= )")
KEPT: Final = re.compile(rb"(?im)^(?:x-request-id|traceparent|origin):[!-~ ]*\r\n")


def without_upgrade(head: bytes) -> bytes:
    """The head without a request to switch protocols: after one, httptools skips the body."""
    return UPGRADE.sub(b"", head) if b"pgrade:" in head.lower() else head


def content_length(head: bytes) -> int | None:
    """The length of the body; None if it is chunked."""
    length = LENGTH.search(head)
    return int(length[1]) if length else None


def unparsable(head: bytes, settings: Settings, *, is_too_large: bool) -> ProblemError:
    """The problem for a request head that is too large or not valid HTTP."""
    first_line = head.partition(b"\r\n")[0]
    if is_too_large and len(first_line) <= settings.max_uri_bytes:
        return ProblemError("headers_too_large", limit=settings.max_header_bytes)
    if is_too_large and b" " in first_line:
        return ProblemError("uri_too_long", limit=settings.max_uri_bytes)
    method = REQUEST_LINE.match(head)
    is_unknown = method and method[1].decode() not in METHODS
    return ProblemError("not_implemented" if is_unknown else "bad_request")


def replacement(head: bytes) -> bytes:
    """A valid head that stands for one that cannot be parsed; its body never arrives."""
    method = METHOD.match(head)
    start = b"%b * HTTP/1.0\r\n" % (method[0] if method else b"TRACE")
    return b"".join((start, *KEPT.findall(head), b"Content-Length: 1\r\n\r\n"))
