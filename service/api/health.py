"""Health checks and metrics, for operators."""

from functools import lru_cache
from typing import Final

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from .. import __version__
from ..context import context_of
from ..engine.search.compiled.interface import SearchName
from ..problems.errors import ProblemError
from ..schemas.responses import Health
from ..state import state_of

router = APIRouter(tags=["health"])

HEADERS: Final = {"Cache-Control": "no-store"}


@lru_cache
def health(search: SearchName) -> str:
    """Return the JSON of a healthy service."""
    return Health(status="ok", version=__version__, search=search).model_dump_json()


@router.get("/livez", summary="Is the process alive?", response_model=Health)
async def livez(request: Request) -> Response:
    """Respond as long as the process runs."""
    content = health(state_of(request.scope).metrics.search)
    return Response(content, headers=HEADERS, media_type="application/json")


@router.get("/readyz", summary="Is the service ready for requests?", response_model=Health)
async def readyz(request: Request) -> Response:
    """Respond with 200 if a search worker is running, unless the service is stopping."""
    state = state_of(request.scope)
    if not state.is_ready():
        raise ProblemError("not_ready")
    return await livez(request)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Return all metrics as Prometheus text. If a metrics port is set, only that port has them."""
    state = state_of(request.scope)
    port = state.settings.metrics_port
    if port is not None and (request.scope.get("server") or ("", None))[1] != port:
        raise ProblemError("not_found", base=context_of(request.scope).base)
    state.recorder.flush()
    return Response(
        generate_latest(state.metrics.registry),
        headers=HEADERS,
        media_type=CONTENT_TYPE_LATEST,
    )
