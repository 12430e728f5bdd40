"""Serve the pages, and the files that browsers load.

Every URL on the pages is relative, and every file comes from the service, with a strict content
security policy. Pages load their files from `/static/@…`, where a hash names the release, so that
browsers can keep them. Other addresses stay the same in every release, and are `no-cache`.
"""

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
from ..middleware.conditional import conditional_headers, content_etag
from ..middleware.negotiation import preferred
from ..problems.handlers import on_http_exception

STATIC: Final = Path(__file__).parents[1] / "static"
SWAGGER_UI: Final = Path(fastapi_swagger.__file__).with_name("resources")
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
}
# Browsers and crawlers know the addresses of these.
FILES: Final = {"/favicon.ico": "icons/favicon.ico", "/robots.txt": "robots.txt"}

TYPES: Final = MimeTypes()  # The types that the machine defines are ignored.
TYPES.add_type("image/x-icon", ".ico")
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("text/markdown", ".md")
TYPES.add_type("text/plain", ".py")
TYPES.add_type("text/plain", ".ts")

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors {ancestors}"
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
        """Respond with a file; raise a 404 for OPTIONS, too, if there is none."""
        if scope["method"] == "OPTIONS":
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
        return file_response(scope, path.name, read(path, stat_result.st_mtime_ns), self.headers)


class Bundles(Files):
    """The files of the pages; a module with a bundle beside it is sent as its bundle."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Respond with a file or a bundle."""
        bundle = path.removesuffix(".js") + ".bundle.js"
        return await super().get_response(bundle if self.lookup_path(bundle)[1] else path, scope)


@lru_cache(maxsize=256)
def read(path: Path, modified: int) -> bytes:  # noqa: ARG001  part of the cache key
    """Return a file, cached until it is modified, so that slow clients share one copy of it."""
    return path.read_bytes()


def file_response(scope: Scope, name: str, content: bytes, headers: Mapping[str, str]) -> Response:
    """Return a response with a file; raise the same errors as `conditional_headers`."""
    headers = {"Cache-Control": "no-cache", **headers}
    headers = conditional_headers(scope, content_etag(content), headers)
    return Response(content, 200, headers, TYPES.guess_type(name)[0] or "application/octet-stream")


async def send_file(
    request: Request, name: str, content: bytes, headers: Mapping[str, str]
) -> Response:
    """Send a file."""
    return file_response(request.scope, name, content, headers)


async def redirect(request: Request, target: str, headers: Mapping[str, str]) -> Response:
    """Redirect to a relative URL, so that no host is named."""
    return RedirectResponse(urlunsplit(("", "", target, request.url.query, "")), 308, headers)


def add_pages(app: FastAPI) -> None:
    """Add the routes of all pages and folders, and the page for an unknown address."""
    settings, release = app.state.settings, hash_of(STATIC)
    policy = POLICY.format(ancestors=" ".join(settings.frame_ancestors) or "'none'")
    script = sha256((STATIC / "player" / "frame.js").read_bytes()).digest()
    policies = {
        "/learn/player": f"{policy}; frame-src 'self'",
        "/learn/player/sandbox": SANDBOX_POLICY.format(digest=b64encode(script).decode()),
    }
    headers = SAME_ORIGIN | {"Content-Security-Policy": policy}
    for path, name in (PAGES | FILES).items():
        content = _content(STATIC / name, release, settings.public_url)
        own = headers | {"Content-Security-Policy": policies.get(path, policy)}
        app.add_route(path, partial(send_file, name=name, content=content, headers=own))
        if path in PAGES and not path.endswith("/"):  # People type a slash too much,
            target = f"../{Path(path).name}"
            app.add_route(f"{path}/", partial(redirect, target=target, headers=headers))
    target = "examples/"  # or omit one.
    app.add_route("/examples", partial(redirect, target=target, headers=headers))
    app.mount("/client", Files(STATIC / "client", headers | ANY_ORIGIN))
    app.mount("/docs/swagger-ui", Files(SWAGGER_UI, headers))
    app.mount("/examples", Files(STATIC / "examples", headers))
    for sign in "@=":  # nginx finds a replica of the release by the second.
        app.mount(f"/static/{sign}{release}", Bundles(STATIC, IMMUTABLE))
    app.mount("/static/@{release}", Bundles(STATIC, headers))  # A page of another release.
    app.mount("/static", Files(STATIC, headers))
    not_found = _content(STATIC / "not-found.html", release, settings.public_url)

    @app.exception_handler(404)
    async def on_not_found(request: Request, error: HTTPException) -> Response:
        """Respond with a page to a browser, and with a problem to a program."""
        problem = await on_http_exception(request, error)
        root_path = context_of(request.scope).root_path
        is_api = path_within(request.scope, root_path).startswith("/v1")
        if is_api or not preferred(request.scope, ["text/html"], "application/json"):
            return problem
        page = not_found.replace(b'="./', b'="%b/' % root_path.rstrip("/").encode())
        return Response(page, 404, headers | NOT_STORED, "text/html")


def hash_of(folder: Path) -> str:
    """Return a hash of the names and the content of all files in a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    parts = [(str(path.relative_to(folder)), sha256(path.read_bytes()).digest()) for path in files]
    return sha256(repr(parts).encode()).hexdigest()[:16]


def _content(path: Path, release: str, public_url: str) -> bytes:
    """Return a file; a page loads those of a release, and names its picture by its public URL."""
    content = path.read_bytes()
    if public_url:
        start = rb'(?<="og:image" content=")(\.{1,2}/)+'
        content = re.sub(start, b"%b/" % public_url.encode(), content)
    return re.sub(rb'(?<==")((?:\.{1,2}/)*static)/', rb"\1/@%b/" % release.encode(), content)
