"""Health checks and metrics, for whoever runs the service."""

from collections.abc import Callable
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from service import __version__
from service.api.contract_route import ContractRoute
from service.api.error_handlers import not_ready
from service.api.prepared import PreparedResponse
from service.schemas.responses import Health

BODY: Final = Health(status="ok", version=__version__).model_dump_json().encode()
HEALTHY: Final = PreparedResponse(
    200,
    (
        (b"content-length", b"%d" % len(BODY)),
        (b"content-type", b"application/json"),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ),
    BODY,
)


class HealthRoute(ContractRoute):
    """A route whose endpoint is given the request as it is."""

    def __init__(self, path: str, endpoint: Callable[[Request], ASGIApp], *, summary: str) -> None:
        super().__init__("GET", path, endpoint, answer=Health, tag="health", summary=summary)
        self.app = self.serve

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI)."""
        await self.endpoint(Request(scope))(scope, receive, send)


def livez(_: Request) -> PreparedResponse:
    """Answer as long as the process runs."""
    return HEALTHY


def readyz(request: Request) -> ASGIApp:
    """Answer 200 between start-up and shutdown, else `not_ready`."""
    return HEALTHY if request.app.state.ready else not_ready().response()


async def metrics(request: Request) -> Response:
    """All metrics, in the text format of Prometheus."""
    return Response(
        request.app.state.metrics.text(),
        headers={"Cache-Control": "no-store"},
        media_type=CONTENT_TYPE_LATEST,
    )


health: Final = (
    HealthRoute("/livez", livez, summary="Is the process alive?"),
    HealthRoute("/readyz", readyz, summary="May it be sent requests?"),
    Route("/metrics", metrics, include_in_schema=False),
)
