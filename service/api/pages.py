"""Serve the pages, and the files that browsers load.

Every URL on the pages is relative, and every file comes from the service, with a strict content
security policy. Pages load their files from `/static/@…`, where a hash names the release, so that
browsers can keep them. Other addresses stay the same in every release, and are `no-cache`.
"""

import json
import os
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache, partial
from hashlib import sha256
from mimetypes import MimeTypes
from pathlib import Path
from typing import Final
from urllib.parse import urlunsplit

import fastapi_swagger  # type: ignore[import-untyped]
from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from ..context import context_of, path_within
from ..middleware.conditional import (
    MIN_COMPRESSED,
    NOT_COMPRESSED,
    compressed,
    conditional_headers,
    content_etag,
)
from ..middleware.negotiation import header_items, preferred
from ..problems.handlers import on_http_exception
from .release import STATIC, current_release

SWAGGER_UI: Final = Path(fastapi_swagger.__file__).with_name("resources")
# Made from Markdown (web/documents.py).
DOCUMENTS: Final = (
    *("api", "reference", "contract", "embedding", "recipes", "learn", "terminal", "changelog"),
)
PAGES: Final = {
    "/": "play/index.html",
    "/docs": "docs/index.html",
    "/examples/": "examples/index.html",
    "/learn": "learn/index.html",
    "/learn/player": "player/index.html",
    "/learn/player/sandbox": "player/sandbox.html",
    "/learn/practice": "practice/index.html",
    "/problems": "docs/problems.html",
    "/puzzles": "puzzles/index.html",
    **{f"/docs/{name}": f"docs/documents/{name}.html" for name in DOCUMENTS},
}
# Browsers and crawlers know the addresses of these.
FILES: Final = {"/favicon.ico": "icons/favicon.ico", "/robots.txt": "robots.txt"}

BUNDLE: Final = ".bundle.js"
LARGE: Final = 131_072  # Bytes; to compress more takes longer than 5 ms.
TYPES: Final = MimeTypes()  # The types that the machine defines are ignored.
TYPES.add_type("image/x-icon", ".ico")
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("application/json", ".map")
TYPES.add_type("text/markdown", ".md")
TYPES.add_type("text/plain", ".py")
TYPES.add_type("text/plain", ".ts")

# Allows the style sheet of the board as an element, too, for Safari before 16.4.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{style}'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors {ancestors}"
)
# The page with the player editor shows the sandbox in a frame. The sandbox's only script starts a
# worker, which inherits the policy of the sandbox, so that a player cannot send requests.
SANDBOX_POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{digest}'; worker-src blob:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
)
SAME_ORIGIN: Final = {"Referrer-Policy": "same-origin"}
ANY_ORIGIN: Final = {"Cross-Origin-Resource-Policy": "cross-origin"}
# A page has dozens of these files, and browsers apply the policy of the page that loads them.
IMMUTABLE: Final = SAME_ORIGIN | {"Cache-Control": "public, max-age=31536000, immutable"}
NOT_STORED: Final = {"Cache-Control": "no-store", "Vary": "Accept"}


class Files(StaticFiles):
    """The files in a folder, with precise media types, and ETags that are equal on all replicas."""

    def __init__(self, folder: Path, headers: Mapping[str, str]) -> None:
        super().__init__(directory=folder, follow_symlink=True)  # Some installers link files.
        self.headers = headers

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Respond with a file, or with a module while bundles are older than their sources."""
        if path.endswith(BUNDLE) and not current_release().is_bundled:
            path = path.removesuffix(BUNDLE) + ".js"
        if scope["method"] == "OPTIONS":  # The 404 of a missing file comes before the 405.
            await super().get_response(path, {**scope, "method": "GET"})
        return await super().get_response(path, scope)

    def file_response(
        self,
        full_path: PathLike,
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,  # noqa: ARG002  never another
    ) -> Response:
        """Respond with the whole file; FileResponse could send part of it or a plain-text error."""
        path = Path(full_path)
        content = read(path, stat_result.st_mtime_ns)
        if path.name == "style.js" and not current_release().is_bundled:
            sheet = json.dumps(path.with_name("noughts-board.css").read_text(encoding="utf-8"))
            content = f"export const STYLE = {sheet};".encode()
        return file_response(scope, path.name, content, self.headers_of(scope))

    def headers_of(self, _: Scope) -> Mapping[str, str]:
        """Return the headers of a response."""
        return self.headers


class FilesOfRelease(Files):
    """The files of the pages; a module with a bundle beside it is sent as its bundle.

    Browsers keep those of this release. For a page of another release, the service sends its own
    files, unless only those of this release are wanted.
    """

    def __init__(self, folder: Path, headers: Mapping[str, str], *, is_only: bool) -> None:
        super().__init__(folder, headers)
        self.is_only = is_only

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Respond with a file or a bundle."""
        if self.is_only and not self._is_current(scope):
            raise HTTPException(404)
        bundle = path.removesuffix(".js") + BUNDLE
        return await super().get_response(bundle if self.lookup_path(bundle)[1] else path, scope)

    def headers_of(self, scope: Scope) -> Mapping[str, str]:
        """Return the headers of a response."""
        return IMMUTABLE if self._is_current(scope) else self.headers

    def _is_current(self, scope: Scope) -> bool:
        return bool(scope["path_params"]["release"] == current_release().name)


