"""Handle cross-origin requests, with a 204 response to every preflight."""

from fastapi.middleware.cors import CORSMiddleware
from starlette.datastructures import Headers
from starlette.responses import Response


class PreflightMiddleware(CORSMiddleware):
    """CORSMiddleware, except that a preflight for something not allowed gets a 204, not a 400.

    Starlette's plain-text 400 would be the only error response that is not problem JSON.
    """

    def preflight_response(self, request_headers: Headers) -> Response:
        """Return a 204 that lists what the service allows, whatever the preflight requests."""
        headers = super().preflight_response(request_headers).headers
        del headers["content-length"], headers["content-type"]
        return Response(status_code=204, headers=dict(headers))
