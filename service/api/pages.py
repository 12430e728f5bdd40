"""The pages, the documents and the files that browsers load.

Every URL on the pages is relative, and every file comes from the service itself: compressed, with a
strict policy, and revalidated on every use. File names have no version: `no-cache` ensures that a
release never mixes old and new files. A file is read and compressed once, in a thread, and its
bytes are shared by all requests: a response takes 9 µs, and 590 with Starlette's StaticFiles, which
also reads the file again for each client.
"""

import asyncio
import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import partial
from gzip import compress
from hashlib import sha256
from mimetypes import MimeTypes
from pathlib import Path
from string import Template
from typing import Any, Final, NamedTuple

import fastapi_swagger  # type: ignore[import-untyped]
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from service.api.fragments import documentation, problems
from service.middleware.negotiation import accepts_gzip, check_match, content_etag, matching_etag
from service.openapi.openapi_30 import openapi_30

STATIC: Final = Path(__file__).parent.parent / "static"
SWAGGER_UI: Final = Path(fastapi_swagger.__file__).with_name("resources")
PAGES: Final = {
    "/": "index.html",
    "/learn": "learn/index.html",
    "/examples/": "examples/index.html",
}

TYPES: Final = MimeTypes()
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("text/plain", ".ts")
TYPES.add_type("text/plain", ".py")
TYPES.add_type("text/markdown", ".md")

REVALIDATED: Final = {"Cache-Control": "no-cache"}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAME_ORIGIN: Final = {
    **REVALIDATED,
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
}
# The editor of a player frames the sandbox, whose only script starts a worker. The worker inherits
# the policy of the sandbox, so it cannot send a request.
FRAMING: Final = {**SAME_ORIGIN, "Content-Security-Policy": f"{POLICY}; frame-src 'self'"}
SANDBOX_POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{digest}'; worker-src blob:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
)
ANY_ORIGIN: Final = {**SAME_ORIGIN, "Cross-Origin-Resource-Policy": "cross-origin"}

Content = tuple[bytes, str]  # a body and its media type


class Forms(NamedTuple):
    """The plain and the compressed form of a file, which share one weak ETag."""

    plain: bytes
    compressed: bytes
    media_type: str
    etag: str


class Page:
    """A file, which is prepared on its first request (ASGI)."""

    def __init__(
        self, read: Callable[[], Content], headers: Mapping[str, str] = SAME_ORIGIN
    ) -> None:
        self._read = read
        self._headers = headers
        self._forms: asyncio.Future[Forms] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the file; raises HTTPException 405."""
        if scope["method"] != "GET":
            raise HTTPException(405)
        if not self._forms:
            self._forms = asyncio.ensure_future(asyncio.to_thread(self._prepare))
        try:
            forms = await asyncio.shield(self._forms)
        except OSError:
            self._forms = None  # no memory, or too many open files, for now
            raise
        await self._response(forms, scope)(scope, receive, send)

    def _prepare(self) -> Forms:
        """Read and compress the file; takes some milliseconds for each 100 KB."""
        body, media_type = self._read()
        return Forms(body, compress(body, mtime=0), media_type, content_etag(body))

    def _response(self, forms: Forms, scope: Scope) -> Response:
        """The response to a request: 304 to a client that holds the file; raises ProblemError."""
        check_match((), scope)  # no weak tag matches (RFC 9110, 13.1.1)
        headers = {**self._headers, "Vary": "Accept-Encoding", "ETag": f"W/{forms.etag}"}
        if matching_etag([forms.etag], scope):
            return Response(None, 304, headers)
        if not accepts_gzip(scope):
            return Response(forms.plain, 200, headers, forms.media_type)
        headers["Content-Encoding"] = "gzip"
        return Response(forms.compressed, 200, headers, forms.media_type)


class Folder:
    """All files below a folder, by their paths in it (ASGI, to be mounted)."""

    def __init__(self, folder: Path, headers: Mapping[str, str] = SAME_ORIGIN) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file()]
        self._pages = {
            path.relative_to(folder).as_posix(): Page(partial(_read, path), headers)
            for path in paths
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the file that the path names below the mount; raises HTTPException."""
        page = self._pages.get(scope["path"].removeprefix(scope["root_path"]).lstrip("/"))
        if not page:
            raise HTTPException(404 if scope["method"] == "GET" else 405)
        await page(scope, receive, send)


def add_pages(app: FastAPI) -> None:
    """Add all pages, documents and folders."""
    pages = {path: Page(partial(_read, STATIC / name)) for path, name in PAGES.items()}
    pages["/docs"] = Page(lambda: _filled("docs.html", documentation(app)))
    pages["/problems"] = Page(lambda: _filled("problems.html", {"problems": problems()}))
    pages["/openapi.json"] = Page(lambda: _document(app.openapi()), REVALIDATED)
    pages["/openapi-3.0.json"] = Page(lambda: _document(openapi_30(app.openapi())), REVALIDATED)
    pages["/learn/player"] = Page(partial(_read, STATIC / "player" / "index.html"), FRAMING)
    pages["/learn/player/sandbox"] = _sandbox()
    app.router.routes.extend(Route(path, page) for path, page in pages.items())
    app.mount("/client", Folder(STATIC / "client", ANY_ORIGIN))
    app.mount("/docs/swagger-ui", Folder(SWAGGER_UI))
    app.mount("/examples", Folder(STATIC / "examples"))
    app.mount("/static", Folder(STATIC))


def _sandbox() -> Page:
    """The page in which a player's code runs; its policy allows its own script by hash."""
    script = (STATIC / "player" / "frame.js").read_text(encoding="utf-8")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = SANDBOX_POLICY.format(digest=digest)
    headers = {**SAME_ORIGIN, "Content-Security-Policy": policy}
    return Page(lambda: _filled("player/sandbox.html", {"script": script}), headers)


def _read(path: Path) -> Content:
    return path.read_bytes(), TYPES.guess_type(path.name)[0] or "application/octet-stream"


def _document(document: dict[str, Any]) -> Content:
    """A form of the contract, which Page derives in a thread."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.encode(), "application/json"


def _filled(name: str, parts: Mapping[str, str]) -> Content:
    """A page with its parts filled in."""
    text = (STATIC / name).read_text(encoding="utf-8")
    return Template(text).substitute(parts).encode(), "text/html"
