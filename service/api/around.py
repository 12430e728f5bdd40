"""What stands around the API: health, the documentation and the page of problems.

Every address on these pages is relative, and every file comes from the service itself.
"""

from html import escape
from pathlib import Path
from string import Template
from typing import Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse

from service import __version__
from service.api.answers import Health
from service.api.problems import CATALOGUE, ProblemCode, ProblemError

STATIC: Final = Path(__file__).parent.parent / "static"

health = APIRouter(tags=["health"])


@health.get("/livez", response_model=Health, summary="Is the process alive?")
async def livez() -> Health:
    """Answer as long as the process runs."""
    return Health(status="ok", version=__version__)


@health.get("/readyz", response_model=Health, summary="May it be sent requests?")
async def readyz(request: Request) -> Health:
    """Answer 200 between start-up and shutdown, else `not_ready`."""
    if not request.app.state.ready:
        detail = "Try again in a second."
        raise ProblemError(ProblemCode.NOT_READY, detail, headers={"Retry-After": "1"})
    return Health(status="ok", version=__version__)


pages = APIRouter(include_in_schema=False)


@pages.get("/")
async def root() -> Response:
    """Lead a visitor to the documentation."""
    return RedirectResponse("docs")


@pages.get("/docs")
async def docs() -> Response:
    """The contract as a page on which every operation can be tried."""
    return FileResponse(STATIC / "docs.html")


@pages.get("/problems")
async def problems() -> Response:
    """What the `type` of a problem leads to."""
    rows = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{entry.status}</td>'
        f"<td>{entry.title}</td><td>{_code_marked(entry.when)}</td></tr>\n"
        for code, entry in CATALOGUE.items()
    )
    page = Template((STATIC / "problems.html").read_text())
    return HTMLResponse(page.substitute(rows=rows))


def _code_marked(text: str) -> str:
    """Text in which what stands between backticks is code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))


def add_pages(app: FastAPI) -> None:
    """Add all of it to the app."""
    app.include_router(health)
    app.include_router(pages)
    app.mount("/docs/swagger-ui", StaticFiles(packages=[("fastapi_swagger", "resources")]))
    app.mount("/static", StaticFiles(directory=STATIC))
