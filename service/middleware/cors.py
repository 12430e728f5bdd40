"""Cross-origin requests, with a 204 for every preflight."""

from fastapi.middleware.cors import CORSMiddleware
from starlette.datastructures import Headers
from starlette.responses import Response


class PreflightMiddleware(CORSMiddleware):
    """Starlette's, but a preflight for more than is allowed gets a 204 that does not allow it.

    Starlette's plain-text 400 would be the only error that is not a problem.
    """

    def preflight_response(self, request_headers: Headers) -> Response:
        """Return the service's permissions, whatever the preflight requests."""
        headers = super().preflight_response(request_headers).headers
        del headers["content-length"], headers["content-type"]
        return Response(status_code=204, headers=dict(headers))
