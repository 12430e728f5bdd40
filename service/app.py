"""Assemble the application."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import anyio.lowlevel
from fastapi import FastAPI
from fastapi.middleware import Middleware
from fastapi.telemetry import TelemetryConfig
from starlette.datastructures import State

from . import __version__
from .api import analyses, games, health, levels, positions
from .api.analyses import LINES, MAX_CALLS, MAX_CALLS_OF_CLIENT
from .api.contract import add_contract
from .api.documentation import ANY
from .api.pages import add_pages
from .metrics import Metrics
from .middleware.conditional import TaggedGZipMiddleware
from .middleware.cors import PreflightMiddleware
from .middleware.errors import UnexpectedErrorsMiddleware
from .middleware.limits import LimitsMiddleware
from .middleware.response_cache import ResponseCacheMiddleware
from .middleware.telemetry import REQUEST_ID, RequestRecorder, TelemetryMiddleware
from .paths import route_path
from .problems.handlers import HANDLERS
from .quotas import ClientQuota
from .search_pool.searches import Searches
from .settings import Settings
from .state import LifespanState

# The documentation has this order.
TAGS: Final = [
    {"name": "play", "description": "One move per request, at the selected level."},
    {"name": "analysis", "description": "The score of every legal move."},
    {"name": "review", "description": "A verdict on each move of a game."},
    {"name": "exam", "description": "Test whether a player is perfect."},
    {"name": "game tree", "description": "The size of the game tree below a position."},
    {"name": "trace", "description": "Textbook searches, node by node."},
    {"name": "health", "description": "Health checks for operators."},
]
# Maximum body size in bytes, at the paths that accept larger bodies than `max_body_bytes`.
MAX_BODIES: Final = {"/v1/analyses": 2**20, "/v1/exam": 2**20}
PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
# Requests are matched with the routers in this order; each router takes some microseconds.
ROUTERS: Final = (health, positions, games, analyses, levels)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; by default, its settings are read from the environment."""
    settings = settings or Settings()
    metrics = Metrics()
    state = LifespanState(
        settings=settings,
        metrics=metrics,
        searches=Searches(settings, metrics),
        batches=ClientQuota(MAX_CALLS, MAX_CALLS_OF_CLIENT),
        recorder=RequestRecorder(metrics),
    )
    cors = partial(
        PreflightMiddleware,
        allow_origins=settings.allowed_origins,
        allow_methods=["GET", "HEAD", "POST"],
        allow_headers=["Content-Type", "If-None-Match", REQUEST_ID, "Traceparent", "Tracestate"],
        expose_headers=["ETag", "Retry-After", REQUEST_ID],
        max_age=86_400,
    )
    app = FastAPI(
        title="Noughts",
        version=__version__,
        summary="A perfect player for tic-tac-toe and its larger relatives",
        openapi_tags=TAGS,
        servers=[{"url": "/", "description": "The service that serves this document"}],
        contact={"name": "The Noughts contributors"},
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_url=None,  # See service/api/contract.py.
        redirect_slashes=False,  # Redirects would go to the host in the Host header.
        separate_input_output_schemas=False,  # The data of an event is JSON text in both schemas.
        generate_unique_id_function=lambda route: route.name,
        responses=ANY,
        exception_handlers=HANDLERS,
        telemetry=telemetry(),
        lifespan=partial(lifespan, state=state),
        middleware=[  # The outermost is first.
            Middleware(TelemetryMiddleware, recorder=state["recorder"]),
            Middleware(LimitsMiddleware, settings=settings, max_bodies=MAX_BODIES, cors=cors),
            Middleware(ResponseCacheMiddleware),
            Middleware(cors),
            Middleware(UnexpectedErrorsMiddleware),
            Middleware(
                TaggedGZipMiddleware,
                minimum_size=1024,
                compresslevel=5,
                exclude_content_types=("text/event-stream", LINES, "image/png"),
            ),
        ],
    )
    app.state = State({**state})  # Operations use the state of their requests instead.
    for module in ROUTERS:
        app.include_router(module.router)
    add_pages(app)
    add_contract(app, settings.max_nodes)
    return app


def telemetry() -> TelemetryConfig:
    """Return the OpenTelemetry configuration: off unless FastAPI's environment variable is true.

    By default, FastAPI measures every request, even if nothing collects the measurements.
    """
    is_on = os.getenv("FASTAPI_OTEL_AUTO_CONFIGURE", "").lower() == "true"
    return {
        "tracing": is_on,
        "metrics": is_on,
        "logs": is_on,
        "exclude": lambda scope: route_path(scope) in PROBES,
    }


@asynccontextmanager
async def lifespan(_: FastAPI, state: LifespanState) -> AsyncIterator[LifespanState]:
    """Open the searches at startup, yield the shared state, and close the searches at shutdown."""
    await anyio.lowlevel.checkpoint()  # Event streams need the modules that this imports.
    await state["searches"].open()
    yield state
    state["recorder"].flush()
    await state["searches"].close()
