"""Cross-origin requests: which pages may call, and what they may read of an answer."""

from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.middleware.request_id import REQUEST_ID

EXPOSED: Final = ("ETag", "Retry-After", REQUEST_ID)
REQUESTED_METHOD: Final = b"access-control-request-method"


class Cors(CORSMiddleware):
    """Starlette's, with two gaps closed.

    Where all origins are allowed, every answer says so, also one to a request without an origin:
    a cache may hand it to a page. And a preflight that asks for too much is answered without the
    permission, not by an error in plain text.
    """

    @property
    def constant_headers(self) -> list[tuple[bytes, bytes]]:
        """The headers of every answer, where all origins are allowed."""
        return Headers(self.simple_headers).raw if self.allow_all_origins else []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if self.allow_all_origins and not _is_preflight(scope):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def preflight_response(self, request_headers: Headers) -> Response:
        """The permissions that this service gives, whatever was asked for."""
        headers = super().preflight_response(request_headers).headers
        del headers["content-length"], headers["content-type"]
        for name, _ in self.constant_headers:  # every answer gets these already
            del headers[name.decode()]
        return Response(status_code=204, headers=dict(headers))


def _is_preflight(scope: Scope) -> bool:
    return scope.get("method") == "OPTIONS" and any(
        name == REQUESTED_METHOD for name, _ in scope["headers"]
    )
