"""Identify, check, measure and record each request, and respond if it cannot be served."""

import logging
import re
from collections.abc import Awaitable
from random import getrandbits
from time import perf_counter
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..context import KEY, RequestContext, context_of
from ..problems.errors import ProblemError
from ..recorder import RequestRecorder
from ..settings import Settings
from .negotiation import accepts_gzip

REQUEST_ID: Final = "X-Request-ID"
NAME: Final = REQUEST_ID.lower().encode()
VALID_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
TRACEPARENT: Final = b"traceparent"  # W3C Trace Context, 3.2
# Version 00 has 55 characters, a later one can have more, and ff is not a version.
VALID_TRACE: Final = re.compile(
    rb"(?!ff|00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?"
)
NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
# A parsed header, if it is short, takes a hundred times its length in memory.
MAX_FIELDS: Final = 100
MAX_PARAMETERS: Final = 100  # With more of them, one is unknown, repeated, or a move too much.
# How many Host fields a request can have, for each HTTP version; others are not supported.
HOSTS: Final = {"1.0": (0, 1), "1.1": (1,), "2": (0, 1), "3": (0, 1)}
# Characters for which nginx rejects a Host, because such a Host can be read in two ways.
NOT_IN_HOST: Final = re.compile(rb"[ \t\\]")
ACCEPT_ENCODING: Final = b"accept-encoding"

logger = logging.getLogger("noughts")


class RequestMiddleware:
    """Middleware that identifies, checks and records each request, and serves HEAD as GET.

    ErrorsMiddleware sends a rejection, so that it gets CORS headers.
    """

    def __init__(self, app: ASGIApp, recorder: RequestRecorder, settings: Settings) -> None:
        self.app = app
        self._recorder = recorder
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        # The middleware below changes this copy, so a parent application keeps its own route.
        context = context_for(scope, self._settings.public_url)
        method = "GET" if context.method == "HEAD" else context.method
        ours = {"root_path": context.root_path, "route": None, "endpoint": None, KEY: context}
        inner = {**scope, **ours, "method": method}
        if (prefix := self._settings.root_path) and scope["path"].startswith(f"{prefix * 2}/"):
            # The proxy has not removed the prefix, and the server has added it.
            raw_path = scope["raw_path"].removeprefix(prefix.encode())
            inner |= {"path": scope["path"].removeprefix(prefix), "raw_path": raw_path}
        try:
            check_head(inner, self._settings)
        except ProblemError as rejection:
            context.rejection = rejection.response(inner)
        request_id = context.request_id.encode()

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                context.status = message["status"]
                timing = b"total;dur=%.2f" % ((perf_counter() - started) * 1000)
                ours = (NO_SNIFFING, (NAME, request_id), (b"server-timing", timing))
                message = {**message, "headers": [*message["headers"], *ours]}
            elif context.method == "HEAD":
                message = {**message, "body": b""}
            return send(message)

        try:
            await self.app(inner, receive, send_with_headers)
        finally:
            self._recorder.add(inner, perf_counter() - started)


def context_for(scope: Scope, public_url: str = "") -> RequestContext:
    """Return the context of a new request, with the IDs in its headers.

    Of repeated headers, the first valid one counts. Without one, the request ID is new.
    """
    request_id = trace_id = None
    for name, value in scope["headers"]:
        if name == NAME and not request_id and VALID_ID.fullmatch(value):
            request_id = value.decode()
        elif name == TRACEPARENT and not trace_id and (found := VALID_TRACE.fullmatch(value)):
            trace_id = found[1].decode()
    request_id = request_id or f"{getrandbits(128):032x}"  # It is unique among all replicas.
    root_path = scope.get("root_path") or ""
    return RequestContext(request_id, trace_id, scope["method"], root_path, public_url)


def check_head(scope: Scope, settings: Settings) -> None:
    """Reduce Accept-Encoding to whether gzip is accepted, and a query to MAX_PARAMETERS.

    Raise ProblemError if a head is too long or ambiguous, or has an impossible path.
    """
    headers, version = scope["headers"], scope["http_version"]
    if not scope["path"].isprintable():  # The regular expressions of routes ignore a last \n.
        raise ProblemError("not_found", base=context_of(scope).base)
    path = scope.get("raw_path") or scope["path"].encode()
    prefix = len(scope["root_path"])  # The server adds it to the path that was sent.
    if len(path) + len(scope["query_string"]) - prefix > settings.max_uri_bytes:
        raise ProblemError("uri_too_long", limit=settings.max_uri_bytes)
    if (query := scope["query_string"]).count(b"&") >= MAX_PARAMETERS:
        scope["query_string"] = b"&".join(query.split(b"&", MAX_PARAMETERS)[:MAX_PARAMETERS])
    if len(headers) > MAX_FIELDS:
        detail = f"The request has more than {MAX_FIELDS} headers. Send fewer."
        raise ProblemError("headers_too_large", detail)
    size = 0
    values: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        size += len(name) + len(value)
        values.setdefault(name, []).append(value)
    if size > settings.max_header_bytes:
        raise ProblemError("headers_too_large", limit=settings.max_header_bytes)
    hosts, codings = values.get(b"host", []), values.get(b"transfer-encoding", [])
    if len(hosts) not in HOSTS.get(version, ()) or (hosts and NOT_IN_HOST.search(hosts[0])):
        raise ProblemError("bad_request")
    if codings and (version != "1.1" or [each.lower() for each in codings] != [b"chunked"]):
        raise ProblemError("bad_request")
    if encodings := values.get(ACCEPT_ENCODING):
        others = [header for header in headers if header[0] != ACCEPT_ENCODING]
        accepted = accepts_gzip(b",".join(encodings))
        scope["headers"] = others + [(ACCEPT_ENCODING, b"gzip")] * accepted


class ErrorsMiddleware:
    """Middleware that sends rejections, and a problem with the request ID for other exceptions.

    FastAPI calls a handler for `Exception` outside all middleware, so its response would have
    neither a request ID nor CORS headers. If the response has already begun, it cannot be replaced,
    and the server closes the connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        context: RequestContext | None = scope.get(KEY)  # None for a lifespan.
        app = context.rejection if context and context.rejection else self.app
        try:
            await app(scope, receive, send)
        except Exception:
            if not context or context.status:
                raise
            logger.exception("request %s failed", context.request_id)
            problem = ProblemError("internal_error", request_id=context.request_id)
            await problem.response(scope)(scope, receive, send)
