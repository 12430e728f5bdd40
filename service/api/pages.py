"""The pages, the documents and the files that browsers load.

Every address on these pages is relative, and every file comes from the service itself.
"""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from html import escape
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Final

from starlette.routing import BaseRoute, Mount, Route

from service.api.prepared import RawHeaders
from service.api.static_files import (
    ANY_ORIGIN,
    SAME_ORIGIN,
    STATIC,
    Content,
    Page,
    StaticFiles,
    reader,
)
from service.schemas.problems import CATALOGUE
from service.search_pool.pool import IMPORT_FOLDER

OPENAPI_HEADERS: Final = ((b"cache-control", b"no-cache"), (b"x-content-type-options", b"nosniff"))


def pages(max_nodes: int) -> list[BaseRoute]:
    """The routes of pages and files; the OpenAPI document names the limit of nodes."""
    swagger_ui = _folder_of("fastapi_swagger") / "resources"
    return [
        _route("/", reader(STATIC / "index.html")),
        _route("/docs", reader(STATIC / "docs.html")),
        _route("/learn", reader(STATIC / "learn" / "index.html")),
        _route("/examples/", reader(STATIC / "examples" / "index.html")),
        _route("/problems", _problems),
        _route("/openapi.json", partial(_openapi, max_nodes), OPENAPI_HEADERS),
        Mount("/client", StaticFiles.in_folder(STATIC / "client", ANY_ORIGIN)),
        Mount("/docs/swagger-ui", StaticFiles.in_folder(swagger_ui)),
        Mount("/examples", StaticFiles.in_folder(STATIC / "examples")),
        Mount("/static", StaticFiles.in_folder(STATIC)),
    ]


def _folder_of(package: str) -> Path:
    """Where a package is installed; it is not imported, as only its files are needed."""
    found = find_spec(package)
    if not found or not found.submodule_search_locations:
        raise ModuleNotFoundError(f"{package} is not installed")
    return Path(found.submodule_search_locations[0])


def _route(path: str, read: Callable[[], Content], headers: RawHeaders = SAME_ORIGIN) -> Route:
    """A page at a path of its own."""
    return Route(path, Page(read, headers), methods=["GET"], include_in_schema=False)


def _openapi(max_nodes: int) -> Content:
    """The OpenAPI document, by a process of its own: FastAPI takes 16 MB and half a second."""
    command = (sys.executable, "-m", "service.openapi", str(max_nodes))
    done = subprocess.run(  # noqa: S603  nothing in it is from outside
        command, cwd=IMPORT_FOLDER, capture_output=True, check=True
    )
    return done.stdout, "application/json"


def _problems() -> Content:
    """The page that the `type` of a problem leads to."""
    rows = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{entry.status}</td>'
        f"<td>{entry.title}</td><td>{_code_marked(entry.when)}</td></tr>\n"
        for code, entry in CATALOGUE.items()
    )
    text = Template((STATIC / "problems.html").read_text()).substitute(rows=rows)
    return text.encode(), "text/html"


def _code_marked(text: str) -> str:
    """Text in which what is between backticks is code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