@lru_cache(maxsize=256)
def read(path: Path, modified: int) -> bytes:  # noqa: ARG001  part of the cache key
    """Return a file, cached until it is modified, so that slow clients share one copy of it."""
    return path.read_bytes()


def file_response(scope: Scope, name: str, content: bytes, headers: Mapping[str, str]) -> Response:
    """Return a response with a file; raise the same errors as `conditional_headers`."""
    headers = {"Cache-Control": "no-cache", **headers}
    headers = conditional_headers(scope, content_etag(content), headers)
    media_type = TYPES.guess_type(name)[0] or "application/octet-stream"
    is_long = len(content) >= MIN_COMPRESSED and media_type not in NOT_COMPRESSED
    if is_long and any(header_items(scope, b"accept-encoding")):  # check_head left only gzip.
        headers, content = headers | {"Content-Encoding": "gzip"}, compressed(content)
    return Response(content, 200, headers, media_type)


def warm() -> None:
    """Read and compress the largest files, so that the first request does not have to."""
    for path in (*STATIC.rglob("[!.]*.js"), *SWAGGER_UI.iterdir()):
        if (status := path.stat()).st_size >= LARGE:
            compressed(read(path, status.st_mtime_ns))


async def send_page(request: Request, name: str, headers: Mapping[str, str]) -> Response:
    """Send a page, or a file at the root."""
    content = content_of(name, current_release().name, context_of(request.scope).public_url)
    return file_response(request.scope, name, content, headers)


async def send_sandbox(request: Request) -> Response:
    """Send the page that runs a player, with its script."""
    release = current_release().name
    page = content_of("player/sandbox.html", release, "")
    script = content_of("player/frame.js", release, "")
    policy = SANDBOX_POLICY.format(digest=b64encode(sha256(script).digest()).decode())
    page = page.replace(b"<script></script>", b"<script>%b</script>" % script)
    headers = SAME_ORIGIN | {"Content-Security-Policy": policy}
    return file_response(request.scope, "sandbox.html", page, headers)


async def redirect(request: Request, target: str, headers: Mapping[str, str]) -> Response:
    """Redirect to a relative URL, so that no host is named."""
    return RedirectResponse(urlunsplit(("", "", target, request.url.query, "")), 308, headers)


def add_pages(app: FastAPI) -> None:
    """Add the routes of all pages and folders, and the page for an unknown address."""
    settings = app.state.settings
    [style] = re.findall(r"STYLE = `(.*)`", (STATIC / "client/style.js").read_text(), re.DOTALL)
    policy = POLICY.format(
        style=b64encode(sha256(style.encode()).digest()).decode(),
        ancestors=" ".join(settings.frame_ancestors) or "'none'",
    )
    headers = SAME_ORIGIN | {"Content-Security-Policy": policy}
    framing = headers | {"Content-Security-Policy": f"{policy}; frame-src 'self'"}
    for path, name in (PAGES | FILES).items():
        own = framing if path == "/learn/player" else headers
        send = partial(send_page, name=name, headers=own)
        app.add_route(path, send_sandbox if path == "/learn/player/sandbox" else send)
        if path in PAGES and not path.endswith("/"):  # People type a slash too much,
            target = f"../{Path(path).name}"
            app.add_route(f"{path}/", partial(redirect, target=target, headers=headers))
    for path in filter(None, ("/examples", settings.root_path)):  # or omit one.
        target = f"{Path(path).name}/"
        app.add_route(path, partial(redirect, target=target, headers=headers))
    app.mount("/client", Files(STATIC / "client", headers | ANY_ORIGIN))
    app.mount("/docs/swagger-ui", Files(SWAGGER_UI, headers))
    app.mount("/examples", Files(STATIC / "examples", headers))
    for sign in "@=":  # nginx finds a replica of the release by the second.
        files = FilesOfRelease(STATIC, headers, is_only=sign == "=")
        app.mount(f"/static/{sign}{{release}}", files)
    app.mount("/static", Files(STATIC, headers))

    @app.exception_handler(404)
    async def on_not_found(request: Request, error: HTTPException) -> Response:
        """Respond with a page to a browser, and with a problem to a program."""
        problem = await on_http_exception(request, error)
        is_api = path_within(request.scope).startswith("/v1")
        if is_api or not preferred(request.scope, ["text/html"], "application/json"):
            return problem
        context = context_of(request.scope)
        content = content_of("not-found.html", current_release().name, context.public_url)
        content = content.replace(b'="./', b'="%b/' % context.root_path.rstrip("/").encode())
        return Response(content, 404, headers | NOT_STORED, "text/html")


@lru_cache(maxsize=64)
def content_of(name: str, release: str, public_url: str) -> bytes:
    """Return a file; a page loads those of a release, and names its picture by its public URL."""
    content = (STATIC / name).read_bytes()
    if public_url:
        start = rb'(?<="og:image" content=")(\.{1,2}/)+'
        content = re.sub(start, b"%b/" % public_url.encode(), content)
    return re.sub(rb'(?<==")((?:\.{1,2}/)*static)/', rb"\1/@%b/" % release.encode(), content)
