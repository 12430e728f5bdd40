"""What stands around the API: health, the playground, the documentation and the other pages.

Every address on these pages is relative, and every file comes from the service itself.
"""

from html import escape
from string import Template

from fastapi import APIRouter, FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from service import __version__
from service.api.static_files import ANY_ORIGIN, STATIC, Files, answer, folder, page, route
from service.middleware.telemetry import Metrics
from service.schemas.problems import CATALOGUE, not_ready
from service.schemas.responses import Health

health = APIRouter(tags=["health"])


@health.get("/livez", response_model=Health, summary="Is the process alive?")
async def livez() -> Health:
    """Answer as long as the process runs."""
    return Health(status="ok", version=__version__)


@health.get("/readyz", response_model=Health, summary="May it be sent requests?")
async def readyz(request: Request) -> Health:
    """Answer 200 between start-up and shutdown, else `not_ready`."""
    if not request.app.state.ready:
        raise not_ready()
    return Health(status="ok", version=__version__)


async def metrics(request: Request) -> Response:
    """What Prometheus asks for."""
    series: Metrics = request.app.state.metrics
    return Response(
        series.text(), headers={"Cache-Control": "no-store"}, media_type=CONTENT_TYPE_LATEST
    )


async def problems(request: Request) -> Response:
    """What the `type` of a problem leads to."""
    rows = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{entry.status}</td>'
        f"<td>{entry.title}</td><td>{_code_marked(entry.when)}</td></tr>\n"
        for code, entry in CATALOGUE.items()
    )
    text = Template((STATIC / "problems.html").read_text()).substitute(rows=rows)
    return answer(text.encode(), "text/html", request.headers)


def _code_marked(text: str) -> str:
    """Text in which what stands between backticks is code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))


def add_pages(app: FastAPI) -> None:
    """Add all of it to the app."""
    app.include_router(health)
    app.router.routes += [
        page("/", "index.html"),
        page("/docs", "docs.html"),
        route("/metrics", metrics),
        page("/examples/", "examples/index.html"),
        route("/problems", problems),
        folder("/client", Files(directory=STATIC / "client", headers=ANY_ORIGIN)),
        folder("/docs/swagger-ui", Files(packages=[("fastapi_swagger", "resources")])),
        folder("/examples", Files(directory=STATIC / "examples")),
        folder("/static", Files(directory=STATIC)),
    ]
