"""The composition root: the application with all its parts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.types import ASGIApp

from service.api.batches import Batches
from service.api.contract_route import ContractRoute
from service.api.error_handlers import add_error_handlers
from service.api.exact_routes import ExactRoutes
from service.api.health import health
from service.api.operations import operations
from service.api.pages import pages
from service.api.responder import Responder
from service.api.search_metrics import SearchMetrics
from service.logs.writer import LogWriter
from service.middleware.cors import EXPOSED, Cors
from service.middleware.errors import UnexpectedErrors
from service.middleware.limits import RequestLimits
from service.middleware.metrics import Metrics
from service.middleware.request_id import REQUEST_ID
from service.middleware.telemetry import Telemetry
from service.search_pool.in_flight import Searches
from service.search_pool.pool import SearchPool
from service.settings import Settings


class Service(Starlette):
    """The application."""

    responder: Responder

    def build_middleware_stack(self) -> ASGIApp:
        """The router in the middleware of this service, without that of Starlette."""
        app: ASGIApp = ExceptionMiddleware(self.router, handlers=self.exception_handlers)
        app = ExactRoutes(app, [route for route in self.routes if isinstance(route, ContractRoute)])
        return in_middleware(app, self)


def in_middleware(app: ASGIApp, service: Service) -> ASGIApp:
    """An application in the middleware that every request passes, listed from the inside."""
    settings: Settings = service.state.settings
    app = UnexpectedErrors(app)
    app = RequestLimits(app, settings)
    cors = Cors(
        app,
        allow_origins=settings.allowed_origins,
        allow_methods=["GET", "HEAD", "POST"],
        allow_headers=["Content-Type", "If-None-Match", REQUEST_ID, "Traceparent", "Tracestate"],
        expose_headers=EXPOSED,
        max_age=86_400,
    )
    return Telemetry(cors, service.routes, service.state.metrics, cors.constant_headers)


def create_app(settings: Settings | None = None, log: LogWriter | None = None) -> Service:
    """The application; without settings they are read from the environment.

    Without a log there is no line for each request.
    """
    settings = settings or Settings()
    app = Service(lifespan=_lifespan)
    app.router.redirect_slashes = False
    pool = SearchPool(settings.workers, settings.max_waiting, settings.search_timeout)
    # The other connections are for those that do not wait for a search.
    max_pending = min(settings.max_pending, max(1, settings.max_connections // 2))
    searches = Searches(pool, max_pending, settings.kept_answers)
    app.state.settings = settings
    app.state.ready = False
    app.state.searches = searches
    app.responder = Responder(searches, settings)
    app.state.batches = Batches(searches, settings)
    app.state.metrics = Metrics(SearchMetrics(searches, app.responder), log=log)
    app.router.routes += [*operations, *health, *pages(settings.max_nodes)]
    add_error_handlers(app)

    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.searches.pool.open()  # one application may be started again
    app.state.ready = True
    yield
    app.state.ready = False
    await app.state.searches.close()
