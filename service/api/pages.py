"""Serve the pages, and the files that browsers load.

Every URL on the pages is relative, and every file comes from the service, with a strict content
security policy. Pages load their files from `/static/@…`, where a hash names the release, so that
browsers can keep them. Other addresses stay the same in every release, and are `no-cache`.
"""

import os
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from mimetypes import MimeTypes
from pathlib import Path
from typing import Final

import fastapi_swagger  # type: ignore[import-untyped]
from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from ..context import context_of, path_within
from ..middleware.conditional import conditional_headers, content_etag
from ..middleware.negotiation import prefers
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
FILES: Final = {  # whose addresses browsers and crawlers know
    "/favicon.ico": ("icons/favicon.ico", "image/x-icon"),
    "/robots.txt": ("robots.txt", "text/plain"),
}

TYPES: Final = MimeTypes()  # The types that the machine defines are ignored.
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("text/markdown", ".md")
TYPES.add_type("text/plain", ".py")
TYPES.add_type("text/plain", ".ts")
TYPES.add_type("application/manifest+json", ".webmanifest")

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
# The page with the player editor shows the sandbox in a frame. The sandbox's only script starts a
# worker, which inherits the policy of the sandbox, so that a player cannot send requests.
SANDBOX_POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{digest}'; worker-src blob:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
)
SAME_ORIGIN: Final = {"Content-Security-Policy": POLICY, "Referrer-Policy": "same-origin"}
FRAMING: Final = SAME_ORIGIN | {"Content-Security-Policy": f"{POLICY}; frame-src 'self'"}
ANY_ORIGIN: Final = SAME_ORIGIN | {"Cross-Origin-Resource-Policy": "cross-origin"}
# A page has dozens of these files, and browsers apply the policy of the page that loads them.
IMMUTABLE: Final = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Referrer-Policy": "same-origin",
}
NOT_STORED: Final = {"Cache-Control": "no-store", "Vary": "Accept"}


class Files(StaticFiles):
    """The files in a folder, with precise media types, and ETags that are equal on all replicas."""

    def __init__(self, folder: Path, headers: Mapping[str, str] = SAME_ORIGIN) -> None:
        super().__init__(directory=folder, follow_symlink=True)  # Some installers link files.
        self.headers = headers

    def file_response(
        self,
        full_path: PathLike,
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,  # noqa: ARG002  never another
    ) -> Response:
        """Respond with the whole file; FileResponse could send part of it or a plain-text error."""
        path = Path(full_path)
        media_type = TYPES.guess_type(path.name)[0] or "application/octet-stream"
        content = read(path, stat_result.st_mtime_ns)
        return file_response(scope, content, media_type, self.headers)


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


def file_response(
    scope: Scope, content: bytes, media_type: str, headers: Mapping[str, str]
) -> Response:
    """Return a response with a file; raise the same errors as `conditional_headers`."""
    headers = {"Cache-Control": "no-cache", **headers}
    headers = conditional_headers(scope, content_etag(content), headers)
    return Response(content, 200, headers, media_type)


def add_pages(app: FastAPI) -> None:
    """Add the routes of all pages and folders, and the page for an unknown address."""
    release, public_url = hash_of(STATIC), app.state.settings.public_url
    ancestors = f"frame-ancestors {app.state.settings.framing}"

    def framed(headers: Mapping[str, str]) -> dict[str, str]:
        """Let the pages of the operator's origins show a page in a frame."""
        policy = headers["Content-Security-Policy"].replace("frame-ancestors 'none'", ancestors)
        return {**headers, "Content-Security-Policy": policy}

    headers = {"/learn/player": framed(FRAMING), "/learn/player/sandbox": _sandboxed()}
    for path, name in PAGES.items():
        page = _page(STATIC / name, release, public_url).encode()
        endpoint = _endpoint(page, "text/html", headers.get(path, framed(SAME_ORIGIN)))
        app.add_route(path, endpoint, include_in_schema=False)
        if not path.endswith("/"):  # People type a slash too much,
            redirect = _redirect(f"../{Path(path).name}")
            app.add_route(f"{path}/", redirect, include_in_schema=False)
    app.add_route("/examples", _redirect("examples/"), include_in_schema=False)  # or omit one.
    for path, (name, media_type) in FILES.items():
        endpoint = _endpoint((STATIC / name).read_bytes(), media_type, SAME_ORIGIN)
        app.add_route(path, endpoint, include_in_schema=False)
    app.mount("/client", Files(STATIC / "client", ANY_ORIGIN))
    app.mount("/docs/swagger-ui", Files(SWAGGER_UI))
    app.mount("/examples", Files(STATIC / "examples", framed(SAME_ORIGIN)))
    app.mount(f"/static/@{release}", Bundles(STATIC, IMMUTABLE))
    app.mount(f"/static/={release}", Bundles(STATIC, IMMUTABLE))  # nginx finds a replica of it.
    app.mount("/static/@{release}", Bundles(STATIC))  # A page of another release gets these.
    app.mount("/static", Files(STATIC, framed(SAME_ORIGIN)))
    not_found = _page(STATIC / "not-found.html", release, public_url)

    @app.exception_handler(404)
    async def on_not_found(request: Request, error: HTTPException) -> Response:
        """Respond with a page to a browser, and with a problem to a program."""
        problem = await on_http_exception(request, error)
        root_path = context_of(request.scope).root_path
        is_api = path_within(request.scope, root_path).startswith("/v1")
        if is_api or not prefers(request.scope, "text/html", "application/json"):
            return problem
        page = not_found.replace('="./', f'="{root_path.rstrip("/")}/')
        return Response(page, 404, SAME_ORIGIN | NOT_STORED, "text/html")


def hash_of(folder: Path) -> str:
    """Return a hash of the names and the content of all files in a folder."""
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _page(path: Path, release: str, public_url: str) -> str:
    """Return a page that loads the files of a release, and names its picture by its public URL."""
    text = path.read_text(encoding="utf-8")
    if public_url:
        text = re.sub(r'(?<="og:image" content=")(\.{1,2}/)+', f"{public_url}/", text)
    return re.sub(r'(?<==")((?:\.{1,2}/)*static)/', rf"\1/@{release}/", text)


def _endpoint(
    content: bytes, media_type: str, headers: Mapping[str, str]
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that sends a file."""

    async def endpoint(request: Request) -> Response:
        return file_response(request.scope, content, media_type, headers)

    return endpoint


def _redirect(target: str) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that redirects to a relative URL, so that no host is named."""

    async def endpoint(request: Request) -> Response:
        query = request.url.query
        return RedirectResponse(f"{target}?{query}" if query else target, 308, SAME_ORIGIN)

    return endpoint


def _sandboxed() -> dict[str, str]:
    """Return the sandbox page's headers; their policy allows only that page's script."""
    page = (STATIC / "player" / "sandbox.html").read_text(encoding="utf-8")
    script = page.partition("<script>")[2].partition("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return SAME_ORIGIN | {"Content-Security-Policy": SANDBOX_POLICY.format(digest=digest)}
