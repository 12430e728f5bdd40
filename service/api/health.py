"""Health checks, metrics, and the searches that run or wait, for operators."""

from functools import lru_cache
from operator import attrgetter
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.routing import Match
from starlette.types import Scope

from .. import __version__
from ..context import context_of
from ..engine.search.compiled.interface import SearchName
from ..middleware.negotiation import header_items
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


class OperatorsRoute(APIRoute):
    """A route that, if a metrics port is set, exists only there, and not for pages."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match nothing where the route does not exist, whatever the method is."""
        port = state_of(scope).settings.metrics_port
        is_elsewhere = (scope.get("server") or ("", None))[1] != port
        if port is not None and (is_elsewhere or any(header_items(scope, b"origin"))):
            return Match.NONE, {}
        return super().matches(scope)


metrics_router = APIRouter(route_class=OperatorsRoute, include_in_schema=False)
# Included only if a metrics port is set.
searches_router = APIRouter(prefix="/searches", route_class=OperatorsRoute, include_in_schema=False)


@searches_router.get("")
async def list_searches(request: Request) -> list[dict[str, object]]:
    """Return the running and waiting searches, without their positions, the oldest first."""
    scheduler = state_of(request.scope).searches.scheduler
    return [
        {
            "name": each.name,
            "since": each.since,
            "is_running": each in scheduler.running,
            "task": type(each.task).__name__.removesuffix("Task").lower(),
            "cells": each.task.position.geometry.size,
            "nodes": each.reports[-1].nodes if each.reports else 0,
            "clients": sorted(each.clients),
        }
        for each in sorted(scheduler.all, key=attrgetter("since"))
    ]


@searches_router.delete("/{name}", status_code=204, response_class=Response)
async def end_search(request: Request, name: str) -> None:
    """End a search, whose clients get a 503 search_timeout."""
    if not state_of(request.scope).searches.end(name):
        raise ProblemError("not_found", base=context_of(request.scope).base)


@metrics_router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return all metrics as Prometheus text. If a metrics port is set, only that port has them."""
    state = state_of(request.scope)
    state.recorder.flush()
    content = generate_latest(state.metrics.registry)
    return Response(content, headers=HEADERS, media_type=CONTENT_TYPE_LATEST)
