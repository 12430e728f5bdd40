"""Health checks and metrics, for whoever runs the service."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from service import __version__
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


class HealthRoute(APIRoute):
    """A route whose endpoint is given the request as it is."""

    def __init__(self, path: str, endpoint: Callable[..., ASGIApp], **options: Any) -> None:  # noqa: ANN401
        super().__init__(path, endpoint, **options)
        self.app = self.serve

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI)."""
        await self.endpoint(Request(scope))(scope, receive, send)


router = APIRouter(
    tags=["health"],
    route_class=HealthRoute,
    generate_unique_id_function=attrgetter("name"),
)


@router.get("/livez", response_model=Health, summary="Is the process alive?")
def livez(_: Request) -> PreparedResponse:
    """Answer as long as the process runs."""
    return HEALTHY


@router.get("/readyz", response_model=Health, summary="May it be sent requests?")
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


health: Final = [*router.routes, Route("/metrics", metrics, include_in_schema=False)]
