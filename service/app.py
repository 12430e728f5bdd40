"""The composition root: the application with all its parts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from service import __version__
from service.api import contract, routes
from service.api.around import add_pages
from service.api.faults import add_error_handlers
from service.api.limits import RequestLimits
from service.api.middleware import REQUEST_ID, Cors, HeadAsGet, RequestId, UnexpectedErrors
from service.api.searches import Searches
from service.api.telemetry import Metrics, Telemetry
from service.settings import Settings


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; without settings they are read from the environment."""
    settings = settings or Settings()
    app = FastAPI(
        title="Noughts",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.ready = False
    app.state.searches = Searches(settings)
    app.state.metrics = Metrics(app.state.searches)
    app.include_router(routes.router)
    add_pages(app)
    add_error_handlers(app)
    _add_middleware(app, settings)

    def openapi() -> dict[str, Any]:
        app.openapi_schema = app.openapi_schema or contract.build(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's documented way
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.ready = True
    yield
    app.state.ready = False
    await app.state.searches.close()


def _add_middleware(app: FastAPI, settings: Settings) -> None:
    """Wrap the app, innermost first."""
    app.add_middleware(RequestLimits, settings=settings)
    app.add_middleware(UnexpectedErrors)
    app.add_middleware(HeadAsGet)
    app.add_middleware(
        Cors,
        allow_origins=settings.allowed_origins,
        allow_methods=["GET", "HEAD", "POST"],
        allow_headers=["Content-Type", "If-None-Match", REQUEST_ID],
        expose_headers=["ETag", "Retry-After", REQUEST_ID],
        max_age=86_400,
    )
    app.add_middleware(RequestId)
    app.add_middleware(Telemetry, site=app)
