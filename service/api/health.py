"""Health checks and metrics, for operators."""

from typing import Final

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from service import __version__
from service.api.documentation import HEALTH, ok
from service.problems.errors import ProblemError
from service.schemas.responses import Health

router = APIRouter(tags=["health"], responses=HEALTH)

HEALTHY: Final = Health(status="ok", version=__version__)
RESPONSES: Final = ok(
    content={"application/json": {"examples": {"ok": {"value": HEALTHY.model_dump()}}}}
)


@router.get("/livez", summary="Is the process alive?", responses=RESPONSES)
async def livez(response: Response) -> Health:
    """Respond as long as the process runs."""
    response.headers["Cache-Control"] = "no-store"
    return HEALTHY


@router.get("/readyz", summary="Is the service ready for requests?", responses=RESPONSES)
async def readyz(request: Request, response: Response) -> Health:
    """Respond with 200 between startup and shutdown, otherwise with `not_ready`."""
    if not request.app.state.ready:
        raise ProblemError("not_ready")
    response.headers["Cache-Control"] = "no-store"
    return HEALTHY


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """All metrics, in the text format of Prometheus."""
    return Response(
        request.app.state.metrics.text(),
        headers={"Cache-Control": "no-store"},
        media_type=CONTENT_TYPE_LATEST,
    )
