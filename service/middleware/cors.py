"""Handle cross-origin requests, with a 204 response to every preflight."""

from fastapi.middleware.cors import CORSMiddleware
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .negotiation import header_items


class PreflightMiddleware(CORSMiddleware):
    """CORSMiddleware, except that a preflight for something not allowed gets a 204, not a 400.

    Starlette's plain-text 400 would be the only error response that is not problem JSON.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_cors = scope["type"] == "http" and any(header_items(scope, b"origin"))
        await (super().__call__ if is_cors else self.app)(scope, receive, send)

    def preflight_response(self, request_headers: Headers) -> Response:
        """Return a 204 that lists what the service allows, whatever the preflight requests."""
        headers = super().preflight_response(request_headers).headers
        del headers["content-length"], headers["content-type"]
        return Response(status_code=204, headers=dict(headers))
