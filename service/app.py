"""The application with all its parts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import anyio.lowlevel
from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from starlette.datastructures import State

from service import __version__
from service.api import (
    analyses,
    analysis,
    best_move,
    exam,
    game_tree,
    health,
    levels,
    review,
    trace,
)
from service.api.analyses import LINES, MAX_CALLS, MAX_CALLS_OF_CLIENT
from service.api.contract import add_contract
from service.api.documentation import ANY
from service.api.pages import add_pages
from service.metrics import Metrics
from service.middleware.cors import Cors
from service.middleware.limits import RequestLimits
from service.middleware.response_cache import ResponseCache
from service.middleware.telemetry import REQUEST_ID, Telemetry, UnexpectedErrors
from service.problems.handlers import HANDLERS
from service.search_pool.searches import Searches
from service.settings import Settings
from service.shares import Shares
from service.state import LifespanState, Readiness

# In the order of the documentation.
TAGS: Final = [
    {"name": "play", "description": "One move per call, at the selected level."},
    {"name": "analysis", "description": "The score of every legal move."},
    {"name": "review", "description": "A verdict on each move of a game."},
    {"name": "exam", "description": "Test whether a player is perfect."},
    {"name": "game tree", "description": "The size of the game tree below a position."},
    {"name": "trace", "description": "Textbook searches, node by node."},
    {"name": "health", "description": "Health checks for operators."},
]
# In the order in which routes are matched, which takes some microseconds for each router.
FAMILIES: Final = (analysis, health, best_move, game_tree, levels, review, trace, analyses, exam)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; without settings, they are read from the environment."""
    settings = settings or Settings()
    metrics = Metrics()
    state = LifespanState(
        settings=settings,
        metrics=metrics,
        searches=Searches(settings, metrics),
        batches=Shares(MAX_CALLS, MAX_CALLS_OF_CLIENT),
        readiness=Readiness(),
    )
    app = FastAPI(
        title="Noughts",
        version=__version__,
        summary="A perfect player for tic-tac-toe and its family",
        openapi_tags=TAGS,
        servers=[{"url": "/", "description": "The service that serves this document"}],
        contact={"name": "The Noughts contributors"},
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_url=None,  # service/api/contract.py
        redirect_slashes=False,  # to a URL built from the Host header
        separate_input_output_schemas=False,  # an event's data is JSON text in both
        generate_unique_id_function=lambda route: route.name,
        responses=ANY,
        exception_handlers=HANDLERS,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        lifespan=partial(lifespan, state=state),
    )
    app.state = State({**state})  # for the server; operations use the state of their requests
    for family in FAMILIES:
        app.include_router(family.router)
    add_pages(app)
    add_contract(app, settings.max_nodes)
    # From the inside to the outside.
    app.add_middleware(
        GZipMiddleware,
        minimum_size=1024,
        compresslevel=5,
        exclude_content_types=("text/event-stream", LINES, "image/png"),
    )
    app.add_middleware(UnexpectedErrors)
    app.add_middleware(RequestLimits, settings=settings)
    app.add_middleware(
        Cors,
        allow_origins=settings.allowed_origins,
        allow_methods=["GET", "HEAD", "POST"],
        allow_headers=["Content-Type", "If-None-Match", REQUEST_ID, "Traceparent", "Tracestate"],
        expose_headers=["ETag", "Retry-After", REQUEST_ID],
        max_age=86_400,
    )
    app.add_middleware(ResponseCache, hits=metrics.hits, max_header_bytes=settings.max_header_bytes)
    app.add_middleware(Telemetry, metrics=metrics)
    return app


@asynccontextmanager
async def lifespan(_: FastAPI, state: LifespanState) -> AsyncIterator[LifespanState]:
    """Accept requests from startup to shutdown, and provide the state that they share."""
    await anyio.lowlevel.checkpoint()  # the first event stream would wait for these imports
    await state["searches"].open()
    state["readiness"].is_accepting = True
    yield state
    state["readiness"].is_accepting = False
    await state["searches"].close()
