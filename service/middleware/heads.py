"""Check the head of each request.

A route reads and limits the body (service/api/strict_json.py).
"""

import re
from typing import Final

from starlette.types import Scope

from ..problems.errors import ProblemError
from ..settings import Settings
from .negotiation import accepts_gzip

# A parsed header, if it is short, takes a hundred times its length in memory.
MAX_FIELDS: Final = 100
# How many Host fields a request can have, for each HTTP version; others are not supported.
HOSTS: Final = {"1.0": (0, 1), "1.1": (1,), "2": (0, 1), "3": (0, 1)}
# Characters for which nginx rejects a Host, because such a Host can be read in two ways.
NOT_IN_HOST: Final = re.compile(rb"[ \t\\]")
ACCEPT_ENCODING: Final = b"accept-encoding"


def check_head(scope: Scope, settings: Settings) -> None:
    """Reduce Accept-Encoding to whether gzip is accepted.

    Raise ProblemError if a head is too long or ambiguous, or has an impossible path.
    """
    headers, version = scope["headers"], scope["http_version"]
    if not scope["path"].isprintable():  # The regular expressions of routes ignore a last \n.
        raise ProblemError("not_found")
    path = scope.get("raw_path") or scope["path"].encode()
    prefix = len(scope["root_path"])  # The server adds it to the path that was sent.
    if len(path) + len(scope["query_string"]) - prefix > settings.max_uri_bytes:
        raise ProblemError("uri_too_long", limit=settings.max_uri_bytes)
    if len(headers) > MAX_FIELDS:
        detail = f"The request has more than {MAX_FIELDS} headers. Send fewer."
        raise ProblemError("headers_too_large", detail)
    if sum(len(name) + len(value) for name, value in headers) > settings.max_header_bytes:
        raise ProblemError("headers_too_large", limit=settings.max_header_bytes)
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) not in HOSTS.get(version, ()) or any(map(NOT_IN_HOST.search, hosts)):
        raise ProblemError("bad_request")
    codings = [value.lower() for name, value in headers if name == b"transfer-encoding"]
    if codings and (version != "1.1" or codings != [b"chunked"]):
        raise ProblemError("bad_request")
    if encodings := [value for name, value in headers if name == ACCEPT_ENCODING]:
        others = [header for header in headers if header[0] != ACCEPT_ENCODING]
        accepted = accepts_gzip(b",".join(encodings))
        scope["headers"] = others + [(ACCEPT_ENCODING, b"gzip")] * accepted
