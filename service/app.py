"""Assemble the application."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import anyio.lowlevel
from fastapi import Depends, FastAPI
from fastapi.middleware import Middleware
from fastapi.routing import iter_route_contexts
from fastapi.telemetry import TelemetryConfig

from . import __version__
from .api import analyses, exam, health, levels, positions
from .api.contract import add_contract, provoke
from .api.pages import add_pages, warm
from .middleware.conditional import TaggedGZipMiddleware
from .middleware.cors import PreflightMiddleware
from .middleware.requests import REQUEST_ID, ErrorsMiddleware, RequestMiddleware
from .middleware.response_cache import ResponseCacheMiddleware
from .problems.handlers import HANDLERS
from .settings import Settings
from .state import AppState

# Requests are matched with the routers in this order; each router takes some microseconds.
ROUTERS: Final = (health.router, positions.router, exam.router, analyses.router, levels.router)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; by default, its settings are read from the environment."""
    settings = settings or Settings()
    state = AppState(settings)
    app = FastAPI(
        title="Noughts",
        version=__version__,
        summary="A perfect player for tic-tac-toe and its larger relatives",
        contact={"name": "The Noughts contributors"},
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_url=None,  # See service/api/contract.py.
        redirect_slashes=False,  # Redirects would go to the host in the Host header.
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(provoke)] if settings.provoke_errors else None,
        exception_handlers=HANDLERS,
        telemetry=telemetry(),
        lifespan=lifespan,
        # The outermost is first. CORS is inside the cache; outside, a cached GET from another site
        # would take 6 µs more, which is a tenth of its time.
        middleware=[
            Middleware(RequestMiddleware, recorder=state.recorder, settings=settings),
            Middleware(ResponseCacheMiddleware),
            Middleware(
                PreflightMiddleware,
                allow_origins=settings.cors_origins,
                allow_methods=["GET", "HEAD", "POST"],
                allow_headers=["*"],  # There are no credentials to protect.
                allow_private_network=True,
                expose_headers=["ETag", "Retry-After", REQUEST_ID],
                max_age=86_400,
            ),
            Middleware(ErrorsMiddleware),
            Middleware(TaggedGZipMiddleware),
        ],
    )
    app.state = state
    for router in ROUTERS:
        app.include_router(router)
    app.include_router(health.metrics_router)
    if settings.metrics_port is not None:
        app.include_router(health.searches_router)
    add_pages(app)
    add_contract(app, settings)
    return app


def telemetry() -> TelemetryConfig:
    """Turn OpenTelemetry off unless its variable is set; FastAPI would measure every request."""
    is_on = os.getenv("FASTAPI_OTEL_AUTO_CONFIGURE", "").lower() == "true"
    return {"tracing": is_on, "metrics": is_on, "logs": is_on}


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the searches at startup, and warm the caches; close the searches at shutdown."""
    # What the first request would otherwise wait for: FastAPI builds routes when they are needed,
    # event streams need the modules that `checkpoint` imports, and files have to be compressed.
    list(iter_route_contexts(app.routes))
    await anyio.lowlevel.checkpoint()
    await asyncio.gather(app.state.searches.open(), asyncio.to_thread(warm))
    yield
    app.state.recorder.flush()
    await app.state.searches.close()
