"""The pages, the documents and the files that browsers load.

Every URL on these pages is relative, and every file comes from the service itself.
"""

import json
from functools import partial
from html import escape
from pathlib import Path
from string import Template
from typing import Final

import fastapi_swagger  # type: ignore[import-untyped]
from fastapi import FastAPI
from starlette.routing import Route

from service.api.static_files import ANY_ORIGIN, REVALIDATED, STATIC, Content, Folder, Page, reader
from service.problems.catalogue import CATALOGUE

SWAGGER_UI: Final = Path(fastapi_swagger.__file__).with_name("resources")
PAGES: Final = {
    "/": "index.html",
    "/docs": "docs.html",
    "/learn": "learn/index.html",
    "/examples/": "examples/index.html",
}


def add_pages(app: FastAPI) -> None:
    """Add all pages, documents and folders."""
    pages = {path: Page(reader(STATIC / name)) for path, name in PAGES.items()}
    pages["/problems"] = Page(_problems)
    pages["/openapi.json"] = Page(partial(_document, app), REVALIDATED)
    app.router.routes.extend(Route(path, page) for path, page in pages.items())
    app.mount("/client", Folder(STATIC / "client", ANY_ORIGIN))
    app.mount("/docs/swagger-ui", Folder(SWAGGER_UI))
    app.mount("/examples", Folder(STATIC / "examples"))
    app.mount("/static", Folder(STATIC))


def _document(app: FastAPI) -> Content:
    """The OpenAPI document, which Page derives in a thread."""
    text = json.dumps(app.openapi(), ensure_ascii=False, separators=(",", ":"))
    return text.encode(), "application/json"


def _problems() -> Content:
    """The page that a problem's `type` refers to."""
    rows = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{entry.status}</td>'
        f"<td>{entry.title}</td><td>{_code_marked(entry.when)}</td></tr>\n"
        for code, entry in CATALOGUE.items()
    )
    text = Template((STATIC / "problems.html").read_text(encoding="utf-8")).substitute(rows=rows)
    return text.encode(), "text/html"


def _code_marked(text: str) -> str:
    """Text with code between backticks, as HTML."""
    parts = escape(text).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
