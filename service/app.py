"""The composition root: the application with all its parts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from service import __version__
from service.api import operations as routes
from service.api.at_once import AtOnce
from service.api.error_handlers import add_error_handlers
from service.api.health import add_pages
from service.middleware.cors import EXPOSED, Cors
from service.middleware.errors import UnexpectedErrors
from service.middleware.head import HeadAsGet
from service.middleware.limits import RequestLimits
from service.middleware.request_id import REQUEST_ID, RequestId
from service.middleware.telemetry import Metrics, Telemetry
from service.search_pool.in_flight import Searches
from service.settings import Settings


class Service(FastAPI):
    """FastAPI behind our middleware: around it and not in it, where each layer of it would cost."""

    wrapped: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        await self.wrapped(scope, receive, send)


def create_app(settings: Settings | None = None) -> Service:
    """The application; without settings they are read from the environment."""
    settings = settings or Settings()
    app = Service(
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
    app.add_middleware(UnexpectedErrors)  # ahead of what Starlette would make of them
    framework = super(Service, app).__call__
    app.wrapped = in_middleware(AtOnce(framework, app.state.searches, settings), app, settings)

    def openapi() -> dict[str, Any]:
        from service.openapi import document  # noqa: PLC0415  needed now and then, and slow to load

        app.openapi_schema = app.openapi_schema or document.build(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's documented way
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.searches.pool.open()  # one application may be started again and again
    app.state.ready = True
    yield
    app.state.ready = False
    await app.state.searches.close()


def in_middleware(app: ASGIApp, service: Service, settings: Settings) -> ASGIApp:
    """An application in what every request passes, listed from the inside."""
    app = UnexpectedErrors(app)
    app = RequestLimits(app, settings)
    app = HeadAsGet(app)
    app = Cors(
        app,
        allow_origins=settings.allowed_origins,
        allow_methods=["GET", "HEAD", "POST"],
        allow_headers=["Content-Type", "If-None-Match", REQUEST_ID],
        expose_headers=EXPOSED,
        max_age=86_400,
    )
    app = RequestId(app)
    return Telemetry(app, service)
